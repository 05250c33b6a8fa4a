"""A bare ASGI program that `measure.py` compares the site with.

It speaks just enough of the site's language for the same client. A posted move makes a new version
of a table, everyone at the table gets an event, and then as many as bots would cause. But nothing
is computed or stored: answers and events are filled up to the size that they had on the site.
"""

import asyncio
import os
from collections import defaultdict
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

Message = dict[str, Any]
Send = Callable[[Message], Awaitable[None]]
Receive = Callable[[], Awaitable[Message]]

EVENT = int(os.environ.get("BARE_EVENT", "3000"))  # bytes of an event
ANSWER = int(os.environ.get("BARE_ANSWER", "8000"))  # bytes of the answer to a move
BOTS = float(os.environ.get("BARE_BOTS", "2"))  # events that follow a move, on average
PAUSE = float(os.environ.get("BARE_PAUSE", "0.7"))  # seconds between them

TURN = b'name="move" value="go" name="page" value="0" '
_numbers = count(1)
_versions: defaultdict[str, int] = defaultdict(int)
_streams: defaultdict[str, list[asyncio.Queue[bytes]]] = defaultdict(list)
_owed: defaultdict[str, float] = defaultdict(float)  # events of bots that are still to come
_bots: set[asyncio.Task[None]] = set()


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Handle one request."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
        return
    path = scope["path"]
    if path.endswith("/stream/"):
        await _stream(path.removesuffix("stream/"), receive, send)
        return
    while (await receive()).get("more_body"):
        pass
    if path.endswith("/move/"):
        await _move(path.removesuffix("move/"), send)
    elif scope["method"] == "POST":
        await _answer(send, 302, b"", [(b"location", b"/t/%d/" % next(_numbers))])
    else:
        await _answer(send, 200, b"", [(b"set-cookie", b"ichiba_csrf=none")])


async def _live(receive: Receive, send: Send) -> None:
    await receive()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    await send({"type": "lifespan.shutdown.complete"})


async def _answer(
    send: Send, status: int, body: bytes, headers: list[tuple[bytes, bytes]] | None = None
) -> None:
    sizes = [(b"content-length", str(len(body)).encode())]
    await send(
        {"type": "http.response.start", "status": status, "headers": [*(headers or []), *sizes]}
    )
    await send({"type": "http.response.body", "body": body})


async def _move(table: str, send: Send) -> None:
    _owed[table] += BOTS
    bots = int(_owed[table])
    _owed[table] -= bots
    version = _notify(table, is_turn=not bots)
    if bots:
        task = asyncio.create_task(_play_bots(table, bots))
        _bots.add(task)
        task.add_done_callback(_bots.discard)
    await _answer(send, 200, (b'data-version="%d" ' % version).ljust(ANSWER, b"."))


async def _play_bots(table: str, bots: int) -> None:
    for number in range(bots):
        await asyncio.sleep(PAUSE)
        _notify(table, is_turn=number == bots - 1)


def _notify(table: str, *, is_turn: bool) -> int:
    _versions[table] += 1
    event = _event(_versions[table], is_turn=is_turn)
    for queue in _streams[table]:
        queue.put_nowait(event)
    return _versions[table]


def _event(version: int, *, is_turn: bool) -> bytes:
    head = b'id: %d\ndata: data-version="%d" ' % (version, version)
    return (head + TURN * is_turn).ljust(EVENT - 2, b".") + b"\n\n"


async def _stream(table: str, receive: Receive, send: Send) -> None:
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    queue.put_nowait(_event(_versions[table], is_turn=True))
    _streams[table].append(queue)
    sending = asyncio.create_task(_send_events(queue, send))
    while (await receive())["type"] != "http.disconnect":
        pass
    sending.cancel()
    _streams[table].remove(queue)


async def _send_events(queue: asyncio.Queue[bytes], send: Send) -> None:
    headers = [(b"content-type", b"text/event-stream")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    while True:
        await send({"type": "http.response.body", "body": await queue.get(), "more_body": True})
