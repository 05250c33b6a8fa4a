"""Decides who gets a notice, and where.

Nobody gets one about what they have seen, or while they have the table visibly open, and only one
about a table until they open it. A warning that time runs out is an exception: it comes even if a
notice before it was ignored.
"""

from datetime import datetime

import msgspec
from django.utils import timezone

from ichiba.site.errands import orders
from ichiba.site.errands.kinds import Lane, Task, does
from ichiba.site.models import Channel, Event, Notices, Seat
from ichiba.site.notices import mails
from ichiba.site.notices.about import About, find, read_about
from ichiba.site.notices.hooks import HOOK
from ichiba.site.notices.push import PUSH
from ichiba.site.tables.calls import NOTICE, VISIBLE


@does(NOTICE, Lane.OWN)
def decide(task: Task) -> datetime | None:
    """Send a notice on its ways, wait, or drop it."""
    about, now = read_about(task.payload), timezone.now()
    found = find(about)
    if found is None:
        return None
    _table, seat, notices = found
    if seat.seen is not None and now < seat.seen + VISIBLE:
        # They may still be there. If so, they are seen again before this comes back.
        return None if about.event == Event.TIME else seat.seen + VISIBLE
    if about.event not in (Event.TIME, Event.INVITED) and has_been_told(seat):
        return None
    if _send(about, notices, now):
        Seat.objects.filter(pk=seat.pk).update(told=now)
    return None


def has_been_told(seat: Seat) -> bool:
    """Return whether the last notice about this table hasn't been followed yet."""
    return seat.told is not None and (seat.seen is None or seat.seen <= seat.told)


def _send(about: About, notices: Notices, now: datetime) -> bool:
    """Order the notice on all channels that the person has chosen, and return whether any is."""
    payload, sent = msgspec.to_builtins(about), False
    if notices.wants(about.event, Channel.MAIL) and notices.address:
        sent = mails.order_notice(about, notices, now)
    if notices.wants(about.event, Channel.PUSH):
        for browser in notices.person.browsers.values_list("pk", flat=True):
            orders.order(PUSH, f"{browser}.{about.table}", {"browser": browser, **payload})
            sent = True
    if notices.wants(about.event, Channel.HOOK) and notices.hook:
        orders.order(HOOK, f"{notices.person_id}.{about.table}", payload)
        sent = True
    return sent
