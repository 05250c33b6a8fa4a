"""The interface of bots.

The site usually asks the same object again for the next choice, but not after a restart or if there
are many tables. So a bot may remember a plan but must not depend on it.
"""

from typing import Protocol

from ichiba.core.observer import Observer


class Bot(Protocol):
    """Chooses among the legal actions of a seat."""

    def choose(self, observer: Observer) -> int:
        """Return one of `observer.legal()`."""
