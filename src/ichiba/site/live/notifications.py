"""Notifications about changed tables, for the streams and bots of this process."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from secrets import token_hex
from threading import Lock
from typing import Protocol

from django.db import connection, transaction

# The PostgreSQL channel. A payload of "12 5fd1" means that process 5fd1 changed table 12.
CHANNEL = "ichiba_table"
PROCESS = token_hex(4)


class Bots(Protocol):
    """The driver of this process's bots."""

    def wake(self, table: int) -> None:
        """Check this table, because a bot may be due."""

    def hurry(self, table: int) -> None:
        """Let the bots here move without pauses."""

    def leave_to_others(self, table: int) -> None:
        """Leave the bots here to the process that has just moved."""

    def look_at_all(self) -> None:
        """Check all tables, because notifications may have been missed."""


class Bell:
    """An asyncio event that any thread can set."""

    def __init__(self) -> None:
        self.seen = -1  # the version of the table that was sent last
        self.versions: dict[int, int] | None = None  # the same for a stream of several tables
        self._urgent = True
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()

    def ring(self, *, urgent: bool) -> None:
        """Wake the stream that waits for this bell."""
        self._urgent = self._urgent or urgent
        try:
            self._loop.call_soon_threadsafe(self._event.set)
        except RuntimeError:
            return  # its event loop is closed, so nobody is waiting

    def knows(self, table: int, version: int) -> bool:
        """Return whether the stream has already sent this version."""
        seen = self.seen if self.versions is None else self.versions.get(table)
        return seen == version

    def was_urgent(self) -> bool:
        """Return whether any ring since the last call was urgent."""
        urgent, self._urgent = self._urgent, False
        return urgent

    async def heard(self, seconds: float) -> bool:
        """Wait for the bell, and return whether it rang in time."""
        try:
            # `wait_for` can swallow a cancellation that arrives together with the event.
            async with asyncio.timeout(seconds):
                await self._event.wait()
        except TimeoutError:
            return False
        self._event.clear()
        return True


_lock = Lock()
_bells: dict[int, set[Bell]] = {}
_bots: Bots | None = None


@contextmanager
def watching(table: int) -> Iterator[Bell]:
    """Yield a bell that rings whenever the table changes."""
    bell = Bell()
    with _lock:
        _bells.setdefault(table, set()).add(bell)
    try:
        yield bell
    finally:
        with _lock:
            _take_down(table, bell)


def _take_down(table: int, bell: Bell) -> None:
    _bells[table].discard(bell)
    if not _bells[table]:
        del _bells[table]


class Followed:
    """The tables that one stream follows, with the versions that it has sent."""

    def __init__(self) -> None:
        self.versions: dict[int, int] = {}
        self._tables: set[int] = set()
        self._bell: Bell | None = None  # while the stream is open

    @contextmanager
    def watching(self) -> Iterator[Bell]:
        """Yield a bell that rings whenever one of the tables changes."""
        bell = self._bell = Bell()
        bell.versions = self.versions
        try:
            yield bell
        finally:
            with _lock:
                for table in self._tables:
                    _take_down(table, bell)
                self._tables, self._bell = set(), None

    def follow(self, tables: Iterable[int]) -> None:
        """Follow these tables and no others. Does nothing once the stream has ended."""
        wanted = {*tables}
        with _lock:
            if self._bell is None:
                return
            for table in self._tables - wanted:
                _take_down(table, self._bell)
            for table in wanted - self._tables:
                _bells.setdefault(table, set()).add(self._bell)
            self._tables = wanted


def announce(table: int, *, urgent: bool = True) -> None:
    """Notify all viewers in all processes of a change once the current transaction commits."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{table} {PROCESS}"])
    transaction.on_commit(lambda: ring(table, urgent=urgent))


def ring(table: int, *, urgent: bool = True) -> None:
    """Notify all streams of a table in this process. Urgent changes are rendered first."""
    with _lock:
        bells = [*_bells.get(table, ())]
    for bell in bells:
        bell.ring(urgent=urgent)


def heard(table: int) -> None:
    """Handle a change made by another process."""
    ring(table)
    if _bots is not None:
        _bots.leave_to_others(table)


def compare(versions: dict[int, int]) -> None:
    """Notify the streams that haven't sent these versions yet."""
    with _lock:
        watched = {table: [*_bells.get(table, ())] for table in versions}
    for table, bells in watched.items():
        if not all(bell.knows(table, versions[table]) for bell in bells):
            heard(table)


def watched_tables() -> list[int]:
    """Return all tables that have open streams in this process."""
    with _lock:
        return [*_bells]


def use_bots(bots: Bots | None) -> None:
    """Set the driver of this process's bots."""
    global _bots  # noqa: PLW0603 - one driver a process
    _bots = bots


def wake_bots(table: int) -> None:
    """Check this table, because a bot may be due."""
    if _bots is not None:
        _bots.wake(table)


def hurry_bots(table: int) -> None:
    """Let the bots of this table move without pauses until a person is due."""
    if _bots is not None:
        _bots.hurry(table)


def look_at_all_bots() -> None:
    """Check all tables for bots that are due, because notifications may have been missed."""
    if _bots is not None:
        _bots.look_at_all()
