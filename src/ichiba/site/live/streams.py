"""Event streams: one loop for pages and the API, with limits in total, per person and address."""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractContextManager
from functools import partial
from threading import RLock
from types import TracebackType

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from ichiba.site.live.encodings import packer_for
from ichiba.site.live.packers import Packer
from ichiba.site.live.propagation import Bell
from ichiba.site.live.threads import in_thread
from ichiba.site.models import Person
from ichiba.site.observing.metrics import STREAMS_OPEN, STREAMS_REFUSED

RETRY_SECONDS = "30"
# Seconds between heartbeats. A page assumes a lost connection after 20 seconds.
HEARTBEAT = 15.0
# Seconds until a stream retries after a database error.
RETRY = 1.0


class TooManyStreams(Exception):  # noqa: N818
    """Too many open streams: 503 if the server is full, 429 if the visitor has too many."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


_lock = RLock()  # __del__ may run at any point, even while this thread holds the lock
_open: Counter[str] = Counter()
_ALL = "all"


class Place:
    """A slot for one stream. It is released when the stream ends, for whatever reason."""

    def __init__(self, keys: list[str]) -> None:
        self._keys: list[str] = keys
        STREAMS_OPEN.inc()

    def __enter__(self) -> "Place":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.give_back()

    def give_back(self) -> None:
        """Release the slot. Calling it again does nothing."""
        with _lock:
            keys, self._keys = self._keys, []
            for key in keys:
                _open[key] -= 1
                if _open[key] <= 0:
                    del _open[key]
        if keys:
            STREAMS_OPEN.dec()

    def __del__(self) -> None:
        # If the visitor left before the first event, the stream was never entered.
        self.give_back()


def place_for(address: str, person: Person | None) -> Place:
    """Return a slot for one more stream; TooManyStreams if there is none."""
    most = {
        _ALL: settings.CONFIGURATION.streams,
        address: settings.CONFIGURATION.streams_by_address,
    }
    if person is not None:
        most[f"person {person.pk}"] = settings.CONFIGURATION.streams_by_person
    with _lock:
        full = [key for key, limit in most.items() if _open[key] >= limit]
        if not full:
            _open.update(most.keys())
    if not full:
        return Place([*most])
    STREAMS_REFUSED.inc()
    if _ALL in full:
        raise TooManyStreams(503, _("The server is full right now. Try again in a few minutes."))
    raise TooManyStreams(429, _("You have too many tabs open. Close some and reload this page."))


class _Stream(StreamingHttpResponse):
    """A response that releases its slot, even if nobody ever reads it."""

    place: Place

    def close(self) -> None:
        """Release the slot at the end of the request."""
        self.place.give_back()
        super().close()


class Gone(Exception):  # noqa: N818
    """The visitor may not see the table any more."""


News = Callable[[int], tuple[int, bytes]]


async def events(
    watching: AbstractContextManager[Bell],
    place: Place,
    news: News,
    pack: Packer,
    idle: bytes,
    gone: bytes,
) -> AsyncGenerator[bytes, None]:
    """Yield the events of a stream until the visitor may not see it any more."""
    event, silent = None, False
    with place, watching as bell:
        bell.prepare = partial(_next_event, news, pack)
        while True:
            try:
                if event is None:
                    event = await in_thread(bell.prepare, bell)
            except Gone:
                yield pack(gone)
                return
            except Error:  # the database is unavailable: keep the stream open and retry
                await asyncio.sleep(RETRY)
                silent = True
                continue
            if event or silent:
                yield event or pack(idle % bell.sent)
            try:
                event, silent = await bell.heard(HEARTBEAT), False
            except TimeoutError:
                event, silent = None, True


def _next_event(news: News, pack: Packer, bell: Bell) -> bytes:
    """Return the next event, ready to be sent, or nothing if nothing has changed."""
    bell.sent, text = news(bell.sent)
    return pack(text) if text else b""


def _in_language(language: str | None, news: News, last: int) -> tuple[int, bytes]:
    """Call `news` in the visitor's language. Threads don't inherit it."""
    with override(language):
        return news(last)


def event_stream(
    request: HttpRequest,
    watching: AbstractContextManager[Bell],
    place: Place,
    news: News,
    *,
    idle: bytes,
    gone: bytes,
) -> StreamingHttpResponse:
    """Return a response that sends what `news` returns whenever the bell of `watching` rings.

    `news` gets the version that was sent last. It returns the newest one and its events, if any, or
    raises Gone, after which `gone` is the last event. `idle` is sent when nothing happens, with the
    version as its argument. The stream is compressed if the client accepts it.
    """
    encoding, pack = packer_for(request.headers.get("Accept-Encoding", ""))
    said = partial(_in_language, get_language(), news)
    content = events(watching, place, said, pack, idle, gone)
    response = _Stream(content, content_type="text/event-stream")
    response.place = place
    if encoding:
        response["Content-Encoding"] = encoding
    response["Vary"] = "Accept-Encoding, Cookie"
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response
