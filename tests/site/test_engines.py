"""The site in Firefox and WebKit: two people play every title, on a desktop and on a phone, and the
layout is checked at each decision."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from browser_tools import CHANGED, TOKEN, TRIES, TRY
from engines import (
    MISSED,
    PACKAGES,
    Arrive,
    FirefoxVisitor,
    Screen,
    Visitor,
    WebKitVisitor,
    is_here,
    wait_for,
)
from layout_rules import Reader, Size
from server_process import SeededServer, Server

pytestmark = pytest.mark.usefixtures("playwright")

DESK, HAND = Size(1440, 900), Size(390, 844, touch=True)
TITLES = ("tsukiji", "shinjuku", "tokyo-tsukiji-market")
GOLDEN = Path(__file__).parent.parent / "tsukiji" / "games"
DECISIONS = 30
TEXT = "selector => document.querySelector(selector)?.textContent.trim()"
SAYS = "([selector, text]) => document.querySelector(selector)?.textContent.trim() === text"
VERSION = "() => Number(document.querySelector('#table').dataset.version)"
CAUGHT_UP = "version => Number(document.querySelector('#table').dataset.version) >= version"
IS_DUE = "() => Boolean(document.querySelector('#board .can'))"
# All possible moves. A button may be folded away; the layout rules check that.
MOVES = """() => [...new Set([...document.querySelectorAll('#board button.can[name=move]')]
    .map(button => button.value))]"""
# Whether this move is nowhere visible; if so, marks the element that it is folded into.
FOLDED = """move => {
    const buttons = [...document.querySelectorAll('#board button.can[name=move]')]
        .filter(button => button.value === move);
    if (buttons.some(button => button.checkVisibility())) return false;
    const fold = buttons.map(button => button.closest('details:not([open])')).find(Boolean);
    if (!fold) return false;  // the move has been made in the meantime
    fold.querySelector('summary').dataset.unfold = '';
    return true;
}"""
LAST = re.compile(r"^(end|done|pass|decline|stop|action income)\b")


@pytest.fixture(scope="module")
def server(paced_server: SeededServer) -> SeededServer:
    """A server that these tests may kill, with the default pauses."""
    paced_server.choose(1)
    return paced_server


@pytest.fixture(scope="module", params=["firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    if not is_here(name) and os.environ.get("CI") != "true":
        pytest.skip(f"{name} is not installed: apt-get install {PACKAGES[name]}")
    return name


@pytest.fixture(scope="module")
def screen() -> Iterator[Screen]:
    shown = Screen()
    yield shown
    shown.close()


@pytest.fixture(scope="module")
def firefox(playwright, screen: Screen):  # type: ignore[no-untyped-def]
    browser = playwright.firefox.launch(
        channel="moz-firefox",
        executable_path="/usr/bin/firefox-esr",
        headless=False,
        env={**os.environ, "DISPLAY": screen.name},
    )
    yield browser
    browser.close()


@pytest.fixture
def arrive(request: pytest.FixtureRequest, engine: str, tmp_path: Path) -> Iterator[Arrive]:
    """People at their own computers: call it with a window size for each of them."""
    visitors: list[Visitor] = []

    def come(size: Size) -> Visitor:
        visitor: Visitor
        if engine == "firefox":
            context = request.getfixturevalue("firefox").new_context()
            visitor = FirefoxVisitor(context.new_page(), size)
        else:
            visitor = WebKitVisitor(request.getfixturevalue("screen"), tmp_path / "settings", size)
        visitors.append(visitor)
        return visitor

    yield come
    for visitor in visitors:
        visitor.close()


def two_at_a_table(arrive: Arrive, server: Server, title: str) -> dict[Size, Visitor]:
    """Aki on a desktop and Ben on a phone, at a table for two."""
    aki, ben = arrive(DESK), arrive(HAND)
    aki.go(f"{server.url}/new/{title}/")
    aki.click('label:has(input[name=players][value="2"])')
    aki.click(".setup button.primary")
    address = wait_for(aki, "() => /[/]t[/]/.test(location.pathname) && location.href")
    ben.go(address)
    ben.click("form[action$='join/'] button[type=submit], .join button[type=submit]")
    for visitor in (aki, ben):
        wait_for(visitor, "() => document.querySelector('#prompt')?.textContent.trim()")
        wait_for(visitor, "() => document.readyState === 'complete'")
    return {DESK: aki, HAND: ben}


def decide(visitor: Visitor, move: str) -> None:
    """Click a move and wait until it is accepted.

    The click is repeated after some seconds, because the layout may have changed just before it.
    """
    before = visitor.ask(f"() => {TOKEN}")
    button = f'#board button.can[name=move][value="{move}"]'
    for _ in range(TRIES):
        try:
            if visitor.ask(FOLDED, move):
                visitor.click("[data-unfold]", seconds=2)
            visitor.click(button, seconds=2)
            wait_for(visitor, CHANGED, before, seconds=TRY / 1000)
            return
        except MISSED:  # an update has closed it again, or the click went elsewhere
            if visitor.ask(CHANGED, before):
                return
    raise AssertionError(f"{move} is never accepted")


@pytest.mark.parametrize("title", TITLES)
def test_thirty_decisions_that_the_other_sees(
    arrive: Arrive, server: Server, title: str, tmp_path: Path
) -> None:
    seats = two_at_a_table(arrive, server, title)
    readers = {
        size: Reader(visitor.ask, visitor.picture, size, tmp_path, f"{title}-{size}")
        for size, visitor in seats.items()
    }
    chance, taken = Random(5), 0
    while taken < DECISIONS:
        for size, visitor in seats.items():
            if not visitor.ask(IS_DUE):
                continue
            readers[size].look(visitor.ask(TEXT, "#prompt"))
            moves = visitor.ask(MOVES)
            doing = [move for move in moves if not LAST.match(move)]
            decide(visitor, chance.choice(doing or moves))
            taken += 1
            version = visitor.ask(VERSION)
            for other in seats.values():
                wait_for(other, CAUGHT_UP, version)
    wrong = [reader.told() for reader in readers.values() if reader.found]
    assert not wrong, "".join(wrong)


@pytest.mark.parametrize("size", [DESK, HAND], ids=str)
def test_the_front_page_leads_to_a_game_against_bots(
    arrive: Arrive, server: Server, size: Size
) -> None:
    visitor = arrive(size)
    visitor.go(f"{server.url}/")
    assert visitor.ask("() => document.querySelectorAll('.title-card h2').length") == 3
    assert visitor.ask("() => document.documentElement.scrollWidth") <= size.width
    visitor.click(".title-card form button")
    wait_for(visitor, SAYS, ["#prompt", "Lay a ticket on lot 1."])
    for ticket in ("4", "3", "2", "0"):
        decide(visitor, f"ticket {ticket}")
    # The bots have laid their tickets too, and the page shows that they buy or wait for us.
    wait_for(visitor, "() => document.querySelectorAll('.tile').length")


def test_undo_replay_and_the_keys(arrive: Arrive, server: Server) -> None:
    visitor = arrive(DESK)
    visitor.go(f"{server.url}/")
    visitor.click(".title-card form button")
    wait_for(visitor, SAYS, ["#prompt", "Lay a ticket on lot 1."])
    wait_for(visitor, "() => document.readyState === 'complete'")
    decide(visitor, "ticket 4")
    wait_for(visitor, SAYS, ["#prompt", "Lay a ticket on lot 2."])
    visitor.click("#undo")
    wait_for(visitor, SAYS, ["#prompt", "Lay a ticket on lot 1."])
    visitor.go(f"{server.url}/replay/")
    visitor.upload("input[type=file]", GOLDEN / "two-careful.json")
    visitor.click("main form button[type=submit]")
    wait_for(visitor, SAYS, ["#replay-number", "0 / 57"])
    wait_for(visitor, "() => document.readyState === 'complete'")
    visitor.press("ArrowRight")
    wait_for(visitor, SAYS, ["#replay-number", "1 / 57"])
    visitor.press("End")
    wait_for(visitor, SAYS, ["#replay-number", "57 / 57"])


LOST = "() => document.body.classList.contains('offline')"


def test_a_lost_connection_is_told_and_heals(arrive: Arrive, server: Server) -> None:
    seats = two_at_a_table(arrive, server, "tsukiji")
    decide(seats[DESK], "ticket 4")
    server.kill()
    for visitor in seats.values():
        wait_for(visitor, LOST)
        assert "Connection lost" in visitor.ask(TEXT, "#connection")
    server.start()
    for visitor in seats.values():
        wait_for(visitor, f"() => !({LOST})()")
    # Both are connected again and see each other's moves.
    decide(seats[DESK], "ticket 3")
    decide(seats[DESK], "ticket 2")
    decide(seats[HAND], "ticket 4")
    version = seats[HAND].ask(VERSION)
    wait_for(seats[DESK], CAUGHT_UP, version)


# Records whether the page ever says that the connection is lost.
NOTE_LOSS = """() => new MutationObserver(() => {
    if (document.body.classList.contains('offline')) localStorage.setItem('lost', 'yes');
}).observe(document.body, {attributes: true, subtree: true, childList: true})"""


def test_whoever_leaves_a_table_is_told_of_no_loss(arrive: Arrive, server: Server) -> None:
    visitor = two_at_a_table(arrive, server, "tsukiji")[DESK]
    visitor.ask(NOTE_LOSS + " && 0")
    for _ in range(3):
        decide(visitor, visitor.ask(MOVES)[0])
    visitor.click("a.brand")
    wait_for(visitor, "() => document.querySelector('.title-card')")
    assert visitor.ask("() => localStorage.getItem('lost')") is None
