"""Hears what other processes do: on PostgreSQL by listening, else by asking now and then."""

import asyncio
import logging
from typing import Any

from django.conf import settings
from django.db import Error, connection

from ichiba.site import live
from ichiba.site.models import Table
from ichiba.site.observing.logs import in_short
from ichiba.site.threads import in_thread

log = logging.getLogger("ichiba.live")

# Seconds between two proofs that the line still stands, and how long one may take.
PROOF = 5.0
ANSWER = 3.0


async def hear_other_processes() -> None:
    """Ring for what other processes have written. Runs as long as the server does."""
    while True:
        if connection.vendor == "postgresql":
            await _listen_while_possible()
        await asyncio.sleep(settings.POLL_SECONDS)
        await _ask()


async def _listen_while_possible() -> None:
    """Listen until the line breaks; the caller asks for changes until it stands again."""
    import psycopg

    try:
        async with await psycopg.AsyncConnection.connect(**_line()) as line:
            await line.execute(f"LISTEN {live.CHANNEL}")
            await _ask()
            live.look_at_all_bots()
            while True:
                async for notice in line.notifies(timeout=PROOF):
                    _take(notice.payload)
                await asyncio.wait_for(line.execute("SELECT 1"), ANSWER)
    except (psycopg.Error, OSError, TimeoutError) as error:
        log.warning("no line to the database, changes are asked for: %s", in_short(error))


def _line() -> dict[str, Any]:
    """The connection of the listener: like those of requests, but its own, and held for good."""
    known = connection.get_connection_params()
    own = {"autocommit": True, "application_name": "ichiba listener"}
    return {key: known[key] for key in known if key not in ("cursor_factory", "context")} | own


def _take(payload: str) -> None:
    table, _, process = payload.partition(" ")
    if process != live.PROCESS and table.isdigit():
        live.heard(int(table))


async def _ask() -> None:
    """Compare what is shown with the versions in the database."""
    watched = live.watched_tables()
    if not watched:
        return
    try:
        live.compare(await in_thread(_versions, watched))
    except Error as error:
        log.warning("the database does not answer: %s", in_short(error))


def _versions(watched: list[int]) -> dict[int, int]:
    return dict(Table.objects.filter(pk__in=watched).values_list("pk", "version"))
