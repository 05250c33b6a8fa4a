"""Who watches which table, in this process: streams wait for a bell, bots for their turn."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex
from threading import Lock
from typing import Protocol

from django.db import connection, transaction

# Where PostgreSQL carries "table 12 has changed, says process 5fd1" to all processes.
CHANNEL = "ichiba_table"
PROCESS = token_hex(4)


class Bots(Protocol):
    """Whoever lets the bots of this process move."""

    def wake(self, table: int) -> None:
        """A bot may be due here."""

    def leave_to_others(self, table: int) -> None:
        """Another process has moved here, and goes on with the bots."""

    def look_at_all(self) -> None:
        """Something may have been missed."""


class Bell:
    """Rung from any thread, heard in one event loop."""

    def __init__(self) -> None:
        self.seen = -1  # the version of the table that was last shown
        self._urgent = True
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()

    def ring(self, *, urgent: bool) -> None:
        """Wake whoever waits."""
        self._urgent = self._urgent or urgent
        try:
            self._loop.call_soon_threadsafe(self._event.set)
        except RuntimeError:
            return  # its loop has ended, and nobody waits there any more

    def was_urgent(self) -> bool:
        """Whether a person waits for what it was rung for since this was asked last."""
        urgent, self._urgent = self._urgent, False
        return urgent

    async def heard(self, seconds: float) -> bool:
        """Wait for the bell; whether it was rung in time."""
        try:
            # Not `wait_for`: rung in the moment in which its visitor goes, it would wait on.
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
    """A bell that is rung whenever the table changes."""
    bell = Bell()
    with _lock:
        _bells.setdefault(table, set()).add(bell)
    try:
        yield bell
    finally:
        with _lock:
            _bells[table].discard(bell)
            if not _bells[table]:
                del _bells[table]


def announce(table: int, *, urgent: bool = True) -> None:
    """In a transaction: once it is committed, all who watch the table hear of it, everywhere."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{table} {PROCESS}"])
    transaction.on_commit(lambda: ring(table, urgent=urgent))


def ring(table: int, *, urgent: bool = True) -> None:
    """Tell all streams of a table in this process; what is urgent comes first."""
    with _lock:
        bells = [*_bells.get(table, ())]
    for bell in bells:
        bell.ring(urgent=urgent)


def heard(table: int) -> None:
    """Another process has changed this table."""
    ring(table)
    if _bots is not None:
        _bots.leave_to_others(table)


def compare(versions: dict[int, int]) -> None:
    """Ring for those streams that have not shown these versions."""
    with _lock:
        watched = {table: [*_bells.get(table, ())] for table in versions}
    for table, bells in watched.items():
        if any(bell.seen != versions[table] for bell in bells):
            heard(table)


def watched_tables() -> list[int]:
    """All tables that somebody looks at through this process."""
    with _lock:
        return [*_bells]


def use_bots(bots: Bots | None) -> None:
    """Let somebody know when a table may wait for a bot."""
    global _bots  # noqa: PLW0603 - one driver a process
    _bots = bots


def wake_bots(table: int) -> None:
    """A bot may be due at this table."""
    if _bots is not None:
        _bots.wake(table)


def look_at_all_bots() -> None:
    """Bots may be due anywhere: what others did was not heard for a while."""
    if _bots is not None:
        _bots.look_at_all()
