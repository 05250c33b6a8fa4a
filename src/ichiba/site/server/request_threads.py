"""The threads that handle requests, and separate ones for replays, hints and pictures.

Visitors are served in turn. Where only so many may wait, those who wait most often give way.
"""

from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import Any

import msgspec
from django.conf import settings

from ichiba.site.live.turns import Turns, Visitor


class CrowdedOut(Exception):  # noqa: N818
    """Too many requests wait for the same work, and this one had to give way."""


class _Call(msgspec.Struct, frozen=True, eq=False):
    do: Callable[[], Any]
    future: "Future[Any]"


class FairThreads:
    """Some threads that serve visitors in turn.

    At most `most` calls wait, and half of them from one person at one address.
    """

    def __init__(self, name: str, count: int, most: Callable[[], int] | None = None) -> None:
        self._pool = ThreadPoolExecutor(count, thread_name_prefix=name)
        self._count, self._most = count, most
        self._lock = Lock()
        self._turns: Turns[_Call] = Turns()

    def place(self, visitor: Visitor) -> Executor:
        """Return an executor for a visitor's calls. Those that give way raise CrowdedOut."""
        return _Place(self, visitor)

    def submit(self, visitor: Visitor, do: Callable[[], Any]) -> "Future[Any]":
        """Call this in one of the threads when it is the visitor's turn."""
        call = _Call(do, Future())
        with self._lock:
            self._turns.add(visitor, call)
            refused = self._crowded_out(visitor)
        if refused is None:
            self._pool.submit(self._serve)  # each such call serves whoever is next
        elif refused.future.set_running_or_notify_cancel():
            refused.future.set_exception(CrowdedOut())
        return call.future

    def _crowded_out(self, visitor: Visitor) -> _Call | None:
        """Return the call that has to give way because too many are waiting, if any."""
        if self._most is None:
            return None
        most, idle = self._most(), max(self._count - self._turns.running, 0)
        if self._turns.waiting_for(visitor) > (most + 1) // 2 + idle:
            return self._turns.drop_last(visitor)
        return self._turns.give_way(visitor) if self._turns.waiting > most + idle else None

    def _serve(self) -> None:
        with self._lock:
            taken = self._turns.take()
        if taken is None:
            return
        visitor, call = taken
        if not call.future.set_running_or_notify_cancel():
            self._done(visitor)
            return
        try:
            result = call.do()
        except BaseException as error:
            self._done(visitor)
            call.future.set_exception(error)
            del call, taken  # otherwise the traceback would keep itself alive
        else:
            # Before the result: it may bring the visitor's next call.
            self._done(visitor)
            call.future.set_result(result)

    def _done(self, visitor: Visitor) -> None:
        with self._lock:
            self._turns.done(visitor)


class _Place(Executor):
    """The calls of one request. It makes one at a time, and none depends on its thread."""

    def __init__(self, threads: FairThreads, visitor: Visitor) -> None:
        self._threads, self._visitor = threads, visitor

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        return self._threads.submit(self._visitor, partial(fn, *args, **kwargs))


ordinary = FairThreads("requests", settings.CONFIGURATION.request_threads)
# Replays are the most expensive requests. With threads of their own, they only delay each other.
_replays = FairThreads(
    "replays",
    settings.CONFIGURATION.replay_threads,
    lambda: settings.CONFIGURATION.replays_waiting * settings.CONFIGURATION.replay_threads,
)
# Hints take seconds. They are thought of one after the other, so one thread is enough.
_hints = FairThreads("hints", 1, lambda: settings.CONFIGURATION.hints_waiting)
# Pictures are made one after the other in another process, and so are animations.
_pictures = FairThreads("pictures", 1, lambda: settings.CONFIGURATION.pictures_waiting)
_films = FairThreads("films", 1, lambda: settings.CONFIGURATION.pictures_waiting)


def threads_for(path: str) -> FairThreads:
    """Return the threads for a request."""
    if path.endswith("/film.webp"):
        return _films
    if path.endswith("/picture.png") or "/pictures/" in path:
        return _pictures
    if "/replay/" in path:
        return _replays
    return _hints if path.rstrip("/").endswith("/hint") else ordinary
