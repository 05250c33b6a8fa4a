"""The players' clocks: whose runs since when, how much time was left then, and until when it lasts.

A clock runs while its player has to decide, for everybody who decides at the same time. It stands
while a bot plays. At the end of a turn its player gets the time that the table adds. Deciding once
more after an undo adds nothing: `credited` is the turn for which time was added last.

Everything follows from the rows: nothing is counted down anywhere. `timekeeping.py` does what
happens when a time is up, and corrects the clocks after the server stood still.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from datetime import UTC, datetime, timedelta

import msgspec
from django.utils import timezone

from ichiba.core.match import Match
from ichiba.core.story import kind_of, story_of
from ichiba.site.errands import orders
from ichiba.site.models import DayOff, Notices, Seat, SiteValue, Table, Vote
from ichiba.site.store import sql
from ichiba.site.tables import calls, rests
from ichiba.site.tables.rests import Rests

ALARM, BEAT = "alarm", "beat"
# While clocks run, a server notes that it is alive this often (`timekeeping.py`).
BETWEEN_BEATS = timedelta(seconds=20)
# If it hasn't for so long, the time in between is nobody's: no server ran, or its clock jumped.
TOLERANCE = timedelta(seconds=60)
# Players are warned when a quarter of what they started with is left, but not earlier than this.
_WARNING, _WARNING_OVER_DAYS = 60, 86_400
_HALF_DAY = 43_200  # seconds
# Whoever comes back after a bot has played for them gets at least this part of it.
_PART_FOR_RETURN = 0.25


class Noted(msgspec.Struct, frozen=True):
    """The clocks after a move."""

    seats: list[Seat]
    alarm: datetime | None


def has(table: Table) -> bool:
    """Return whether the table has a time limit."""
    return table.pace != Table.Pace.NONE


def had(table: Table, seat: Seat) -> float:
    """Return the seconds that a player had left when the clock started or stopped."""
    return table.bank if seat.time_left is None else seat.time_left


def left(table: Table, seat: Seat, now: datetime | None = None) -> float:
    """Return the seconds that a player has left."""
    if seat.due_since is None:
        return had(table, seat)
    return had(table, seat) - rests.counted(
        seat.due_since, now or timezone.now(), rests.read(seat.rests)
    )


def until(table: Table, seat: Seat) -> datetime | None:
    """Return the deadline of this seat, or None if its clock doesn't run."""
    if not has(table) or seat.due_since is None or seat.played_by:
        return None
    return _when_left(table, seat, seat.due_since, 0)


def _when_left(table: Table, seat: Seat, since: datetime, seconds: float) -> datetime:
    """Return when a seat whose clock has run since then has so many seconds left."""
    return rests.after(since, max(had(table, seat) - seconds, 0.0), rests.read(seat.rests))


def is_over(table: Table, seat: Seat, now: datetime | None = None) -> bool:
    """Return whether the seat's time is up."""
    end = until(table, seat)
    return end is not None and (now or timezone.now()) >= end


