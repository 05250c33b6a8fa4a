"""Who watches which table, in this process: streams wait for a bell, bots for their turn."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import Error, connection

from ichiba.site.models import Table

log = logging.getLogger("ichiba.live")


class Bell:
    """Rung from any thread, heard in one event loop."""

    def __init__(self) -> None:
        self.seen = -1  # the version of the table that was last shown
        self._loop = asyncio.get_running_loop()
        self._event = asyncio.Event()

    def ring(self) -> None:
        """Wake whoever waits."""
        try:
            self._loop.call_soon_threadsafe(self._event.set)
        except RuntimeError:
            return  # its loop has ended, and nobody waits there any more

    async def heard(self, seconds: float) -> bool:
        """Wait for the bell; whether it was rung in time."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return False
        self._event.clear()
        return True


_lock = Lock()
_bells: dict[int, set[Bell]] = {}
_wake_bots: Callable[[int], None] | None = None


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


def ring(table: int) -> None:
    """Tell all streams of a table in this process."""
    with _lock:
        bells = [*_bells.get(table, ())]
    for bell in bells:
        bell.ring()


def on_bots_turn(wake: Callable[[int], None] | None) -> None:
    """Let somebody know when a table may wait for a bot."""
    global _wake_bots  # noqa: PLW0603 - one driver a process
    _wake_bots = wake


def wake_bots(table: int) -> None:
    """A bot may be due at this table."""
    if _wake_bots is not None:
        _wake_bots(table)


async def hear_other_processes() -> None:
    """Ring for what other processes have written. Runs as long as the server does."""
    while True:
        await asyncio.sleep(settings.POLL_SECONDS)
        with _lock:
            watched = {table: [*bells] for table, bells in _bells.items()}
        if not watched:
            continue
        try:
            found = await sync_to_async(_versions)([*watched])
        except Error:
            log.exception("the database does not answer")
            continue
        for table, version in found.items():
            for bell in watched[table]:
                if bell.seen != version:
                    bell.ring()


def _versions(watched: list[int]) -> dict[int, int]:
    try:
        return dict(Table.objects.filter(pk__in=watched).values_list("pk", "version"))
    finally:
        connection.close()
