"""A table's events as they happen: server-sent events in JSON, for one caller's eyes alone.

`happened` tells an event of the game, `taken_back` that the last few did not happen after all,
`chat` what was said, `changed` that the table has a new version, `gone` that the caller may not
look any more.
"""

import asyncio
from collections.abc import AsyncIterator

import msgspec
from django.core.exceptions import PermissionDenied
from django.db import Error
from django.http import Http404, HttpRequest, HttpResponseBase
from ninja import Query, Router

from ichiba.core.messages import Event
from ichiba.site import live
from ichiba.site.api.callers import FOR_ALL, Caller, again
from ichiba.site.api.problems import may_answer
from ichiba.site.api.shapes import Slug
from ichiba.site.api.showing import Seen, last_lines, look, said
from ichiba.site.matches import Unreplayable
from ichiba.site.models import Table
from ichiba.site.streams import HEARTBEAT, RETRY, event_stream, place_for
from ichiba.site.threads import in_thread

router = Router(tags=["play"])


class Told(msgspec.Struct):
    """What a stream has sent so far."""

    version: int = -1
    log: list[Event] = []
    chat: int = 0


@router.get(
    "/{slug}/stream",
    auth=FOR_ALL["auth"],
    response=may_answer(200, None),
    summary="Events as they happen",
    openapi_extra={
        **FOR_ALL["openapi_extra"],  # type: ignore[dict-item]
        "responses": {200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    },
)
async def stream(
    request: HttpRequest,
    slug: Slug,
    since: int = Query(-1, ge=-1, le=10**6, description="Leave out of the log what is older."),
) -> HttpResponseBase:
    """Server-sent events: happened, taken_back, chat, changed, gone; the data of each is JSON."""
    caller: Caller = request.auth  # type: ignore[attr-defined]
    table = await in_thread(caller.find, slug)
    place = place_for(request, caller.person)

    async def changes() -> AsyncIterator[str]:
        told = Told()
        with place, live.watching(table.pk) as bell:
            while True:
                try:
                    news = await in_thread(
                        _news, slug, caller, told, since, urgent=bell.was_urgent()
                    )
                except Error:  # the database is away: the stream stays, silent, until it is back
                    await asyncio.sleep(RETRY)
                    continue
                for text in news:
                    yield text
                bell.seen = told.version
                if told.version < 0:
                    return
                if not await bell.heard(HEARTBEAT):
                    yield ": still here\n\n"

    return event_stream(changes(), place)


def _news(slug: str, caller: Caller, told: Told, since: int) -> list[str]:
    """All that has happened since; a version of -1 says that there will be no more."""
    try:
        now = again(caller)
        if now is None:
            raise PermissionDenied
        table = now.find(slug)
        now.note_presence(table)
        return [] if table.version == told.version else _tell(table, now, told, since)
    except (PermissionDenied, Http404, Unreplayable):
        told.version = -1
        return [_event("gone", {})]


def _tell(table: Table, caller: Caller, told: Told, since: int) -> list[str]:
    """Bring a stream up to date with a table."""

    # Asked first: if the database does not answer, nothing counts as told.
    lines = [line for line in last_lines(table) if line.pk > told.chat]

    def compare(seen: Seen) -> list[str]:
        log = seen.events()
        same = next((n for n, (a, b) in enumerate(zip(log, told.log, strict=False))
                     if a is not b and a != b), min(len(log), len(told.log)))  # fmt: skip
        texts = []
        if same < len(told.log):
            texts.append(_event("taken_back", {"count": len(told.log) - same}))
        new = [event for event in log[same:] if event.move > since]
        texts += [_event("happened", seen.told(event)) for event in new]
        told.log = log
        texts += [_event("chat", said(line)) for line in lines]
        state = {"version": table.version, "status": table.status, "your_turn": seen.your_turn}
        return [*texts, _event("changed", state, table.version)]

    texts = look(table, caller, compare)
    told.version = table.version
    told.chat = lines[-1].pk if lines else told.chat
    return texts


def _event(kind: str, data: dict[str, object], version: int | None = None) -> str:
    head = f"event: {kind}\n" if version is None else f"event: {kind}\nid: {version}\n"
    return f"{head}data: {msgspec.json.encode(data).decode()}\n\n"
