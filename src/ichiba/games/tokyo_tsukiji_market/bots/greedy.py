"""The greedy bot for Tokyo Tsukiji Market: it takes the best action that its mind finds.

Careful players would wait for each other forever once nobody gains anything: they all sell fish
that is worth no more than its price, and nobody buys any. If nobody's money or resources have
changed for six rounds, greedy takes the best action that changes them, even at a loss. The master
does something similar after three rounds of passing or six of fishing.
"""

from random import Random
from typing import Final

from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.actions import END_TURN
from ichiba.games.tokyo_tsukiji_market.bots.mind import Mind
from ichiba.games.tokyo_tsukiji_market.holding import all_resources
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import TURN


def stands_still(world: MarketState, rounds: int) -> bool:
    """Whether nobody's money and resources have changed for so many rounds."""
    if not rounds or world.round <= rounds:
        return False
    last = world.standings[-rounds * world.setup.players :]
    return all(one == last[0] for one in last)


def stir(mind: Mind, world: MarketState, legal: list[int]) -> int | None:
    """The best action that changes what anybody owns, whatever it costs; None if there is none."""
    before = (world.money, all_resources(world))
    best, best_value = None, float("-inf")
    for action in legal:
        if action == END_TURN or mind.is_pointless(world, action):
            continue
        after = mind.play_out(world, action)
        if after is None or (after.money, all_resources(after)) == before:
            continue
        value = mind.worth.evaluate(after)
        if value > best_value:
            best, best_value = action, value
    return best


# For how many rounds without a change it waits for better times.
_PATIENCE: Final = 6


class Greedy:
    """Looks ahead to the end of the current action."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, observer: Observer) -> int:
        """The best action it finds."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        world = observer.determinize(self._rng)
        if not isinstance(world, MarketState):
            return legal[0]
        mind = Mind(world, observer.seat)
        if world.phase == TURN and stands_still(world, _PATIENCE):
            choice = stir(mind, world, legal)
            if choice is not None:
                return choice
        return mind.best(world, legal)
