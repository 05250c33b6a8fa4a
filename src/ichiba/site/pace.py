"""The pace of a table: since when somebody is due, and until when there is time.

A clock begins when a decision is owed and again with every decision of one's own. Others who decide
at the same moment change nothing about it, and taking back wins no time.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from ichiba.core.match import Match
from ichiba.site.models import Seat, Table, Vote

_LONGEST = {
    Table.Pace.LIVE: timedelta(minutes=5),
    Table.Pace.DAY: timedelta(days=1),
    Table.Pace.WEEK: timedelta(weeks=1),
}


def until(table: Table, seat: Seat) -> datetime | None:
    """Until when this seat has time, if it is due at a table with a pace."""
    if table.pace not in _LONGEST or seat.due_since is None or seat.played_by:
        return None
    return seat.due_since + _LONGEST[Table.Pace(table.pace)]


def is_over(table: Table, seat: Seat, now: datetime | None = None) -> bool:
    """Whether its time is over."""
    end = until(table, seat)
    return end is not None and (now or timezone.now()) >= end


def note(table: Table, match: Match, mover: int | None = None, *, undone: bool = False) -> None:
    """Set the clocks after a move, or after the start."""
    if table.pace not in _LONGEST:
        return
    now, actors = timezone.now(), match.state.actors
    # As they are under the lock of the table, not as they were when the page was asked for.
    for seat in Seat.objects.filter(table=table):
        began = seat.due_since
        if seat.number not in actors:
            began = None
        elif began is None or (seat.number == mover and not undone):
            began = now
        if began != seat.due_since:
            Seat.objects.filter(pk=seat.pk).update(due_since=began)
    Vote.objects.filter(seat__table=table, seat__number=mover).delete()


def restart(seat: Seat) -> None:
    """Somebody who comes back has the whole time again."""
    if seat.due_since is not None:
        seat.due_since = timezone.now()
        seat.save(update_fields=["due_since"])
