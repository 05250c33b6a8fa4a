"""The greedy bot for Tokyo Tsukiji Market: it takes the best action that its mind finds."""

from random import Random
from typing import Final

from ichiba.bots.tokyo_tsukiji_market.mind import Mind
from ichiba.bots.tokyo_tsukiji_market.patience import stands_still, stir
from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import TURN

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
