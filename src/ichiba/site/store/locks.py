"""One lock for each table, so that what several threads need at once is computed only once."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from weakref import WeakValueDictionary


class _Held:
    """A lock that supports weak references."""

    def __init__(self) -> None:
        self.lock = Lock()


class TableLocks:
    """One lock for each table. Unused locks are freed."""

    def __init__(self) -> None:
        self._guard = Lock()
        self._locks: WeakValueDictionary[int, _Held] = WeakValueDictionary()

    @contextmanager
    def hold(self, table: int) -> Iterator[None]:
        """Lock a table."""
        with self._guard:
            own = self._locks.setdefault(table, _Held())
        with own.lock:
            yield
