"""The event stream of a table: server-sent events with JSON, for one caller.

`happened` is an event of the game. `taken_back` means that the last few events were undone. `chat`
is a chat message. `changed` means that the table has a new version. `gone` means that the caller
may no longer see the table.
"""

from collections.abc import Iterator
from datetime import datetime
from functools import partial
from typing import Annotated

import msgspec
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponseBase
from ninja import Query, Router

from ichiba.core.messages import Event
from ichiba.site.api.callers import FOR_ALL, ApiRequest, Caller, again
from ichiba.site.api.problems import may_answer
from ichiba.site.api.shapes import Slug
from ichiba.site.api.showing import ShownTable, said
from ichiba.site.live import propagation
from ichiba.site.live.streams import Gone, event_stream, place_for
from ichiba.site.live.threads import in_thread
from ichiba.site.models import ChatLine
from ichiba.site.people import limits
from ichiba.site.store.snapshots import Snapshot, Unreplayable

router = Router(tags=["play"])

Since = Annotated[int, Query(ge=-1, le=10**6, description="Leave out events up to this move.")]

STREAMED = {"responses": {200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}}}
IDLE = b": version %d, still here\n\n"  # a comment, which clients ignore


class SoFar(msgspec.Struct):
    """What a stream has sent so far."""

    log: list[Event] = []
    chat: int = 0  # the primary key of the last message
    lines: set[tuple[int, datetime]] = set()
    epoch: str = ""


@router.get(
    "/{slug}/stream",
    auth=FOR_ALL["auth"],
    response=may_answer(200, None),
    summary="Event stream",
    openapi_extra={**FOR_ALL["openapi_extra"], **STREAMED},
)
async def stream(
    request: ApiRequest,
    slug: Slug,
    since: Since = -1,
) -> HttpResponseBase:
    """Server-sent events with JSON data: happened, taken_back, chat, changed and gone."""
    caller = request.auth
    found = await in_thread(caller.visitor.find, slug)
    place = place_for(limits.address(request), caller.person)
    news = partial(next_event, slug, caller, SoFar(), since)
    watching = propagation.watching(found.table.pk)
    return event_stream(request, watching, place, news, idle=IDLE, gone=event("gone", {}))


def next_event(slug: str, caller: Caller, sent: SoFar, since: int, last: int) -> tuple[int, bytes]:
    """Return the events since the version that was sent last, and the newest version."""
    try:
        now = again(caller)
        if now is None:
            raise Gone
        found = now.visitor.find(slug)
    except (PermissionDenied, Http404, Unreplayable):
        raise Gone from None
    found = now.visitor.note_presence(found, looking=False)
    if found.version == last:
        return last, b""
    return found.version, b"".join(_tell(ShownTable(found, now.visitor), sent, since))


def _tell(shown: ShownTable, sent: SoFar, since: int) -> Iterator[bytes]:
    """Yield the events that bring a stream up to date with a table."""
    log, snapshot = shown.events(), shown.snapshot
    same = next((n for n, (a, b) in enumerate(zip(log, sent.log, strict=False))
                 if a is not b and a != b), min(len(log), len(sent.log)))  # fmt: skip
    if same < len(sent.log):
        yield event("taken_back", {"count": len(sent.log) - same})
    for one in log[same:]:
        if one.move > since:
            yield event("happened", shown.told(one))
    for line in _new_lines(snapshot, sent):
        yield event("chat", said(line))
    sent.log = log
    status, version = snapshot.table.status, snapshot.version
    state = {"version": version, "status": status, "your_turn": shown.your_turn}
    yield event("changed", state, version)


def _new_lines(snapshot: Snapshot, sent: SoFar) -> list[ChatLine]:
    """Return the chat messages that a stream has not sent yet.

    A restored database numbers its next messages like some that were sent.
    """
    lines = snapshot.chat
    if sent.epoch == snapshot.epoch:
        new = [line for line in lines if line.pk > sent.chat]
    else:
        new = [line for line in lines if (line.pk, line.created) not in sent.lines]
        sent.epoch, sent.chat = snapshot.epoch, 0
    sent.chat = max([sent.chat, *(line.pk for line in lines)])
    sent.lines = {(line.pk, line.created) for line in lines}
    return new


def event(kind: str, data: dict[str, object], version: int | None = None) -> bytes:
    """Return a server-sent event with JSON."""
    head = f"event: {kind}\n" if version is None else f"event: {kind}\nid: {version}\n"
    return b"%bdata: %b\n\n" % (head.encode(), msgspec.json.encode(data))
