"""The greedy bot for Tokyo Tsukiji Market: it takes the best action that its mind finds."""

from random import Random

from ichiba.bots.tokyo_tsukiji_market.mind import Mind
from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.state import MarketState


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
        return Mind(world, observer.seat).best(world, legal)
