"""The interface of bots."""

from typing import Protocol

from ichiba.core.observer import Observer


class Bot(Protocol):
    """Chooses among the legal actions of a seat."""

    def choose(self, observer: Observer) -> int:
        """Return one of `observer.legal()`."""
