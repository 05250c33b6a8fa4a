"""The time limits that a table can have: what players start with, get for each turn, and can save.

“5 minutes per turn” is one as well: players start with five minutes, get five and save no more.
"""

import msgspec
from django.utils.translation import gettext as _

from ichiba import bots
from ichiba.core.game import Game
from ichiba.site.models import Table
from ichiba.site.tables.changes import Refused

MINUTE, HOUR, DAY = 60, 3600, 86_400
# The least and the most time of a limit of one's own.
LEAST, MOST = 30, 30 * DAY


class TimeLimit(msgspec.Struct, frozen=True):
    """A time limit, and what happens when somebody's time is up. Times are in seconds."""

    pace: str = Table.Pace.NONE.value
    bank: int = 0
    gain: int = 0
    most: int = 0
    weekends_off: bool = False
    at_zero: str = ""  # the bot that takes over; "" if the other players decide


_NUMBERS = {
    Table.Pace.TURN_2: (2 * MINUTE, 2 * MINUTE, 2 * MINUTE),
    Table.Pace.LIVE: (5 * MINUTE, 5 * MINUTE, 5 * MINUTE),
    Table.Pace.TURN_15: (15 * MINUTE, 15 * MINUTE, 15 * MINUTE),
    Table.Pace.BANK_15: (15 * MINUTE, 20, 60 * MINUTE),
    Table.Pace.BANK_30: (30 * MINUTE, 30, 120 * MINUTE),
    Table.Pace.DAY: (DAY, DAY, DAY),
    Table.Pace.WEEK: (7 * DAY, 7 * DAY, 7 * DAY),
    Table.Pace.DAYS_3: (3 * DAY, 12 * HOUR, 5 * DAY),
    Table.Pace.DAYS_7: (7 * DAY, DAY, 10 * DAY),
}
NONE = TimeLimit()
LIVE = [pace for pace, (bank, _gain, _most) in _NUMBERS.items() if bank < DAY]
OVER_DAYS = [pace for pace, (bank, _gain, _most) in _NUMBERS.items() if bank >= DAY]


def named(pace: str) -> TimeLimit:
    """Return the time limit with this name."""
    if pace == Table.Pace.NONE:
        return NONE
    if pace not in _NUMBERS:
        raise Refused(_("Choose a time limit from the list."))
    return TimeLimit(pace, *_NUMBERS[Table.Pace(pace)])


def own(bank: int, gain: int, most: int) -> TimeLimit:
    """Return a time limit with numbers of one's own."""
    if not (LEAST <= bank <= most <= MOST and 0 <= gain <= most):
        raise Refused(_("A time limit is between 30 seconds and 30 days."))
    return TimeLimit(Table.Pace.OWN.value, bank, gain, most)


def with_rule(limit: TimeLimit, at_zero: str, *, weekends_off: bool) -> TimeLimit:
    """Add what happens when a time is up, and whether clocks rest on weekends."""
    if limit == NONE:
        return NONE
    weekends = weekends_off and limit.bank >= DAY
    return msgspec.structs.replace(limit, at_zero=at_zero, weekends_off=weekends)


def of(table: Table) -> TimeLimit:
    """Return the time limit of a table."""
    return TimeLimit(**{name: getattr(table, name) for name in TimeLimit.__struct_fields__})


def check(limit: TimeLimit, game: Game) -> None:
    """Raise an error unless the bot that takes over is one that people can choose."""
    if limit.at_zero:
        bots.check(limit.at_zero, game)
