"""The application as a server runs it: Django, and the bots and bells that live beside it."""

import asyncio
import ctypes
import gc
import os
import sys
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ichiba.site.settings")

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

django.setup(set_prefix=False)

from ichiba.site import hearing, live  # noqa: E402 - need the models
from ichiba.site.botplay import Driver  # noqa: E402
from ichiba.site.edge import LimitedBodies, Receive, Scope, Send  # noqa: E402
from ichiba.site.observing import metrics  # noqa: E402
from ichiba.site.threads import quietest_thread  # noqa: E402


class InOneThread(ASGIHandler):
    """Django with each request in one thread, from its first signal to its last.

    By itself Django would go to a thread and back for the signals, for the middleware, which is
    synchronous, and for the view, and wait each time behind everything else.
    """

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002 - Django's
        """As where there is no event loop."""
        super().load_middleware(is_async=False)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        set_script_prefix(get_script_prefix(scope))
        request, refusal = self.create_request(scope, body)
        response = refusal or await sync_to_async(self._answer)(scope, request)
        try:
            if getattr(response, "is_async", False):
                await self._send_until_gone(response, receive, send)
            else:
                await self.send_response(response, send)
        finally:
            if response.streaming:
                await sync_to_async(response.close)()
                _take_apart(request)
            body.close()

    def _answer(self, scope: Scope, request: HttpRequest) -> HttpResponseBase:
        request_started.send(sender=self.__class__, scope=scope)
        response: HttpResponseBase = self.get_response(request)
        if not response.streaming:
            response.close()  # it has its content, and needs nothing any more
            _take_apart(request)
        return response

    async def _send_until_gone(
        self, response: HttpResponseBase, receive: Receive, send: Send
    ) -> None:
        """Send a stream as long as somebody is there."""
        sending = asyncio.create_task(self.send_response(response, send))
        leaving = asyncio.create_task(self.listen_for_disconnect(receive))
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        for task in (leaving, sending):
            task.cancel()
        # Not awaited one by one: an error would hold on to this call, and this call to the error.
        await asyncio.wait({sending, leaving})
        if not leaving.cancelled():
            leaving.exception()  # somebody has left, that is all
        if not sending.cancelled():
            sending.result()


def _take_apart(request: HttpRequest | None) -> None:
    """Let go of an answered request at once.

    It refers to itself in many ways, and would stay until the collector stops all threads for it
    and its like.
    """
    if request is not None:
        vars(request).clear()


limited_application = LimitedBodies(InOneThread())  # type: ignore[arg-type]

# Of malloc.h.
_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8

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
    _give_memory_back()
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
    gc.set_threshold(5_000, 5, 20)


def _give_memory_back() -> None:
    """Have large texts, such as boards, in memory of their own, which goes when they go.

    Among small things they would leave holes, and the process would grow for hours.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library: it has its own ways
        return
    for setting, value in ((_ARENA_MAX, 2), (_MMAP_THRESHOLD, 2**15), (_TRIM_THRESHOLD, 2**17)):
        mallopt(setting, value)
