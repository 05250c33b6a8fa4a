"""Tokyo Tsukiji Market's light player as a bot of its own, to compare others with."""

from random import Random
from typing import cast

from ichiba.bots.tokyo_tsukiji_market.swift import Swift
from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.state import MarketState


class Quick:
    """Plays like the light player. It keeps its estimates for a turn."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._light = Swift()

    def choose(self, observer: Observer) -> int:
        """Choose what looks good."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        world = cast(MarketState, observer.determinize(self._rng))
        return self._light.choose(world, observer.seat, legal)
