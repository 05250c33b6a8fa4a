"""Time limits: since when players have been due, and until when they have time.

A player's clock starts when they have to decide, and restarts with each of their decisions. Other
players who decide at the same time don't affect it, and undoing a move gains no time.
"""

from datetime import datetime, timedelta

from django.utils import timezone

from ichiba.core.match import Match
from ichiba.site.models import Seat, Table, Vote
from ichiba.site.tables import calls

_LONGEST = {
    Table.Pace.LIVE: timedelta(minutes=5),
    Table.Pace.DAY: timedelta(days=1),
    Table.Pace.WEEK: timedelta(weeks=1),
}
# How much time is left when a player is warned.
_LEFT = {
    Table.Pace.LIVE: timedelta(minutes=1),
    Table.Pace.DAY: timedelta(hours=6),
    Table.Pace.WEEK: timedelta(days=1),
}


def until(table: Table, seat: Seat) -> datetime | None:
    """Return the deadline of this seat, or None if it isn't due or there is no time limit."""
    if table.pace not in _LONGEST or seat.due_since is None or seat.played_by:
        return None
    return seat.due_since + _LONGEST[Table.Pace(table.pace)]


def is_over(table: Table, seat: Seat, now: datetime | None = None) -> bool:
    """Return whether the seat's time is up."""
    end = until(table, seat)
    return end is not None and (now or timezone.now()) >= end


def note(table: Table, match: Match, mover: int | None = None, *, undone: bool = False) -> None:
    """Update the clocks after a move or at the start."""
    if table.pace not in _LONGEST:
        return
    now, actors = timezone.now(), match.state.actors
    # Read the seats again, because the table is locked only now.
    for seat in Seat.objects.filter(table=table):
        began = seat.due_since
        if seat.number not in actors:
            began = None
        elif began is None or (seat.number == mover and not undone):
            began = now
        if began != seat.due_since:
            Seat.objects.filter(pk=seat.pk).update(due_since=began)
            seat.due_since = began
            warn(table, seat)
    if mover is not None:
        Vote.objects.filter(seat__table=table, seat__number=mover).delete()


def restart(table: Table, seat: Seat) -> None:
    """Restart the clock for a player who has come back."""
    if seat.due_since is not None:
        seat.due_since = timezone.now()
        seat.save(update_fields=["due_since"])
        warn(table, seat)


def warn(table: Table, seat: Seat) -> None:
    """Order a notice for the time when little time is left."""
    when = warning(table, seat)
    if when is not None:
        calls.call_before(table, seat, when)


def warning(table: Table, seat: Seat) -> datetime | None:
    """Return when to tell a player that time is running out; None if their clock doesn't run."""
    end = until(table, seat)
    return None if end is None else end - _LEFT[Table.Pace(table.pace)]
