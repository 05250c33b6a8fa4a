"""The bot `random`: any legal action, each as likely as the other."""

from random import Random

from ichiba.core.observer import Observer


class Chance:
    """Plays every title, badly."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, observer: Observer) -> int:
        """Any legal action."""
        return self._rng.choice(observer.legal())
