"""The choices that the master of Tokyo Tsukiji Market tries out: those that look best, the very
best first. Actions and bids come with the yen by which they look worse, as a negative number."""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.actions import END_TURN, OPEN_PORT
from ichiba.games.tokyo_tsukiji_market.bots.greedy import Mind
from ichiba.games.tokyo_tsukiji_market.bots.planning import Planner
from ichiba.games.tokyo_tsukiji_market.data import COLUMNS, STEP
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import PRICING_FREELY

# How many actions are tried out, and how many yen they may look worse than the best one.
_ACTIONS: Final = 6
_MARGIN: Final = 450.0
# Bids that are tried out, as steps above or below the best one.
_BIDS: Final = (-4, -2, -1, 1, 2, 4)


def is_over(world: MarketState, seat: int, legal: list[int]) -> bool:
    """Whether nothing is left to do in this turn."""
    return legal[0] == END_TURN and OPEN_PORT not in legal and not world.carts[seat]


def actions(mind: Planner, world: MarketState, legal: list[int]) -> dict[int, float]:
    """The best actions of a turn."""
    values = mind.values(world, legal)
    first = mind.choice(world, values)
    most = max(values.values())
    values = {action: value - most for action, value in values.items()}
    values.pop(first, None)
    useful = sorted(values, key=values.__getitem__, reverse=True)[: _ACTIONS - 1]
    return {first: 0.0} | {action: values[action] for action in useful if values[action] > -_MARGIN}


def bids(mind: Mind, world: MarketState, legal: list[int]) -> dict[int, float]:
    """The bid that looks best, and some others near it."""
    first = mind.best(world, legal)
    return {first: 0.0} | {first + step: 0.0 for step in _BIDS if first + step in legal}


def prices(mind: Planner, world: MarketState) -> list[int]:
    """The prices to try out for the next item: the usual one first, then others up to what anybody
    could gain by buying it."""
    item = ITEM_OF[world.to_price[0]]
    usual = mind.worth.price(item)
    most = max(mind.worth.demand[min(item, len(mind.worth.demand) - 1)] + STEP, usual)
    found = [usual, *[usual + STEP * step for step in (1, 2, -1, 3)]]
    least = COLUMNS[-1] + STEP if world.phase == PRICING_FREELY else STEP
    return [one for one in found if least <= one <= most] or [max(usual, least)]
