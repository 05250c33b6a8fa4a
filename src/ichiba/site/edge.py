"""The edge of the server: connections that send too slowly or too much are let go early.

uvicorn waits without end for the rest of a request, and Django writes a body to disk as long as it
comes. Both are given a limit here, before any other code sees the request.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


# In the scope of a request: whether its answer is a stream of events.
_STREAMS = "ichiba.streams"


class PatientProtocol(H11Protocol):
    """HTTP for people with slow lines, not for those who hold lines open.

    A request must have arrived, headers and all, within a time; and whoever reads nothing of what
    was sent for that long is gone.
    """

    _arriving: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for the first request."""
        super().connection_made(transport)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing any more."""
        self._stop_waiting()
        if self._reading is not None:
            self._reading.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what came; a request that has begun on a kept connection gets its time as well."""
        if self._arriving is None and self._between_requests():
            self._expect_request()
        super().data_received(data)
        if not self._between_requests():
            self._stop_waiting()

    def shutdown(self) -> None:
        """The server stops: a stream would never end by itself, so it is ended."""
        super().shutdown()
        self._end_stream()

    def _end_stream(self) -> None:
        if self._between_requests() or self.transport.is_closing():
            return
        if self.scope.get(_STREAMS):
            self.transport.close()
        else:  # what is being answered may still become a stream
            self.loop.call_later(0.05, self._end_stream)

    def pause_writing(self) -> None:
        """The other side does not read what we send."""
        super().pause_writing()
        self._reading = self.loop.call_later(settings.SLOW_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It reads again."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        super().resume_writing()

    def _between_requests(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete

    def _expect_request(self) -> None:
        self._arriving = self.loop.call_later(settings.SLOW_SECONDS, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None


class TooLarge(Exception):  # noqa: N818 - reads as what it is
    """A body with more bytes than we take."""


class LimitedBodies:
    """Refuses bodies that are too large (413) or come too slowly (408)."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request; whoever has sent all of it may take any time to hear the answer."""
        if _announced(scope) > settings.LARGEST_BODY:
            await _refuse(send, 413, b"That is more than we take.\n")
            return
        deadline = asyncio.get_running_loop().time() + settings.SLOW_SECONDS
        received, complete, refused = 0, False, False

        async def receive_some() -> Message:
            nonlocal received, complete, refused
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
                received += len(message.get("body", b""))
                if received > settings.LARGEST_BODY:
                    raise TooLarge
            except (TimeoutError, TooLarge) as error:
                status = 413 if isinstance(error, TooLarge) else 408
                await _refuse(send, status, b"That was too much, or too slow.\n")
                complete = refused = True
                return {"type": "http.disconnect"}
            complete = not message.get("more_body", False)
            return message

        async def send_unless_refused(message: Message) -> None:
            if message["type"] == "http.response.start":
                scope[_STREAMS] = _is_stream(message)
            if not refused:
                await send(message)

        await self._application(scope, receive_some, send_unless_refused)


def _is_stream(message: Message) -> bool:
    """Whether an answer is a stream of events."""
    return any(
        name.lower() == b"content-type" and value.startswith(b"text/event-stream")
        for name, value in message["headers"]
    )


def _announced(scope: Scope) -> int:
    """The length that the headers tell, or 0."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0


async def _refuse(send: Send, status: int, text: bytes) -> None:
    """Answer and close: what is still to come of the request is not read."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
