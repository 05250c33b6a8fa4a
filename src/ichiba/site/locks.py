"""Who has to wait for whom in this process: a lock for each table, and the writers' queue."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock, RLock
from weakref import WeakValueDictionary

from django.db import connection, transaction


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


# Longer than any change takes; after it a writer tries its luck with the database itself.
_PATIENCE = 2.0
_writers = RLock()


@contextmanager
def writing() -> Iterator[None]:
    """A transaction that writes.

    SQLite has one writer at a time, and lets others knock again and again after ever longer pauses.
    So the writers of this process wait for each other here, where the next one is woken at once.
    """
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    first = _writers.acquire(timeout=_PATIENCE)
    try:
        with transaction.atomic():
            yield
    finally:
        if first:
            _writers.release()
