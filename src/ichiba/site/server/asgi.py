"""The ASGI application: Django, the bots, and the listener for changes by other processes."""

import asyncio
import gc
import os
import warnings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ichiba.site.server.settings")

import django
from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, ASGIRequest, get_script_prefix
from django.core.signals import request_started
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import set_script_prefix

django.setup(set_prefix=False)

from ichiba.site.errands.workers import Workers  # noqa: E402 - need the models
from ichiba.site.live import listener, propagation  # noqa: E402
from ichiba.site.live.threads import people_first  # noqa: E402
from ichiba.site.notices import deciding  # noqa: E402, F401 - does errands
from ichiba.site.observing import metrics  # noqa: E402
from ichiba.site.people import accounts, identity, limits  # noqa: E402, F401 - accounts do errands
from ichiba.site.pictures import exhibition, painter  # noqa: E402, F401 - the former does errands
from ichiba.site.server import cleanup  # noqa: E402 - need the models
from ichiba.site.server.edge import LimitedBodies, Receive, Scope, Send  # noqa: E402
from ichiba.site.server.request_threads import CrowdedOut, ordinary, threads_for  # noqa: E402
from ichiba.site.tables import hints, pairing, ratings, timekeeping  # noqa: E402, F401 - for errands
from ichiba.site.tables.bot_driver import Driver  # noqa: E402


class InOneThread(ASGIHandler):
    """Run each Django request in a single thread, from its first signal to its last.

    By default, Django switches to a thread and back for the signals, for the synchronous middleware
    and for the view. Each switch would have to queue behind other work. A posted move takes 13 %
    less CPU time this way.
    """

    def load_middleware(self, is_async: bool = False) -> None:  # noqa: ARG002 - Django's
        """Load the middleware as under WSGI."""
        super().load_middleware(is_async=False)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request. Only once all of it has arrived does it wait for a thread."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        set_script_prefix(get_script_prefix(scope))
        created = self.create_request(scope, body)  # a request or, if it isn't valid, a response
        address = limits.address_of((scope.get("client") or ("",))[0])
        # By default, Django starts a thread for each request and keeps it while a stream is open.
        async with ThreadSensitiveContext(executor=ordinary.place((address, ""))):
            if created[0] is None:
                response = created[1]
            else:
                with people_first(address):
                    response = await self._answer_in_turn(scope, created[0], address)
            try:
                if getattr(response, "is_async", False):
                    await self._send_until_gone(response, receive, send)
                else:
                    await self.send_response(response, send)
            finally:
                if response.streaming:
                    await sync_to_async(response.close)()
                body.close()

    async def _answer_in_turn(
        self, scope: Scope, request: ASGIRequest, address: str
    ) -> HttpResponseBase:
        """Answer in a thread for this kind of request, when it is the visitor's turn.

        A request that can't wait for its own threads is refused in an ordinary one.
        """
        threads = threads_for(scope["path"])
        if threads is not ordinary:
            place = threads.place((address, identity.claimed_person(request)))
            try:
                async with ThreadSensitiveContext(executor=place):
                    return await sync_to_async(self._answer)(scope, request)
            except CrowdedOut:
                request.scope = {**scope, limits.CROWDED: True}
        return await sync_to_async(self._answer)(scope, request)

    def _answer(self, scope: Scope, request: HttpRequest) -> HttpResponseBase:
        request_started.send(sender=self.__class__, scope=scope)
        response: HttpResponseBase = self.get_response(request)
        if not response.streaming:
            response.close()  # its content is complete
        return response

    async def _send_until_gone(
        self, response: HttpResponseBase, receive: Receive, send: Send
    ) -> None:
        """Send a stream until it ends or the client disconnects."""
        sending = asyncio.create_task(self.send_response(response, send))
        leaving = asyncio.create_task(self.listen_for_disconnect(receive))
        await asyncio.wait({sending, leaving}, return_when=asyncio.FIRST_COMPLETED)
        for task in (leaving, sending):
            task.cancel()
        # Awaiting the tasks one by one would create a reference cycle between this frame and an
        # exception's traceback.
        await asyncio.wait({sending, leaving})
        if not leaving.cancelled():
            leaving.exception()  # mark as retrieved: a disconnect is not an error
        if not sending.cancelled():
            sending.result()


limited_application = LimitedBodies(InOneThread())

# Static files are small, so reading them synchronously is fine.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous")


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Handle one connection, or the lifespan of the server."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
    else:
        await limited_application(scope, receive, send)


async def _live(receive: Receive, send: Send) -> None:
    await receive()
    collect_seldom()
    driver = Driver()
    await asyncio.to_thread(driver.start)
    propagation.use_bots(driver)
    ears = asyncio.create_task(listener.hear_other_processes())
    cleaning = asyncio.create_task(cleanup.run())
    workers = Workers()
    workers.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()
    ears.cancel()
    cleaning.cancel()
    propagation.use_bots(None)
    await asyncio.to_thread(driver.stop)
    await asyncio.to_thread(hints.stop)
    await asyncio.to_thread(painter.stop)
    await asyncio.to_thread(workers.stop)
    metrics.end()
    await send({"type": "lifespan.shutdown.complete"})


def collect_seldom() -> None:
    """Run the garbage collector less often, and exclude the permanent objects.

    By default, collections take 9 % of the CPU time of a posted move, and full ones stop all
    threads for 65 ms. This way they take 2 %, and the longest stop is 9 ms.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 5, 20)
