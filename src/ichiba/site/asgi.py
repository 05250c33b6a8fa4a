"""The application as a server runs it: Django, and the bots and bells that live beside it."""

import asyncio
import gc
import os
import sys
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ichiba.site.settings")

from asgiref.sync import ThreadSensitiveContext
from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

from ichiba.site import hearing, live  # noqa: E402 - need the models
from ichiba.site.botplay import Driver  # noqa: E402
from ichiba.site.edge import LimitedBodies, Receive, Scope, Send  # noqa: E402
from ichiba.site.observing import metrics  # noqa: E402
from ichiba.site.threads import quietest_thread  # noqa: E402

limited_application = LimitedBodies(django_application)  # type: ignore[arg-type]

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
