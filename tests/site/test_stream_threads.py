"""Who prepares the events of streams, and who comes first: people's requests before bots."""

import asyncio
import gc
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread, get_ident
from time import monotonic
from typing import Any
from weakref import ref

import pytest
from django.db import transaction
from django.test import RequestFactory
from django.utils import translation

from ichiba.site.live import propagation, streams, threads
from ichiba.site.live.encodings import packer
from ichiba.site.live.propagation import Bell
from ichiba.site.live.threads import let_people_go_first, people_first
from ichiba.site.store import transactions
from patience import PATIENCE, until

TABLE = -14  # no real table


def run(doing: Coroutine[Any, Any, Any]) -> Any:
    """Run in a new event loop; this thread may already have one, for a browser."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, doing).result(timeout=PATIENCE)


def in_other_thread(do: Any) -> "asyncio.Future[Any]":
    return asyncio.ensure_future(asyncio.to_thread(do))


async def waiting(bell: Bell, seconds: float = 50.0) -> "asyncio.Task[bytes | None]":
    """A stream that has begun to wait for its bell."""
    task = asyncio.create_task(bell.heard(seconds))
    await asyncio.sleep(0)
    return task


def test_whoever_changes_a_table_prepares_the_events_of_its_streams() -> None:
    async def go() -> tuple[list[bytes | None], set[int], int]:
        with propagation.watching(TABLE) as one, propagation.watching(TABLE) as other:
            prepared: set[int] = set()
            for bell in (one, other):
                bell.prepare = lambda _bell: (prepared.add(get_ident()), b"news")[1]  # type: ignore[func-returns-value]
            streams = [await waiting(one), await waiting(other)]
            ringer = await in_other_thread(lambda: (propagation.ring(TABLE), get_ident())[1])  # type: ignore[func-returns-value]
            return [await stream for stream in streams], prepared, ringer

    events, prepared, ringer = run(go())
    assert events == [b"news", b"news"]
    assert prepared == {ringer}


def test_at_a_table_with_many_streams_most_look_for_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(propagation, "MOST_PREPARED", 1)

    async def go() -> list[bytes | None]:
        with propagation.watching(TABLE) as one, propagation.watching(TABLE) as other:
            one.prepare = other.prepare = lambda _bell: b"news"
            streams = [await waiting(one), await waiting(other)]
            propagation.ring(TABLE)
            return [await stream for stream in streams]

    assert {*run(go())} == {None, b"news"}


def test_the_event_loop_prepares_nothing_after_a_change_by_another_process() -> None:
    async def go() -> bytes | None:
        with propagation.watching(TABLE) as bell:
            bell.prepare = lambda _bell: b"news"
            stream = await waiting(bell)
            propagation.heard(TABLE)
            return await stream

    assert run(go()) is None


def test_an_error_in_one_stream_reaches_neither_the_change_nor_other_streams() -> None:
    def fail(_bell: Bell) -> bytes:
        raise ZeroDivisionError

    async def go() -> list[bytes | None]:
        with propagation.watching(TABLE) as one, propagation.watching(TABLE) as other:
            one.prepare, other.prepare = fail, lambda _bell: b"news"
            streams = [await waiting(one), await waiting(other)]
            propagation.ring(TABLE)
            return [await stream for stream in streams]

    first, second = run(go())
    assert None in (first, second), "the stream that failed looks for itself"
    assert {first, second} <= {None, b"news"}, "and so does whoever comes after it"


def test_a_change_while_a_stream_is_busy_is_not_lost() -> None:
    async def go() -> None:
        with propagation.watching(TABLE) as bell:
            bell.prepare = lambda _bell: b"news"
            propagation.ring(TABLE)  # the stream is sending, for example to a slow client
            assert await bell.heard(50.0) is None, "it looks again at once"
            with pytest.raises(TimeoutError):
                await bell.heard(0.01)

    run(go())


def test_a_change_while_an_event_is_being_prepared_is_not_lost() -> None:
    async def go() -> None:
        with propagation.watching(TABLE) as bell:
            begun, go_on = Event(), Event()

            def slowly(_bell: Bell) -> bytes:
                begun.set()
                go_on.wait(50)
                return b"first"

            bell.prepare = slowly
            stream = await waiting(bell, 0.01)
            first = in_other_thread(lambda: propagation.ring(TABLE))
            await asyncio.to_thread(begun.wait, 50)
            propagation.ring(TABLE)  # does not wait for the other thread
            await asyncio.sleep(0.05)
            assert not stream.done(), "the heartbeat waits for an event that is being prepared"
            go_on.set()
            assert await stream == b"first"
            await first
            assert await bell.heard(50.0) is None, "there may be more"

    run(go())


@pytest.mark.django_db
def test_an_event_is_prepared_in_the_language_and_the_order_of_its_stream() -> None:
    seen: list[tuple[int, str | None]] = []

    def news(version: int) -> tuple[int, bytes]:
        seen.append((version, translation.get_language()))
        return version + 1, b"version %d" % (version + 1)

    async def go() -> list[bytes]:
        place, watching = streams.place_for("address", None), propagation.watching(TABLE)
        request = RequestFactory().get("/")
        with translation.override("nl"):
            answer = streams.event_stream(request, watching, place, news, idle=b"", gone=b"")
        events: Any = answer.streaming_content
        sent = [await anext(events)]
        for _ in range(2):
            coming = asyncio.ensure_future(anext(events))
            await asyncio.sleep(0)
            await asyncio.to_thread(propagation.ring, TABLE)
            sent.append(await coming)
        await events.aclose()
        return sent

    assert run(go()) == [b"version 0", b"version 1", b"version 2"]
    assert seen == [(-1, "nl"), (0, "nl"), (1, "nl")]


@pytest.mark.django_db
def test_an_ended_stream_is_freed_without_the_garbage_collector() -> None:
    class News:
        def __call__(self, version: int) -> tuple[int, bytes]:
            return version + 1, b"news"

    async def go() -> "ref[News]":
        news = News()
        known = ref(news)
        place, watching = streams.place_for("address", None), propagation.watching(TABLE)
        events = streams.events(watching, place, news, packer(""), b"idle", b"gone")
        del news, watching
        await anext(events)
        await events.aclose()
        return known

    gc.collect()
    gc.disable()
    try:
        known = run(go())
        # A stream thread may still be about to drop what it has just run.
        assert until(lambda: known() is None, "the stream is still there")
    finally:
        gc.enable()


@pytest.mark.django_db
def test_a_stream_that_may_not_go_on_says_so_when_another_thread_finds_out() -> None:
    may_look = [True]

    def news(version: int) -> tuple[int, bytes]:
        if not may_look[0]:
            raise streams.Gone
        return version + 1, b"news"

    async def go() -> list[bytes]:
        place, watching = streams.place_for("address", None), propagation.watching(TABLE)
        events = streams.events(watching, place, news, packer(""), b"idle", b"gone")
        sent = [await anext(events)]
        coming = asyncio.ensure_future(anext(events))
        await asyncio.sleep(0)
        may_look[0] = False
        await asyncio.to_thread(propagation.ring, TABLE)
        sent.append(await coming)
        return [*sent, *[event async for event in events]]

    assert run(go()) == [b"news", b"gone"]
    assert TABLE not in propagation.watched_tables()


def test_bots_wait_for_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "PATIENCE", 50.0)
    done: list[str] = []

    def bot() -> None:
        let_people_go_first()
        done.append("bot")

    thread = Thread(target=bot)
    with people_first("address"), people_first("address"):
        thread.start()
        thread.join(0.05)
        done.append("person")
    thread.join(50)
    assert done == ["person", "bot"]


def test_bots_do_not_wait_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "PATIENCE", 0.01)
    with people_first("address"):
        begin = monotonic()
        let_people_go_first()
        assert monotonic() - begin < 60


def test_a_failed_request_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threads, "PATIENCE", 50.0)
    with pytest.raises(ZeroDivisionError), people_first("address"):
        raise ZeroDivisionError
    begin = monotonic()
    let_people_go_first()
    assert monotonic() - begin < 50, "nobody is waited for"


@pytest.mark.django_db(transaction=True)
def test_streams_are_prepared_when_the_next_writer_can_already_write() -> None:
    others: list[bool] = []

    def try_to_write() -> None:
        others.append(transactions.writers.acquire(timeout=5))
        transactions.writers.release()

    def ring() -> None:
        thread = Thread(target=try_to_write)
        thread.start()
        thread.join(50)

    with transactions.writing(), transactions.writing():
        transactions.afterwards(ring)
        assert not others, "not before the outer transaction ends"
    assert others == [True]


@pytest.mark.django_db(transaction=True)
def test_nothing_is_done_after_a_transaction_that_failed() -> None:
    done: list[str] = []

    def fail() -> None:
        transactions.afterwards(lambda: done.append("failed"))
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), transactions.writing():
        fail()
    with transactions.writing():
        transactions.afterwards(lambda: done.append("committed"))
    assert done == ["committed"]


@pytest.mark.django_db(transaction=True)
def test_streams_are_also_notified_after_a_transaction_of_django() -> None:
    done: list[str] = []
    with transaction.atomic():
        with transactions.writing():
            transactions.afterwards(lambda: done.append("committed"))
        assert not done
    assert done == ["committed"]
