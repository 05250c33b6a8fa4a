"""A store in memory that keeps what was used last, up to a bound: for caches and counters."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Bounded(Generic[V]):
    """Values by key. When their sizes add up to more than `most`, those unused for longest go.

    Threads share it without waiting for a lock to read, as a board reads dozens of parts: an
    OrderedDict finds and moves a key in one step each. Caches of cachetools need a lock for that.
    """

    def __init__(self, most: int, size: Callable[[V], int] = lambda _: 1) -> None:
        self.most = most
        self._size_of = size
        self._kept: OrderedDict[Hashable, V] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable) -> V | None:
        """Return what is kept under a key, or None."""
        found = self._kept.get(key)
        if found is not None:
            with suppress(KeyError):  # another thread has just dropped it
                self._kept.move_to_end(key)
        return found

    def keep(self, key: Hashable, value: V) -> None:
        """Keep a value instead of what was kept under its key."""
        with self._lock:
            before = self._kept.pop(key, None)
            self._size += self._size_of(value) - (0 if before is None else self._size_of(before))
            self._kept[key] = value
            while self._size > self.most:
                self._size -= self._size_of(self._kept.popitem(last=False)[1])

    def drop(self, key: Hashable) -> None:
        """Forget what is kept under a key, if anything is."""
        with self._lock:
            if key in self._kept:
                self._size -= self._size_of(self._kept.pop(key))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._size = 0
