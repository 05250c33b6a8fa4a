"""Notices changes made by other processes: with LISTEN on PostgreSQL, otherwise by polling."""

import asyncio
import logging
from typing import Any

from django.conf import settings
from django.db import Error, connection

from ichiba.site.live import notifications
from ichiba.site.live.threads import in_thread
from ichiba.site.models import Table
from ichiba.site.observing.logs import in_short

log = logging.getLogger("ichiba.live")

# Seconds between two checks of the LISTEN connection, and the time-out of a check.
PROOF = 5.0
ANSWER = 3.0


async def hear_other_processes() -> None:
    """Notify streams of changes by other processes. Runs as long as the server does."""
    while True:
        if connection.vendor == "postgresql":
            await _listen_while_possible()
        await asyncio.sleep(settings.POLL_SECONDS)
        await _ask()


async def _listen_while_possible() -> None:
    """Listen until the connection is lost. The caller then polls and reconnects."""
    import psycopg

    try:
        async with await psycopg.AsyncConnection.connect(**_line()) as line:
            await line.execute(f"LISTEN {notifications.CHANNEL}")
            await _ask()
            notifications.look_at_all_bots()
            while True:
                async for notice in line.notifies(timeout=PROOF):
                    _take(notice.payload)
                await asyncio.wait_for(line.execute("SELECT 1"), ANSWER)
    except (psycopg.Error, OSError, TimeoutError) as error:
        log.warning("LISTEN connection lost; polling: %s", in_short(error))


def _line() -> dict[str, Any]:
    """Return the parameters of the listener's own connection, which stays open."""
    known = connection.get_connection_params()
    own = {"autocommit": True, "application_name": "ichiba listener"}
    return {key: known[key] for key in known if key not in ("cursor_factory", "context")} | own


def _take(payload: str) -> None:
    table, _, process = payload.partition(" ")
    if process != notifications.PROCESS and table.isdigit():
        notifications.heard(int(table))


async def _ask() -> None:
    """Compare the versions that pages show with those in the database."""
    watched = notifications.watched_tables()
    if not watched:
        return
    try:
        notifications.compare(await in_thread(_versions, watched))
    except Error as error:
        log.warning("Database error while polling: %s", in_short(error))


def _versions(watched: list[int]) -> dict[int, int]:
    return dict(Table.objects.filter(pk__in=watched).values_list("pk", "version"))
