"""Thread pools for the streams. Their size doesn't depend on the number of streams."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from django.conf import settings
from django.db import close_old_connections

R = TypeVar("R")

_streams = ThreadPoolExecutor(settings.STREAM_THREADS, thread_name_prefix="streams")
# Bot moves and other updates that nobody waits for share one thread, so that people come first.
_patient_streams = ThreadPoolExecutor(1, thread_name_prefix="patient-streams")


async def in_thread(do: Callable[..., R], *args: Any, urgent: bool = True) -> R:
    """Run a function in a stream thread, and release its database connection afterwards."""

    def call() -> R:
        close_old_connections()
        try:
            return do(*args)
        finally:
            close_old_connections()

    context = copy_context()  # contains the visitor's language
    threads = _streams if urgent else _patient_streams
    return await asyncio.get_running_loop().run_in_executor(threads, context.run, call)
