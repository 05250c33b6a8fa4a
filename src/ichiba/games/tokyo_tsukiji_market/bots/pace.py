"""How long a game of Tokyo Tsukiji Market will last, by what everybody has and earns."""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import NO_END

_RICHEST: Final = BOX.end.yen.value
_MOST: Final = BOX.end.resources.value
# How many turns a lively game lasts, and how far ahead a player plans in one.
_WHOLE_GAME: Final = 16.0
HORIZON: Final = 9.0
# How far ahead a player plans if no company at the table earns enough to end the game soon, and
# what a company earns each turn besides fishing: with one opponent, and more for each further one,
# because there are more deals to make.
_AHEAD: Final = 14.0
_SIDELINE: Final = 60.0
_MORE_DEALS: Final = 120.0
# From which round on the pace of a game is measured, over how many rounds, the progress per round
# below which a game is slow, the lowest pace used in forecasts, and the longest such forecast.
_LATE: Final = 24
_LOOK_BACK: Final = 8
SLOW: Final = 0.02
_SLOWEST: Final = 0.01
_FAR: Final = 20.0


def progress(world: MarketState, seat: int, row: tuple[int, ...]) -> float:
    """How near the game is to its end, from 0 to 1, as far as a seat knows: the most money or
    resources of anyone. `row` has everybody's money, and then everybody's resources."""
    players = world.setup.players
    money = row[seat] if world.setup.closed_money else max(row[:players])
    return max(money / _RICHEST, max(row[players:]) / _MOST)


def pace(world: MarketState, seat: int, now: float) -> float | None:
    """Progress per round over the last rounds; None while the game is young."""
    turns = _LOOK_BACK * world.setup.players
    if world.round < _LATE or len(world.standings) < turns:
        return None
    return (now - progress(world, seat, world.standings[-turns])) / _LOOK_BACK


def turns_left(
    world: MarketState, now: float, rate: float, slow_pace: float | None = None
) -> float:
    """About how many turns a seat has left after this one, if the best company goes on earning
    what it earns now, and the game keeps its pace if it is slow.

    If no company at the table earns much, the game will take longer than a lively one.
    """
    if world.turns_left != NO_END:
        return 0.0
    rest = 1 - min(now, 0.9)
    left = min(_WHOLE_GAME * rest + 0.5, HORIZON)
    sideline = _SIDELINE + _MORE_DEALS * (world.setup.players - 2)
    left = max(left, min(_AHEAD, rest * _RICHEST / (rate + sideline)))
    if slow_pace is not None:
        left = max(left, min(_FAR, rest / max(slow_pace, _SLOWEST)))
    limit = world.setup.round_limit
    return min(left, float(limit - world.round)) if limit else left
