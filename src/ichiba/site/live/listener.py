"""Notices changes made by other processes: with LISTEN on PostgreSQL, otherwise by polling."""

import asyncio
import logging
from typing import Any

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import Error, connection

from ichiba.site.live import propagation
from ichiba.site.live.threads import in_thread
from ichiba.site.models import SiteValue, Table
from ichiba.site.observing.logs import in_short

log = logging.getLogger("ichiba.live")

# Seconds between two checks of the LISTEN connection, and the time-out of a check.
PROOF = 5.0
ANSWER = 3.0

_epoch: str | None = None  # of the database, when it was last asked


async def hear_other_processes() -> None:
    """Notify streams of changes by other processes. Runs as long as the server does."""
    while True:
        if connection.vendor == "postgresql":
            await _listen_while_possible()
        await asyncio.sleep(settings.CONFIGURATION.poll_seconds)
        await ask()


async def _listen_while_possible() -> None:
    """Listen until the connection is lost. The caller then polls and reconnects."""
    import psycopg

    try:
        async with await psycopg.AsyncConnection.connect(**_line()) as line:
            await line.execute(f"LISTEN {propagation.CHANNEL}")
            await ask()
            propagation.look_at_all_bots()
            while True:
                async for notice in line.notifies(timeout=PROOF):
                    await _take(notice.payload)
                await asyncio.wait_for(line.execute("SELECT 1"), ANSWER)
    except (psycopg.Error, OSError, TimeoutError) as error:
        log.warning("LISTEN connection lost; polling: %s", in_short(error))


def _line() -> dict[str, Any]:
    """Return the parameters of the listener's own connection, which stays open."""
    known = connection.get_connection_params()
    own = {"autocommit": True, "application_name": "ichiba listener"}
    return {key: known[key] for key in known if key not in ("cursor_factory", "context")} | own


async def _take(payload: str) -> None:
    table, _, process = payload.partition(" ")
    if table == propagation.ALL:
        await ask()
    elif process != propagation.PROCESS and table.isdigit():
        propagation.heard(int(table))


async def ask() -> None:
    """Compare the versions that pages show with those in the database."""
    global _epoch  # noqa: PLW0603 - one database a process
    try:
        epoch, versions = await in_thread(_read, propagation.watched_tables())
    except Error as error:
        log.warning("Database error while polling: %s", in_short(error))
        return
    if _epoch is not None and epoch != _epoch:
        log.info("A backup has been restored.")
        ContentType.objects.clear_cache()  # Django's own: its rows were replaced, too
        propagation.restored()
    _epoch = epoch
    propagation.compare(versions)


def _read(watched: list[int]) -> tuple[str, dict[int, int]]:
    """Return the epoch, and the versions of these tables."""
    epoch = SiteValue.objects.filter(name=SiteValue.EPOCH).values_list("value", flat=True).first()
    found = Table.objects.filter(pk__in=watched).values_list("pk", "version")
    return epoch or "", dict(found) if watched else {}
