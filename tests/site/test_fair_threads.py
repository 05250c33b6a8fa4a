"""Requests wait for a thread only once they have arrived, and visitors have turns."""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, BrokenBarrierError, Event, current_thread
from typing import Any

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_started

from configuring import configure
from ichiba.site.live.turns import Turns
from ichiba.site.server.asgi import application
from patience import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

SCOPE = {
    "type": "http", "http_version": "1.1", "query_string": b"", "scheme": "http",
    "headers": [(b"host", b"127.0.0.1")],
}  # fmt: skip
HINT, REPLAY, RULES = "/t/abc/hint/", "/replay/", "/rules/tsukiji/"


class Visit:
    """A request whose body comes later than its headers."""

    def __init__(self, path: str, address: str = "192.0.2.1", method: str = "GET") -> None:
        scope = {**SCOPE, "path": path, "method": method, "client": [address, 1]}
        self._line = ApplicationCommunicator(application, scope)

    async def begin(self) -> None:
        await self._line.send_input({"type": "http.request", "body": b"a", "more_body": True})
        await asyncio.sleep(0.01)

    async def send(self) -> None:
        await self._line.send_input({"type": "http.request", "body": b"b"})
        await asyncio.sleep(0.01)

    async def status(self) -> int:
        answer = await self._line.receive_output(PATIENCE)
        await self._line.wait(PATIENCE)
        return int(answer["status"])


class Threads:
    """Notes at the start of each request its address and kind of thread. Expensive ones wait."""

    def __init__(self) -> None:
        self.served: list[tuple[str, str]] = []
        self.go_on = Event()
        self.wait: Callable[[str], object] = self._wait

    def __call__(self, scope: dict[str, Any], **_: object) -> None:
        kind = current_thread().name.replace("-", "_").partition("_")[0]
        self.served.append((scope["client"][0], kind))
        self.wait(kind)

    def _wait(self, kind: str) -> None:
        assert kind == "requests" or self.go_on.wait(PATIENCE)

    def of(self, kind: str) -> list[str]:
        """The addresses that were served by one kind of threads, in this order."""
        return [address for address, thread in self.served if thread == kind]


@pytest.fixture
def threads() -> Iterator[Threads]:
    found = Threads()
    request_started.connect(found)
    yield found
    found.go_on.set()
    request_started.disconnect(found)


def serve(threads: Threads, *visits: Visit, late: bool = False) -> list[int]:
    """Send requests one after the other, and return their statuses.

    Replays and hints get on only once all have been sent. Late ones have all begun before.
    """

    async def go() -> list[int]:
        for one in visits if late else ():
            await one.begin()
        for one in visits:
            await one.send()
        threads.go_on.set()
        return [await one.status() for one in visits]

    with ThreadPoolExecutor(1) as loop:  # this thread may have an event loop, for a browser
        return loop.submit(asyncio.run, go()).result()


def test_late_bodies_do_not_get_more_into_a_queue(threads: Threads, settings: Any) -> None:
    configure(settings, hints_waiting=5)
    visits = [Visit(HINT, f"192.0.2.{number}", "POST") for number in range(16)]
    serve(threads, *visits, late=True)
    assert threads.of("hints") == [f"192.0.2.{number}" for number in range(6)]
    assert len(threads.of("requests")) == 10, "one is thought of and five wait"


def test_late_bodies_do_not_wait_for_each_other(threads: Threads) -> None:
    together, alone = Barrier(4), []

    def meet(_kind: str) -> None:
        try:
            together.wait(PATIENCE)
        except BrokenBarrierError:
            alone.append(current_thread().name)

    threads.wait = meet
    visits = [Visit(RULES, f"192.0.2.{number}", "POST") for number in range(4)]
    assert serve(threads, *visits, late=True) == [403] * 4, "without a cookie"
    assert not alone, "each must have a thread of its own"


