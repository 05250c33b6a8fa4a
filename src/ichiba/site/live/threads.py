"""Threads for the streams, and who comes first: people's requests before the moves of bots.

The size of the thread pool doesn't depend on the number of streams.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar, copy_context
from threading import Condition
from typing import Any, TypeVar

from django.conf import settings
from django.db import close_old_connections

R = TypeVar("R")

_streams = ThreadPoolExecutor(settings.CONFIGURATION.stream_threads, thread_name_prefix="streams")
# Seconds for which a bot that is about to move waits for people's requests at most. Most of them
# take less, but some wait for a hint.
PATIENCE = 0.03
_requests = 0  # being handled
_none_left = Condition()
# The address whose request is being handled; "" elsewhere, such as in the threads of bots.
visitor_address: ContextVar[str] = ContextVar("visitor_address", default="")


@contextmanager
def people_first(address: str) -> Iterator[None]:
    """Let the threads of bots wait until this block, for a request from this address, ends."""
    global _requests  # noqa: PLW0603 - one count a process
    with _none_left:
        _requests += 1
    before = visitor_address.set(address)
    try:
        yield
    finally:
        visitor_address.reset(before)
        with _none_left:
            _requests -= 1
            if not _requests:
                _none_left.notify_all()


def let_people_go_first() -> None:
    """Wait until no request is being handled, but not for longer than PATIENCE.

    Only one thread computes at a time, so this one would slow them down.
    """
    with _none_left:
        _none_left.wait_for(lambda: not _requests, PATIENCE)


async def in_thread(do: Callable[..., R], *args: Any) -> R:
    """Run a function in a stream thread, and release its database connection afterwards."""

    def call() -> R:
        close_old_connections()
        try:
            return do(*args)
        finally:
            close_old_connections()

    context = copy_context()  # contains the id of the request, for the log
    return await asyncio.get_running_loop().run_in_executor(_streams, context.run, call)
