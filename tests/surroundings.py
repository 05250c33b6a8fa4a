"""Environment and order of all tests. The site's data goes to a temporary folder.

This is a plugin and not a conftest.py, because the settings of the site are read before that.
"""

import asyncio
import os
import tempfile
from collections.abc import Generator
from typing import TypeVar

import pytest

T = TypeVar("T")

os.environ["ICHIBA_DATA"] = tempfile.mkdtemp(prefix="ichiba-tests-")
os.environ.pop("DATABASE_URL", None)
if "ICHIBA_TEST_DATABASE" in os.environ:  # set by a test that runs others on PostgreSQL
    os.environ["DATABASE_URL"] = os.environ["ICHIBA_TEST_DATABASE"]
# The tests start hundreds of processes, which would spend most of their time on compiling modules.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# All tests come from one address. The tests of limits set their own.
os.environ["ICHIBA_LIMITS"] = "off"

# The longest tests, which take 15 to 150 seconds each.
LONGEST = (
    "test_the_compiled_engine_does_the_same_as_the_plain_one",
    "test_it_is_stronger_than_greedy_even_if_it_tries_nothing_out",
    "test_twenty_kills_under_load_lose_no_acknowledged_move",
    "test_all_that_asks_the_database",
    "test_a_whole_game_against_two_bots",
    "test_thirty_decisions_that_the_other_sees",
    "test_in_tsukiji_thinking_ahead_pays",
    "test_the_example_plays_a_whole_game",
    "test_nobody_beats_the_master_of_tokyo_tsukiji_market_by_reading_its_bids",
    "test_a_phone_plays_with_a_thumb_and_nothing_scrolls_sideways",
    "test_an_installed_copy_is_checked_like_the_checkout",
    "test_the_wheel_works_in_a_clean_environment",
    "test_a_lost_connection_is_told_and_heals",
    "test_the_example_goes_on_when_the_server_restarts",
    "test_nobody_beats_tsukijis_master_by_reading_its_tickets",
)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let every worker begin with its share of the longest tests."""
    places = {name: place for place, name in enumerate(LONGEST)}
    place_of = {item: places.get(getattr(item, "originalname", item.name)) for item in items}
    long = sorted((one for one in items if place_of[one] is not None), key=place_of.__getitem__)
    short = [one for one in items if place_of[one] is None]
    items[:] = in_shares(long, short, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def in_shares(long: list[T], short: list[T], workers: int) -> list[T]:
    """All tests in one list, in which every worker's part begins with some of the long ones.

    At first, xdist gives each worker an equal part of the list. Later, it moves tests from the end
    of the longest part to idle workers. If all long tests were in one part, the others would have
    to wait for it.
    """
    left, order = len(long) + len(short), []
    for number in range(workers):
        size = left // (workers - number)
        left -= size
        own = long[number::workers]
        count = max(size - len(own), 0)
        order += own + short[:count]
        short = short[count:]
    return order + short


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, object, object]:
    """Hide Playwright's event loop from tests that use no browser.

    It stays the running loop of the main thread until the end of the session. Django refuses to use
    the database where a loop is running, and other tests run loops of their own.
    """
    if "playwright" in getattr(item, "fixturenames", ()):
        return (yield)
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    try:
        return (yield)
    finally:
        if nextitem is not None:
            asyncio._set_running_loop(loop)
