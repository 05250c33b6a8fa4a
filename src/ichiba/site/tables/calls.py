"""Orders notices about a table for the people who play there, within the change that causes them.

Whether somebody really gets one is decided later (`notices/deciding.py`): whoever has the table
visibly open needs none. A page that is visible renews `seen` every 30 seconds or so. If somebody
was seen shortly before, it isn't known yet whether they still are there, so the notice waits.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.utils import timezone

from ichiba.site.errands import orders
from ichiba.site.models import Event, Seat, Table

NOTICE = "notice"
# Pages that are visible are seen at least this often: they say so every 12 seconds
# (`connection.js`), and presence is stored if it is older than 20.
VISIBLE = timedelta(seconds=40)


def call(
    table: Table,
    seats: Iterable[Seat],
    event: Event,
    *,
    seen: dict[int, datetime | None] | None = None,
) -> None:
    """Order a notice for those of these seats whose people want any.

    Pass when they were `seen`, if that is known better than in the seats.
    """
    now = timezone.now()
    for seat in seats:
        if not seat.calls or seat.silent or not seat.person_plays or seat.program:
            continue
        last = seat.seen if seen is None else seen.get(seat.number)
        recent = last is not None and now - last < VISIBLE
        due = last + VISIBLE if recent and last is not None else now
        _order(table, seat, event, now, due)


def _order(table: Table, seat: Seat, event: Event, since: datetime, due: datetime) -> None:
    about = {"table": table.pk, "seat": seat.pk, "event": event.value, "since": since.isoformat()}
    orders.order(NOTICE, f"{table.pk}.{seat.person_id}.{event}", about, due)


def call_before(table: Table, seat: Seat, when: datetime) -> None:
    """Order a notice that time is running out, for this time and no other."""
    if seat.calls and not seat.silent and seat.person_plays:
        about = {"table": table.pk, "seat": seat.pk, "event": Event.TIME.value}
        about["since"] = timezone.now().isoformat()
        key = f"{table.pk}.{seat.person_id}.{Event.TIME}"
        orders.order(NOTICE, key, about, when, move=True)


def call_all(table: Table, event: Event, but: int | None = None) -> None:
    """Order a notice for everybody at a table, except for one person."""
    call(table, table.seats.exclude(person=but) if but else table.seats.all(), event)
