"""Threads in which streams ask the database: a few that stay, however many streams there are."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.conf import settings
from django.db import close_old_connections

P = ParamSpec("P")
R = TypeVar("R")

_threads = ThreadPoolExecutor(settings.STREAM_THREADS, thread_name_prefix="streams")


async def in_thread(do: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call it in one of the threads. It holds a connection while it runs, and none afterwards."""

    def call() -> R:
        close_old_connections()
        try:
            return do(*args, **kwargs)
        finally:
            close_old_connections()

    return await sync_to_async(call, thread_sensitive=False, executor=_threads)()
