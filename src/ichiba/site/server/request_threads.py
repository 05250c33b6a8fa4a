"""The threads that handle requests, and separate ones for replays and hints."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from django.conf import settings


class _OneThread(ThreadPoolExecutor):
    """A single-thread executor for requests that counts its pending calls."""

    def __init__(self, number: int, name: str = "requests") -> None:
        super().__init__(1, thread_name_prefix=f"{name}-{number}")
        self.waiting = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.waiting += 1
        future = super().submit(fn, *args, **kwargs)
        future.add_done_callback(self._done)
        return future

    def _done(self, _: "Future[Any]") -> None:
        self.waiting -= 1


_requests = [_OneThread(number) for number in range(settings.REQUEST_THREADS)]
# Replays are the most expensive requests. With threads of their own, they only delay each other.
_replays = [_OneThread(number, "replays") for number in range(settings.REPLAY_THREADS)]
# Hints take seconds. They are thought of one after the other, so one thread is enough.
_hints = [_OneThread(0, "hints")]


def thread_for(path: str) -> ThreadPoolExecutor | None:
    """Return a thread for a request; None if too many others wait for the same expensive work."""
    if "/replay/" in path:
        return _quietest(_replays, settings.REPLAYS_WAITING)
    if path.rstrip("/").endswith("/hint"):
        return _quietest(_hints, settings.HINTS_WAITING + 1)  # one is being thought of
    return quietest_thread()


def quietest_thread() -> ThreadPoolExecutor:
    """Return the thread for ordinary requests with the fewest pending calls."""
    return min(_requests, key=_waiting)


def _quietest(threads: list[_OneThread], most: int) -> ThreadPoolExecutor | None:
    thread = min(threads, key=_waiting)
    return None if thread.waiting >= most else thread


def _waiting(thread: _OneThread) -> int:
    return thread.waiting
