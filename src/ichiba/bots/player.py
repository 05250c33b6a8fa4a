"""What every bot is."""

from typing import Protocol

from ichiba.core.observer import Observer


class Bot(Protocol):
    """Whoever chooses among the legal actions of a seat."""

    def choose(self, observer: Observer) -> int:
        """One of `observer.legal()`."""
