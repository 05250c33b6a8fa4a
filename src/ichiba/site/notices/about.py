"""What a notice is about, and whether that is still so."""

from datetime import datetime

import msgspec
from django.utils import timezone

from ichiba.core.structs import reader
from ichiba.site.models import Event, Notices, Seat, Table
from ichiba.site.notices.wording import is_due
from ichiba.site.tables import clocks


class About(msgspec.Struct, frozen=True):
    """What a notice is about."""

    table: int
    seat: int
    event: str
    since: datetime


read_about = reader(About)


def find(about: About) -> tuple[Table, Seat, Notices] | None:
    """Return the rows of a notice, if it is still true and its person hasn't seen it."""
    table = Table.objects.prefetch_related("seats").filter(pk=about.table).first()
    seat = Seat.objects.filter(pk=about.seat).exclude(person=None).first()
    if table is None or seat is None or seat.silent:
        return None
    notices = Notices.objects.filter(person=seat.person_id).select_related("person__user").first()
    if notices is None or notices.person.banned or not is_true(about, table, seat):
        return None
    if about.event != Event.TIME and seat.seen is not None and seat.seen > about.since:
        return None
    return table, seat, notices


def is_true(about: About, table: Table, seat: Seat) -> bool:
    """Return whether what a notice says is still so."""
    if about.event == Event.TURN:
        return is_due(table, seat)
    if about.event == Event.TIME:
        when = clocks.warning(table, seat)
        return is_due(table, seat) and when is not None and when <= timezone.now()
    if about.event == Event.BEGAN:
        return table.status == Table.Status.RUNNING
    if about.event == Event.ENDED:
        return table.status in (Table.Status.FINISHED, Table.Status.ENDED)
    if about.event == Event.INVITED:
        seated = any(one.person_id == seat.person_id for one in table.seats.all())
        return table.status == Table.Status.OPEN and not seated
    return True
