"""The application as a server runs it: Django, and the bots and bells that live beside it."""

import asyncio
import os
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ichiba.site.settings")

from django.core.asgi import get_asgi_application

django_application = get_asgi_application()

from ichiba.site import live  # noqa: E402 - needs the models
from ichiba.site.botplay import Driver  # noqa: E402
from ichiba.site.edge import LimitedBodies, Receive, Scope, Send  # noqa: E402
from ichiba.site.observing import metrics  # noqa: E402

limited_application = LimitedBodies(django_application)  # type: ignore[arg-type]

# Static files are small and read at once; that they are not read asynchronously harms nobody.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """One connection, or the life of the whole server."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    else:
        await limited_application(scope, receive, send)


async def _live(receive: Receive, send: Send) -> None:
    await receive()
    driver = Driver()
    await asyncio.to_thread(driver.start)
    live.on_bots_turn(driver.wake)
    hearing = asyncio.create_task(live.hear_other_processes())
    await send({"type": "lifespan.startup.complete"})
    await receive()
    hearing.cancel()
    live.on_bots_turn(None)
    await asyncio.to_thread(driver.stop)
    metrics.end()
    await send({"type": "lifespan.shutdown.complete"})
