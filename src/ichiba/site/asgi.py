"""The application as a server runs it: Django, and the bots and bells that live beside it."""

import asyncio
import gc
import os
import sys
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ichiba.site.settings")

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase

django.setup(set_prefix=False)

from ichiba.site import hearing, live  # noqa: E402 - need the models
from ichiba.site.botplay import Driver  # noqa: E402
from ichiba.site.edge import LimitedBodies, Receive, Scope, Send  # noqa: E402
from ichiba.site.observing import metrics  # noqa: E402
from ichiba.site.threads import quietest_thread  # noqa: E402


class InOneThread(ASGIHandler):
    """Django with each request in one thread, from the first middleware to the view.

    By itself it would go back to the event loop between the middleware, which is synchronous, and
    the view, and wait there behind everything else. A stream's view is called in the loop.
    """

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002 - Django's
        """As where there is no event loop."""
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, from a thread."""
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)


limited_application = LimitedBodies(InOneThread())  # type: ignore[arg-type]

# Static files are small and read at once; that they are not read asynchronously harms nobody.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """One connection, or the life of the whole server."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    else:
        # Django would start a thread for each request and keep it as long as a stream is open.
        async with ThreadSensitiveContext(executor=quietest_thread()):
            await limited_application(scope, receive, send)


async def _live(receive: Receive, send: Send) -> None:
    await receive()
    # The event loop gets its turn quickly while other threads render.
    sys.setswitchinterval(0.001)
    _collect_seldom()
    driver = Driver()
    await asyncio.to_thread(driver.start)
    live.use_bots(driver)
    ears = asyncio.create_task(hearing.hear_other_processes())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    ears.cancel()
    live.use_bots(None)
    await asyncio.to_thread(driver.stop)
    metrics.end()
    await send({"type": "lifespan.shutdown.complete"})


def _collect_seldom() -> None:
    """Let the collector leave alone what stays for good, and not stop all threads for the rest
    every few seconds: a look at everything takes longer than a move."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 100)
