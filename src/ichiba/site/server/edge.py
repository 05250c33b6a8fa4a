"""Limits on connections: requests that arrive too slowly or are too large are dropped early.

Without this, uvicorn would wait forever for the rest of a request, and Django would keep writing a
request body to disk. The limits apply before any other code sees the request. This is for security
and costs 0.4 ms of CPU time a request, a twentieth of a move: uvicorn has no time limit for a
request that is arriving or a client that doesn't read, nor a limit on the size of bodies. A proxy
with such limits isn't required.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from ipaddress import IPv6Address, ip_address
from typing import Any

from django.conf import settings
from uvicorn.protocols.http.h11_impl import H11Protocol

Scope = dict[str, Any]
Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]


# Key in the ASGI scope: whether the response is an event stream.
_STREAMS = "ichiba.streams"


class PatientProtocol(H11Protocol):
    """HTTP with time limits that slow connections can meet but held-open ones can't.

    A request's headers must arrive within the limit. A client that reads nothing for that long is
    disconnected.
    """

    _arriving: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timer for the first request."""
        super().connection_made(transport)
        self.client = _as_sent(self.client)
        self._expect_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel all timers."""
        self._stop_waiting()
        if self._reading is not None:
            self._reading.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Process data, and start the timer for a new request on a keep-alive connection."""
        if self._arriving is None and self._between_requests():
            self._expect_request()
        super().data_received(data)
        if not self._between_requests():
            self._stop_waiting()

    def shutdown(self) -> None:
        """Close streams when the server stops, because they never end by themselves."""
        super().shutdown()
        self._end_stream()

    def _end_stream(self) -> None:
        if self._between_requests() or self.transport.is_closing():
            return
        if self.scope.get(_STREAMS):
            self.transport.close()
        else:  # the response may still turn out to be a stream
            self.loop.call_later(0.05, self._end_stream)

    def pause_writing(self) -> None:
        """Start a timer, because the client isn't reading."""
        super().pause_writing()
        self._reading = self.loop.call_later(
            settings.CONFIGURATION.slow_seconds, self.transport.abort
        )

    def resume_writing(self) -> None:
        """Cancel the timer, because the client is reading again."""
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
        super().resume_writing()

    def _between_requests(self) -> bool:
        """Return whether no request is being handled."""
        return self.cycle is None or self.cycle.response_complete

    def _expect_request(self) -> None:
        self._arriving = self.loop.call_later(
            settings.CONFIGURATION.slow_seconds, self.transport.abort
        )

    def _stop_waiting(self) -> None:
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None


def _as_sent(client: tuple[str, int] | None) -> tuple[str, int] | None:
    """Return an IPv4 address as such, also if the server listens on `::` and sees it inside IPv6.

    Otherwise, a proxy on this machine would not be recognized.
    """
    if client is None:
        return None
    with suppress(ValueError):
        found = ip_address(client[0])
        if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
            return str(found.ipv4_mapped), client[1]
    return client


class TooLarge(Exception):  # noqa: N818
    """The request body is larger than allowed."""


class LimitedBodies:
    """ASGI middleware that refuses bodies that are too large (413) or too slow (408)."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. The time limit applies only until the whole body has arrived."""
        if _announced(scope) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            await _refuse(send, 413, b"The request is too large.\n")
            return
        deadline = asyncio.get_running_loop().time() + settings.CONFIGURATION.slow_seconds
        received, complete, refused = 0, False, False

        async def receive_some() -> Message:
            nonlocal received, complete, refused
            if complete:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
                received += len(message.get("body", b""))
                if received > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
                    raise TooLarge
            except (TimeoutError, TooLarge) as error:
                status = 413 if isinstance(error, TooLarge) else 408
                await _refuse(send, status, b"The request is too large or too slow.\n")
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
    """Return whether a response is an event stream."""
    return any(
        name.lower() == b"content-type" and value.startswith(b"text/event-stream")
        for name, value in message["headers"]
    )


def _announced(scope: Scope) -> int:
    """Return the Content-Length, or 0."""
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:20])
    return 0


async def _refuse(send: Send, status: int, text: bytes) -> None:
    """Respond and close the connection without reading the rest of the request."""
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(text)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": text})
