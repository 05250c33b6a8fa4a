"""How a request is handled: in one thread, with each signal once; a stream ends with its client."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from math import prod
from threading import get_ident
from typing import Any
from weakref import ref

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.exceptions import RequestAborted
from django.core.signals import request_finished, request_started
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import path
from django.views.decorators.http import require_GET

from ichiba.site.live import propagation
from ichiba.site.server.asgi import InOneThread, collect_seldom

SCOPE = {
    "type": "http", "http_version": "1.1", "method": "GET", "query_string": b"",
    "headers": [(b"host", b"127.0.0.1")], "client": ["127.0.0.1", 1], "scheme": "http",
}  # fmt: skip
seen: list[tuple[str, int]] = []
requests: list[ref[HttpRequest]] = []


@require_GET
def page(_request: HttpRequest) -> HttpResponse:
    seen.append(("view", get_ident()))
    return HttpResponse("a page")


def wrong(_request: HttpRequest) -> HttpResponse:
    raise ZeroDivisionError


def stream(request: HttpRequest) -> StreamingHttpResponse:
    requests.append(ref(request))

    async def events() -> AsyncIterator[str]:
        try:
            yield f"one at {request.path}"
            await asyncio.sleep(60)
        finally:
            seen.append(("gone", 0))

    return StreamingHttpResponse(events())


urlpatterns = [path("page", page), path("stream", stream), path("wrong", wrong)]


def run(doing: Coroutine[Any, Any, Any]) -> Any:
    """Run in a new event loop; this thread may already have one, for a browser."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result()


@pytest.fixture
def ask(settings: Any) -> Any:
    """Send a request for a path; return all messages of the answer, or two of a stream."""
    settings.ROOT_URLCONF = __name__
    settings.MIDDLEWARE = []
    seen.clear()
    requests.clear()

    def note(kind: str) -> Callable[..., None]:
        return lambda **_: seen.append((kind, get_ident()))

    hear = [note("started"), note("finished")]
    request_started.connect(hear[0])
    request_finished.connect(hear[1])

    async def one(where: str, count: int) -> list[dict[str, Any]]:
        line = ApplicationCommunicator(InOneThread(), {**SCOPE, "path": f"/{where}"})
        await line.send_input({"type": "http.request"})
        messages = [await line.receive_output() for _ in range(count)]
        await line.send_input({"type": "http.disconnect"})
        await line.wait()
        return messages

    yield lambda where: run(one(where, 2))
    request_started.disconnect(hear[0])
    request_finished.disconnect(hear[1])


def test_a_request_stays_in_one_thread(ask: Any) -> None:
    start, body = ask("page")
    assert (start["status"], body["body"]) == (200, b"a page")
    assert [kind for kind, _ in seen] == ["started", "view", "finished"]
    assert len({thread for _, thread in seen}) == 1
    assert seen[0][1] != get_ident(), "and not in the thread of the event loop"


def test_a_stream_ends_when_its_visitor_goes(ask: Any) -> None:
    start, first = ask("stream")
    assert (start["status"], first["body"]) == (200, b"one at /stream")
    assert [kind for kind, _ in seen] == ["started", "gone", "finished"]


def test_nothing_of_an_ended_stream_waits_for_the_collector(ask: Any) -> None:
    gc.collect()
    gc.disable()
    try:
        ask("stream")
        assert [known() for known in requests] == [None]
        assert not [one for one in gc.get_objects() if type(one) is RequestAborted]
    finally:
        gc.enable()


@pytest.mark.parametrize(("where", "status"), [("nowhere", 404), ("wrong", 500)])
def test_what_goes_wrong_is_answered(ask: Any, where: str, status: int) -> None:
    start, _ = ask(where)
    assert start["status"] == status
    assert [kind for kind, _ in seen] == ["started", "finished"]


def test_a_stream_ends_even_if_something_happens_in_that_moment() -> None:
    async def go() -> bool:
        bell = propagation.Bell()
        waiting = asyncio.create_task(bell.heard(60))
        await asyncio.sleep(0)
        bell.ring(prepare=True)
        asyncio.get_running_loop().call_soon(waiting.cancel)
        await asyncio.wait({waiting})
        return waiting.cancelled()

    assert run(go())


def test_long_lived_objects_are_frozen_and_collections_are_rarer() -> None:
    before, kept = gc.get_threshold(), gc.get_freeze_count()
    try:
        collect_seldom()
        assert gc.get_freeze_count() > max(kept, 10_000)
        assert gc.get_threshold()[0] > 5 * before[0]
        assert prod(gc.get_threshold()) > 5 * prod(before)
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
