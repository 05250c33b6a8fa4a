"""The interface of bots, and the bot `random`.

The site usually asks the same object again for the next choice, but not after a restart or if there
are many tables. So a bot may remember a plan but must not depend on it.
"""

from random import Random
from typing import Protocol

from ichiba.core.observer import Observer


class Bot(Protocol):
    """Chooses among the legal actions of a seat."""

    def choose(self, observer: Observer) -> int:
        """Return one of `observer.legal()`."""


class Chance:
    """Plays every game, badly: it chooses uniformly among the legal actions."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, observer: Observer) -> int:
        """Choose any legal action."""
        return self._rng.choice(observer.legal())
