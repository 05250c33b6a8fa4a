"""The threads that handle requests, and separate ones for replays."""

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


def quietest_thread(*, replay: bool = False) -> ThreadPoolExecutor | None:
    """Return the executor with the fewest pending calls; None if too many replays are waiting."""
    thread = min(_replays if replay else _requests, key=lambda thread: thread.waiting)
    return None if replay and thread.waiting >= settings.REPLAYS_WAITING else thread
