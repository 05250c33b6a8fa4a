"""Streams that are open in this process: how many there may be, for all and for each."""

from collections import Counter
from collections.abc import AsyncIterator
from threading import RLock
from types import TracebackType

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.translation import gettext as _

from ichiba.site.models import Person
from ichiba.site.observing.metrics import STREAMS_OPEN, STREAMS_REFUSED

RETRY_SECONDS = "30"
# Seconds after which a stream says that it is still there; a page worries after twenty.
HEARTBEAT = 15.0
# Seconds until a stream looks again after the database did not answer.
RETRY = 1.0


class TooManyStreams(Exception):  # noqa: N818 - reads as what it is
    """One stream more than we have room for; the status says whose fault that is."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status, self.message = status, message


_lock = RLock()  # giving back may happen in the middle of anything
_open: Counter[str] = Counter()
_ALL = "all"


class Place:
    """Room for one stream, given back when it ends, however it ends."""

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
        """Make room; a second time does nothing."""
        with _lock:
            keys, self._keys = self._keys, []
            for key in keys:
                _open[key] -= 1
                if _open[key] <= 0:
                    del _open[key]
        if keys:
            STREAMS_OPEN.dec()

    def __del__(self) -> None:
        # A visitor who left before the first event: nobody ever entered the stream.
        self.give_back()


def place_for(request: HttpRequest, person: Person | None) -> Place:
    """Room for one more stream; TooManyStreams if there is none."""
    address = f"address {request.META.get('REMOTE_ADDR', '')}"
    most = {_ALL: settings.STREAMS, address: settings.STREAMS_BY_ADDRESS}
    if person is not None:
        most[f"person {person.pk}"] = settings.STREAMS_BY_PERSON
    with _lock:
        full = [key for key, limit in most.items() if _open[key] >= limit]
        if not full:
            _open.update(most.keys())
    if not full:
        return Place([*most])
    STREAMS_REFUSED.inc()
    if _ALL in full:
        raise TooManyStreams(503, _("There are more people here than we have room for. Try later."))
    raise TooManyStreams(429, _("You have this open too often. Close some pages and try again."))


class _Stream(StreamingHttpResponse):
    """An answer that gives its place back, also if nobody ever reads it."""

    place: Place

    def close(self) -> None:
        """The end of the request."""
        self.place.give_back()
        super().close()


def event_stream(events: AsyncIterator[str | bytes], place: Place) -> StreamingHttpResponse:
    """Server-sent events as an answer."""
    response = _Stream(events, content_type="text/event-stream")
    response.place = place
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response
