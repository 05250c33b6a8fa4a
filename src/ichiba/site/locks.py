"""One lock for each table, for as long as somebody holds it or waits for it."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, RLock
from weakref import WeakValueDictionary


class _Held:
    """A lock that can be kept weakly."""

    def __init__(self) -> None:
        self.lock = RLock()


class TableLocks:
    """Locks by table; those that nobody needs any more go by themselves."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._locks: WeakValueDictionary[int, _Held] = WeakValueDictionary()

    @contextmanager
    def hold(self, table: int) -> Iterator[None]:
        """Alone with a table; the same thread may come in again."""
        with self._guard:
            own = self._locks.setdefault(table, _Held())
        with own.lock:
            yield
