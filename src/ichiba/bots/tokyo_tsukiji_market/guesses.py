"""The choices that look best before anything is tried out: the very best first, each with the yen
by which it looks worse, as a negative number."""

from ichiba.bots.tokyo_tsukiji_market.mind import Mind
from ichiba.bots.tokyo_tsukiji_market.shrewd import Shrewd
from ichiba.games.tokyo_tsukiji_market.actions import END_TURN, OPEN_PORT
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import BIDDING, PRICING, TURN

# How many actions are tried out, and how many yen they may look worse than the best one.
_ACTIONS = 6
_MARGIN = 450.0
# Prices and bids that are tried out, as steps above or below the usual one.
_PRICES = (-1, 1, 2)
_BIDS = (-4, -2, -1, 1, 2, 4)


def first_guesses(mind: Shrewd, world: MarketState, legal: list[int]) -> dict[int, float]:
    """What is to be tried out; nothing if the decision is too small."""
    if world.phase == TURN:
        return {} if is_over(world, mind.seat, legal) else actions(mind, world, legal)
    if world.phase == PRICING:
        return _near(mind, world, legal[:-1], _PRICES)  # without prices that are not printed
    if world.phase == BIDDING:
        return _near(mind, world, legal, _BIDS)
    return {}


def is_over(world: MarketState, seat: int, legal: list[int]) -> bool:
    """Whether nothing is left to do in this turn."""
    return legal[0] == END_TURN and OPEN_PORT not in legal and not world.carts[seat]


def actions(mind: Shrewd, world: MarketState, legal: list[int]) -> dict[int, float]:
    """The best actions of a turn."""
    values = mind.values(world, legal)
    first = mind.choice(world, values)
    most = max(values.values())
    values = {action: value - most for action, value in values.items()}
    values.pop(first, None)
    useful = sorted(values, key=values.__getitem__, reverse=True)[: _ACTIONS - 1]
    return {first: 0.0} | {action: values[action] for action in useful if values[action] > -_MARGIN}


def _near(
    mind: Mind, world: MarketState, amounts: list[int], steps: tuple[int, ...]
) -> dict[int, float]:
    """The amount that looks best, and some others near it."""
    first = mind.best(world, amounts)
    if first not in amounts:
        return {}
    return {first: 0.0} | {first + step: 0.0 for step in steps if first + step in amounts}
