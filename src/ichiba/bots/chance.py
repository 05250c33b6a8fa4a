"""The bot `random`: chooses uniformly among the legal actions."""

from random import Random

from ichiba.core.observer import Observer


class Chance:
    """Plays every game, badly."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, observer: Observer) -> int:
        """Choose any legal action."""
        return self._rng.choice(observer.legal())
