"""Quick pairing and the market of the day with two servers that share a database."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from patience import until
from server_process import Server
from site_tools import Person

# Each pair of servers is started once for all of these.
pytestmark = pytest.mark.long


def at_once(calls: Sequence[Callable[[], str]]) -> list[str]:
    with ThreadPoolExecutor(len(calls)) as pool:
        return [*pool.map(lambda call: call(), calls)]


def test_people_at_two_servers_find_each_other(pair: tuple[Server, Server]) -> None:
    people = [Person(pair[number % 2].url) for number in range(9)]
    tables: dict[int, str] = {}

    def is_seated(number: int) -> bool:
        path = people[number].get("/find/").url.path
        if path.startswith("/t/"):
            tables[number] = path
        return number in tables

    at_once(
        [lambda one=one: one.post("/find/", title="tsukiji", pace="live").text for one in people]
    )
    for number in range(len(people)):
        until(lambda number=number: is_seated(number), "somebody is left over")  # type: ignore[misc]
    assert sorted(Counter(tables.values()).values()) == [3, 3, 3]


def test_all_servers_have_the_same_market_and_one_try(pair: tuple[Server, Server]) -> None:
    people = [Person(pair[number % 2].url) for number in range(4)]
    for one in people:
        one.post("/me/", name="Aki")
    twice = [people[0], people[0].at(pair[1].url), *people[1:]]
    paths = at_once([lambda one=one: one.post("/day/tsukiji/play/").url.path for one in twice])
    assert paths[0] == paths[1]
    assert len({*paths}) == 4
    marks = {
        found[1]
        for one, path in zip(twice, paths, strict=True)
        if (found := re.search(r"<code>([0-9a-f]{64})</code>", one.get(path).text))
    }
    assert len(marks) == 1
