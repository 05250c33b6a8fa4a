"""The bot `gentle`: thinks as the greedy one does, but not always. Made for first games."""

from random import Random

from ichiba.bots.player import Bot
from ichiba.core.observer import Observer

# How often it does not think.
_SLIPS = 0.1
# Among more choices than these (bids, say) a choice without a thought would be wild, not weak.
_FEW = 12


class Gentle:
    """Thinks most of the time."""

    def __init__(self, rng: Random, thinker: Bot) -> None:
        self._rng = rng
        self._thinker = thinker

    def choose(self, observer: Observer) -> int:
        """What the thinker would do, or now and then any legal action."""
        legal = observer.legal()
        if len(legal) <= _FEW and self._rng.random() < _SLIPS:
            return self._rng.choice(legal)
        return self._thinker.choose(observer)
