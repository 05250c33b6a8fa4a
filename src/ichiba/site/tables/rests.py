"""When a player's clock rests in a game over days: quiet hours, weekends and days off.

Times of day are those of the player's time zone, also when summer time begins or ends. A clock
carries what it needs from when it started, so whoever changes their quiet hours gains no time in a
turn that has begun, and any process computes the same deadline from the row alone.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from heapq import merge
from zoneinfo import ZoneInfo

import msgspec

# Quiet hours longer than this would stop a game.
MOST_QUIET = 12
_DAY = timedelta(days=1)
_SATURDAY = 5
_TINY = 0.001  # seconds; less than a deadline is rounded by

Span = tuple[datetime, datetime]


class Rests(msgspec.Struct, frozen=True):
    """When one player's clock rests."""

    zone: str = "UTC"
    quiet: tuple[int, int] | None = None  # the hours from and until
    weekends: bool = False
    days_off: list[Span] = []


NEVER = Rests()
_read = msgspec.json.Decoder(Rests)


def read(text: str) -> Rests:
    """Return what a seat's row says."""
    return _read.decode(text) if text else NEVER


def write(rests: Rests) -> str:
    """Return it as the text of a seat's row."""
    return "" if rests == NEVER else msgspec.json.encode(rests).decode()


def are_quiet(begin: int, end: int) -> bool:
    """Return whether these hours can be somebody's quiet hours."""
    return 0 <= begin < 24 and 0 <= end < 24 and 0 < (end - begin) % 24 <= MOST_QUIET


def after(start: datetime, seconds: float, rests: Rests = NEVER) -> datetime:
    """Return when a clock that started then has run for so many seconds.

    If that is the moment when it begins to rest, it is the end of the rest.
    """
    at, left = start, seconds
    for begin, end in _spans(start, rests):
        runs = (begin - at).total_seconds()
        if runs > left + _TINY:
            break
        left -= max(runs, 0.0)
        at = max(at, end)
    return at + timedelta(seconds=max(left, 0.0))


def counted(start: datetime, end: datetime, rests: Rests = NEVER) -> float:
    """Return for how many seconds a clock has run between two times."""
    at, ran = start, 0.0
    for begin, until in _spans(start, rests):
        if begin >= end:
            break
        ran += max((begin - at).total_seconds(), 0.0)
        at = max(at, until)
    return ran + max((end - at).total_seconds(), 0.0)


def _spans(start: datetime, rests: Rests) -> Iterator[Span]:
    """Return when the clock rests, by when each rest begins. They can overlap."""
    off = [span for span in sorted(rests.days_off) if span[1] > start]
    if rests.quiet is None and not rests.weekends:
        return iter(off)
    return merge(off, _every_day(start, rests))


def _every_day(start: datetime, rests: Rests) -> Iterator[Span]:
    zone = ZoneInfo(rests.zone)
    # A weekend that has begun started up to two days ago.
    day = start.astimezone(zone).date() - 2 * _DAY
    while True:
        if rests.weekends and day.weekday() == _SATURDAY:
            yield _at(day, 0, zone), _at(day + 2 * _DAY, 0, zone)
        if rests.quiet is not None:
            begin, end = rests.quiet
            yield _at(day, begin, zone), _at(day + _DAY if end <= begin else day, end, zone)
        day += _DAY


def _at(day: date, hour: int, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(hour), tzinfo=zone).astimezone(UTC)