def test_one_visitor_does_not_deny_replays_to_others(threads: Threads, settings: Any) -> None:
    configure(settings, replays_waiting=20)
    many = [Visit(REPLAY, "192.0.2.1") for _ in range(24)]
    others = [Visit(REPLAY, "192.0.2.2") for _ in range(12)]
    statuses = serve(threads, *many, *others)
    assert [*statuses[24:34]] == [200] * 10, "as many as one person may have waiting"
    assert statuses.count(200) == 21, "one is served and twenty wait"
    assert statuses[0] == 200
    assert threads.of("replays")[1:5] == ["192.0.2.2", "192.0.2.1"] * 2, "by turns"


def test_one_visitor_does_not_deny_hints_to_others(threads: Threads, settings: Any) -> None:
    configure(settings, hints_waiting=5)
    many = [Visit(HINT, "192.0.2.1", "POST") for _ in range(14)]
    serve(threads, *many, Visit(HINT, "192.0.2.2", "POST"))
    assert threads.of("hints") == ["192.0.2.1", "192.0.2.2", *["192.0.2.1"] * 3]
    assert threads.of("requests") == ["192.0.2.1"] * 10


def test_whoever_waits_most_gives_way_to_a_newcomer(threads: Threads, settings: Any) -> None:
    configure(settings, replays_waiting=4)
    addresses = ["192.0.2.1"] * 3 + ["192.0.2.2"] * 2 + ["192.0.2.3", "192.0.2.4"]
    serve(threads, *(Visit(REPLAY, one) for one in addresses))
    assert threads.of("replays") == [f"192.0.2.{number}" for number in (1, 2, 3, 4, 1)]
    assert threads.of("requests") == ["192.0.2.1", "192.0.2.2"]


# --- The order of turns


def taken(turns: Turns[str], count: int) -> list[str]:
    """What is next, if each is done before the next begins."""
    found = []
    for _ in range(count):
        visitor, item = turns.take() or (("", ""), "")
        found.append(item)
        turns.done(visitor)
    return found


def filled(*items: str) -> Turns[str]:
    """Items such as "a1x": of person 1 at the address a."""
    turns: Turns[str] = Turns()
    for item in items:
        turns.add((item[0], item[1]), item)
    return turns


def test_addresses_have_turns_and_so_have_the_people_of_one() -> None:
    turns = filled("a1x", "a1y", "a1z", "a2x", "b1x", "b1y", "c1x")
    assert taken(turns, 7) == ["a1x", "b1x", "c1x", "a2x", "b1y", "a1y", "a1z"]
    assert turns.take() is None
    assert (turns.waiting, turns.running) == (0, 0)


def test_whoever_comes_while_another_is_served_is_next() -> None:
    turns = filled("a1x", "a1y")
    served = turns.take()
    assert served is not None
    turns.add(("b", "1"), "b1x")
    turns.done(served[0])
    assert taken(turns, 2) == ["b1x", "a1y"]


def test_a_turn_can_go_on() -> None:
    turns = filled("a1x", "b1x", "b1y")
    visitor, _item = turns.take() or (("", ""), "")
    turns.add(visitor, "a1y")
    turns.done(visitor, goes_on=True)
    assert taken(turns, 3) == ["a1y", "b1x", "b1y"]
    assert (turns.waiting, turns.running) == (0, 0)


def test_several_threads_serve_several_addresses() -> None:
    turns = filled("a1x", "a1y", "a1z", "b1x")
    assert [turns.take(), turns.take(), turns.take()] == [
        (("a", "1"), "a1x"), (("b", "1"), "b1x"), (("a", "1"), "a1y"),
    ]  # fmt: skip


def test_of_those_who_wait_most_the_newest_gives_way() -> None:
    turns = filled("a1x", "b1x", "b2x", "b2y", "c1x")
    assert turns.give_way(("c", "1")) == "b2y"
    assert turns.give_way(("b", "1")) == "b1x"
    assert turns.give_way(("c", "1")) == "c1x", "all have one: the newcomer is refused"
    assert taken(turns, 2) == ["a1x", "b2x"]
