"""The threads that ask the database and render: a few that stay, however many streams there are."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from django.conf import settings
from django.db import close_old_connections

R = TypeVar("R")


class _OneThread(ThreadPoolExecutor):
    """A thread for requests, one after the other; it knows how many calls wait for it."""

    def __init__(self, number: int) -> None:
        super().__init__(1, thread_name_prefix=f"requests-{number}")
        self.waiting = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> "Future[Any]":
        self.waiting += 1
        future = super().submit(fn, *args, **kwargs)
        future.add_done_callback(self._done)
        return future

    def _done(self, _: "Future[Any]") -> None:
        self.waiting -= 1


_requests = [_OneThread(number) for number in range(settings.REQUEST_THREADS)]
_streams = ThreadPoolExecutor(settings.STREAM_THREADS, thread_name_prefix="streams")
# What no person waits for, such as the moves of bots, takes turns, so that people come first.
_patient_streams = ThreadPoolExecutor(1, thread_name_prefix="patient-streams")


def quietest_thread() -> ThreadPoolExecutor:
    """Where the next request is served."""
    return min(_requests, key=lambda thread: thread.waiting)


async def in_thread(do: Callable[..., R], *args: Any, urgent: bool = True) -> R:
    """Call it in a thread for streams. It holds a connection while it runs, and none afterwards."""

    def call() -> R:
        close_old_connections()
        try:
            return do(*args)
        finally:
            close_old_connections()

    context = copy_context()  # it knows the visitor's language
    threads = _streams if urgent else _patient_streams
    return await asyncio.get_running_loop().run_in_executor(threads, context.run, call)
