"""Carries changes of tables to the streams and bots of this process, and to other processes.

The thread that has changed a table also prepares the next events of its streams, for at most eight
of them, because each switch to another thread waits for whatever else is running. It does so after
the transaction, so other writers don't wait. A stream that is not waiting, because its client reads
slowly, looks for the newest version later, in a stream thread. So do further streams, new ones, and
all streams after a change by another process.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from threading import Lock
from typing import Protocol

from django.db import connection

from ichiba.site.models import Table

# The PostgreSQL channel. A payload of "12 5fd1" means that process 5fd1 changed table 12, and
# "all 5fd1" that it has restored a backup.
CHANNEL = "ichiba_table"
ALL = "all"
PROCESS = token_hex(4)
# The most streams of a table whose events are prepared by the thread that changed it. A person who
# moves waits for them: with a kept live part, each takes about 0.3 ms.
MOST_PREPARED = 8


class Bots(Protocol):
    """The driver of this process's bots."""

    def wake(self, table: int, owner: int) -> None:
        """Check this table of an owner, because a bot may be due."""

    def hurry(self, table: int, owner: int) -> None:
        """Let the bots here move without pauses."""

    def leave_to_others(self, table: int) -> None:
        """Leave the bots here to the process that has just moved."""

    def look_at_all(self) -> None:
        """Check all tables, because notifications may have been missed."""

    def start_again(self) -> None:
        """Check all tables now, because a backup has been restored."""


class Bell:
    """Wakes one stream. While the stream waits, whoever rings prepares its next event."""

    def __init__(self) -> None:
        self.sent = -1  # the version of the table that was sent last
        self.versions: dict[int, int] | None = None  # the same for a stream of several tables
        self.prepare: Callable[[Bell], bytes] = _nothing  # returns the next event, if there is one
        self._loop = asyncio.get_running_loop()
        self._lock = Lock()
        # Set while the stream waits. Whoever takes it, and nobody else, prepares the next event.
        self._waiting: asyncio.Future[bytes | None] | None = None
        self._rung = False  # while the stream did not wait

    def ring(self, *, prepare: bool) -> bool:
        """Wake the stream, with its next event or, if not `prepare`, to look for it.

        A stream that isn't waiting looks for what is new before it waits again. Return False if
        the event could not be prepared: the stream looks again, gets the same error and handles it.
        """
        with self._lock:
            waiting, self._waiting = self._waiting, None
            self._rung = waiting is None
        if waiting is None:
            return True
        event = None
        if prepare:
            with suppress(Exception):
                event = self.prepare(self)
        with suppress(RuntimeError):  # its event loop is closed, so nobody is waiting
            self._loop.call_soon_threadsafe(_wake, waiting, event)
        return event is not None or not prepare

    def knows(self, table: int, version: int) -> bool:
        """Return whether the stream has already sent this version."""
        last = self.sent if self.versions is None else self.versions.get(table)
        return last == version

    async def heard(self, seconds: float) -> bytes | None:
        """Wait for the bell, and return the next event; None if the stream has to look for it.

        TimeoutError if the bell doesn't ring in time.
        """
        waiting: asyncio.Future[bytes | None] = self._loop.create_future()
        with self._lock:
            if self._rung:
                self._rung = False
                return None
            self._waiting = waiting
        await asyncio.wait([waiting], timeout=seconds)
        with self._lock:
            if self._waiting is waiting:
                self._waiting = None
                raise TimeoutError
        return await waiting  # it may still be prepared


def _nothing(_bell: Bell) -> bytes:
    return b""


def _wake(waiting: "asyncio.Future[bytes | None]", event: bytes | None) -> None:
    if not waiting.done():  # otherwise the stream has ended
        waiting.set_result(event)


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


def announce(table: int | str) -> None:
    """Notify all other processes of a change once the current transaction commits.

    `ALL` means that a backup has been restored.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{table} {PROCESS}"])


def ring(table: int) -> None:
    """Notify all streams of a table in this process, after a change by this thread.

    This thread prepares the next events itself, because every change of threads takes time. It
    stops after an error: if the database is down, each attempt may take seconds.
    """
    with _lock:
        bells = [*_bells.get(table, ())]
    well = True
    for number, bell in enumerate(bells):
        well = bell.ring(prepare=well and number < MOST_PREPARED) and well


def heard(table: int) -> None:
    """Handle a change made by another process. Called by the event loop, which never renders."""
    with _lock:
        bells = [*_bells.get(table, ())]
    for bell in bells:
        bell.ring(prepare=False)
    if _bots is not None:
        _bots.leave_to_others(table)


def restored() -> None:
    """Handle a restored backup: every table may have changed. Called by the event loop."""
    with _lock:
        bells = {bell for some in _bells.values() for bell in some}
    for bell in bells:
        bell.ring(prepare=False)
    if _bots is not None:
        _bots.start_again()


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


def wake_bots(table: Table) -> None:
    """Check this table, because a bot may be due."""
    if _bots is not None:
        _bots.wake(table.pk, table.owner_id)


def hurry_bots(table: Table) -> None:
    """Let the bots of this table move without pauses until a person is due."""
    if _bots is not None:
        _bots.hurry(table.pk, table.owner_id)


def look_at_all_bots() -> None:
    """Check all tables for bots that are due, because notifications may have been missed."""
    if _bots is not None:
        _bots.look_at_all()
