"""Opens all transactions of the site, with a queue for the writers of SQLite.

All code takes locks in one order: this queue, the database, the rows of tables in the order of
their numbers, the rows of errands. So there are no deadlocks.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import RLock, local

from django.db import connection, transaction

# Seconds; longer than any change takes. After it, a writer relies on SQLite's own locking.
_PATIENCE = 2.0
writers = RLock()


class _Later(local):
    """What this thread does after its transaction."""

    calls: list[Callable[[], None]] | None = None  # None outside of `writing`

    def add(self, do: Callable[[], None]) -> None:
        if self.calls is None:  # Django opened the transaction, for a page of the moderators
            do()
        else:
            self.calls.append(do)


_later = _Later()


@contextmanager
def writing() -> Iterator[None]:
    """Open a transaction that writes.

    Every transaction of the site is opened here, so that all code takes locks in one order: the
    queue of writers, the database, and then table rows by id.

    A nested call doesn't wait for the queue: its first writer may be waiting for the database,
    which this transaction has locked.
    """
    if connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    calls = _later.calls = []
    try:
        with _queue(), transaction.atomic():
            yield
    finally:
        _later.calls = None
    for call in calls:
        call()


def afterwards(do: Callable[[], None]) -> None:
    """Do something once the current transaction has been committed and others can write again."""
    transaction.on_commit(lambda: _later.add(do))


@contextmanager
def _queue() -> Iterator[None]:
    """Wait for the other writers of this process.

    SQLite allows one writer at a time, and others retry with back-off. So they queue here instead,
    where the next one wakes up immediately.
    """
    first = connection.vendor == "sqlite" and writers.acquire(timeout=_PATIENCE)
    try:
        yield
    finally:
        if first:
            writers.release()


def without_connection() -> None:
    """Give the connection back to the pool before waiting for another server.

    The threads of a process share a few connections (PostgreSQL). Slow mail servers and webhooks
    would otherwise take them from the requests.
    """
    if not connection.in_atomic_block:
        connection.close()


@contextmanager
def reading_one_moment() -> Iterator[None]:
    """Read everything as it was at one moment, whatever others write meanwhile (PostgreSQL)."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield


@contextmanager
def filling(database: str) -> Iterator[None]:
    """Open a transaction in a database that only this process uses, such as a new backup."""
    with transaction.atomic(using=database):
        yield