def shown_until(table: Table, seat: Seat, *, mine: bool) -> datetime | None:
    """Return the deadline as a page may show it.

    In a game over days, an exact one would tell others when this person sleeps. They see the next
    half day.
    """
    end = until(table, seat)
    if end is None or mine or not table.over_days or timezone.now() >= end:
        return end
    return datetime.fromtimestamp(-(-end.timestamp() // _HALF_DAY) * _HALF_DAY, UTC)


def low(table: Table) -> int:
    """Return with how many seconds left a player is warned."""
    longest = _WARNING_OVER_DAYS if table.over_days else _WARNING
    return min(longest, table.bank // 4)


def warning(table: Table, seat: Seat) -> datetime | None:
    """Return when to tell a player that time is running out; None if their clock doesn't run."""
    if seat.due_since is None or until(table, seat) is None:
        return None
    return _when_left(table, seat, seat.due_since, low(table))


def begin(table: Table, seats: Sequence[Seat], match: Match) -> None:
    """Start the clocks at the start of the game."""
    if has(table):
        table.alarm = note(table, seats, match, match).alarm


def note(
    table: Table,
    seats: Sequence[Seat],
    before: Match,
    match: Match,
    mover: int | None = None,
    *,
    undone: bool = False,
) -> Noted:
    """Update the clocks after a move. `seats` are those of the table as it was before it.

    A move within a turn writes nothing.
    """
    now, found, different = timezone.now(), [*seats], []
    for seat in seats:
        runs = seat.due_since is not None
        due = seat.number in match.state.actors and seat.person_plays
        ends = seat.number == mover and runs and not undone and (not due or _begins(before, match))
        if runs == due and not ends:
            continue
        seat = found[seat.number] = copy(seat)  # noqa: PLW2901 - the old one is in a snapshot
        different.append(seat)
        if runs:
            _stop(table, seat, now)
        if ends:
            _add_time(table, seat, before)
        if due:
            _start(table, seat, now)
    return Noted(found, keep(table, found, different, now))


def keep(
    table: Table, seats: Iterable[Seat], different: Sequence[Seat], now: datetime
) -> datetime | None:
    """Store clocks that have changed, and set the alarm. Return when that is."""
    if not different:
        return table.alarm
    store(different)
    for seat in different:
        warn(table, seat)
    return _set_alarm(table, seats, now)


def store(seats: Iterable[Seat]) -> None:
    """Write the clocks of these seats, in one statement."""
    sql.set_clocks([(s.pk, s.due_since, s.time_left, s.credited, s.rests) for s in seats])


def _begins(before: Match, match: Match) -> bool:
    """Return whether a new turn or round has begun since then."""
    number, begin = len(before.record.moves), story_of(match.game).begin
    for event in reversed(match.events):
        if event.move <= number:
            return False
        if kind_of(event) in begin:
            return True
    return False


def turn_of(match: Match) -> int:
    """Return a number that is higher in each later turn or phase, and the same after an undo."""
    begin = story_of(match.game).begin
    return match.state.reveals + sum(kind_of(event) in begin for event in match.events)


def _add_time(table: Table, seat: Seat, before: Match) -> None:
    turn = turn_of(before)
    if turn > seat.credited:
        seat.time_left = min(had(table, seat) + table.gain, table.most)
        seat.credited = turn


def _stop(table: Table, seat: Seat, now: datetime) -> None:
    if (
        seat.due_since is not None and now - seat.due_since > TOLERANCE
    ):  # otherwise no time can have been lost
        seat.due_since = corrected(seat.due_since, last_beat(), now)
    seat.time_left, seat.due_since = max(left(table, seat, now), 0.0), None


def _start(table: Table, seat: Seat, now: datetime) -> None:
    seat.due_since = now
    if table.over_days and seat.person_id is not None:
        seat.rests = rests.write(rests_of(seat.person_id, now, weekends=table.weekends_off))


def rests_of(person: int, now: datetime, *, weekends: bool) -> Rests:
    """Return when a person's clocks rest, from now on."""
    wishes = Notices.objects.filter(person=person).first()
    off = DayOff.objects.filter(person=person, ends__gt=now).values_list("begins", "ends")
    quiet = None
    if wishes is not None and wishes.quiet_from is not None and wishes.quiet_until is not None:
        quiet = (wishes.quiet_from, wishes.quiet_until)
    zone = "UTC" if wishes is None else wishes.zone.key
    return Rests(zone if quiet or weekends else "UTC", quiet, weekends, [*off])


def pause(table: Table, seat: Seat) -> None:
    """Stop the clock of a player for whom a bot plays from now on, within a change."""
    if has(table) and seat.due_since is not None:
        _stop(table, seat, timezone.now())
        keep(table, [], [seat], timezone.now())


def restart(table: Table, seat: Seat) -> None:
    """Give a player who has come back some time, and start the clock if they have to decide."""
    if not has(table):
        return
    now = timezone.now()
    enough = max(table.gain, round(table.bank * _PART_FOR_RETURN))
    seat.time_left = max(had(table, seat), min(enough, table.bank))
    if seat.number in table.due_seats:
        _start(table, seat, now)
    keep(table, [seat], [seat], now)


def forget_votes(votes: Sequence[tuple[int, int]], seat: int) -> list[tuple[int, int]]:
    """Delete the votes about a player who has moved, and return the others."""
    others = [vote for vote in votes if vote[0] != seat]
    if len(others) < len(votes):
        Vote.objects.filter(seat=seat).delete()
    return others


def warn(table: Table, seat: Seat) -> None:
    """Order a notice for the time when little time is left."""
    when = warning(table, seat)
    if when is not None:
        calls.call_before(table, seat, when)


# --- The alarm: one errand for each table, due when the first time is up, or earlier.


def next_alarm(table: Table, seats: Iterable[Seat], now: datetime) -> datetime | None:
    """Return when the next time is up, or None."""
    ends = [end for seat in seats if (end := until(table, seat)) is not None and end > now]
    return min(ends, default=None)


def _set_alarm(table: Table, seats: Iterable[Seat], now: datetime) -> datetime | None:
    """Order the errand, unless it comes early enough and finds out itself when to come again."""
    first = next_alarm(table, seats, now)
    if first is None or (table.alarm is not None and now < table.alarm <= first):
        return table.alarm
    order_alarm(table.pk, first)
    return first


def order_alarm(table: int, when: datetime) -> None:
    """Order the errand for a time, and let a server note that it is alive."""
    orders.order(ALARM, str(table), {}, when)
    orders.order(BEAT, "", {}, timezone.now() + BETWEEN_BEATS)
    Table.objects.filter(pk=table).update(alarm=when)


# --- Time that is nobody's


def last_beat() -> datetime | None:
    """Return when a server last noted that it is alive."""
    row = SiteValue.objects.filter(name=SiteValue.BEAT).values_list("value", flat=True).first()
    return None if row is None else datetime.fromisoformat(row)


def corrected(since: datetime, beat: datetime | None, now: datetime) -> datetime:
    """Return when a clock has started, without the time in which no server was alive.

    If the server's clock has gone back, a clock that starts in the future starts now.
    """
    if beat is not None and now - beat > TOLERANCE and since <= beat + BETWEEN_BEATS:
        since += now - beat - BETWEEN_BEATS
    return min(since, now)
