"""Opens all transactions of the site, with a queue for the writers of SQLite."""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from django.db import connection, transaction

# Seconds; longer than any change takes. After it, a writer relies on SQLite's own locking.
_PATIENCE = 2.0
_writers = RLock()


@contextmanager
def writing() -> Iterator[None]:
    """Open a transaction that writes.

    Every transaction of the site is opened here, so that all code takes locks in one order: the
    queue of writers, the database, and then table rows by id.

    SQLite allows one writer at a time, and others retry with back-off. So the writers of this
    process queue here instead, where the next one wakes up immediately. A nested call doesn't wait
    for the queue: its first writer may be waiting for the database, which this transaction has
    locked.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
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
