"""Plays a random game in a browser and checks the layout at every decision."""

import re
from pathlib import Path
from random import Random

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from browser_tools import CHANGED, IDLE, TOKEN, TRIES, TRY, finished
from layout_rules import Reader, Size
from server_process import SeededServer

TITLES = {"tsukiji": "Tsukiji", "shinjuku": "Shinjuku", "ttm": "Tokyo Tsukiji Market"}
# All possible moves, each once, with the point to click if it is in the window.
WAYS = """() => {
    const ways = new Map();
    for (const button of document.querySelectorAll('#board button.can[name=move]:not(:disabled)')) {
        const {x, y, width, height} = button.getBoundingClientRect();
        const at = [x + width / 2, y + height / 2];
        const top = width && document.elementFromPoint(...at);
        const isHit = Boolean(top) && button.contains(top);
        if (isHit || !ways.has(button.value)) ways.set(button.value, isHit ? at : null);
    }
    return [...ways];
}"""
QUICK = """async () => {
    const csrfmiddlewaretoken = document.querySelector('[name=csrfmiddlewaretoken]').value;
    const body = new URLSearchParams({csrfmiddlewaretoken, speed: 'instant', ask: ''});
    return (await fetch('/me/preferences/', {method: 'POST', body})).status;
}"""
# The decision was accepted, or the page asks for confirmation.
ANSWERED = f"""before => {TOKEN} !== before
    || document.getElementById('ask')?.checkVisibility()"""
# What was never chosen is chosen often, and what ends a turn seldom, so that a walk comes to many
# kinds of decisions; what brings a game on is chosen often, so that it comes to an end.
LAST = re.compile(r"^(end|done|pass|return|reprice|discard|decline|stop|action income)\b")
ONWARD = re.compile(r"^(fish|barrel|boat|dock|undock|buy|price|yen|license|purchase)\b")


def _kind(move: str) -> str:
    """What sort of move it is: its verb."""
    return move.partition(" ")[0]


class Walk:
    """One game at one size: what was decided so far, and what was wrong. The same seed deals the
    same game and takes the same decisions."""

    def __init__(self, page: Page, size: Size, pictures: Path, name: str, seed: int) -> None:
        self.page, self.size, self.name, self.seed = page, size, name, seed
        self.rng = Random(seed)
        self.decisions = 0
        self.taken: set[str] = set()  # the kinds of moves that were made
        self.reader = Reader(
            page.evaluate, lambda path: page.screenshot(path=path), size, pictures, name
        )

    def start(self, title: str, server: SeededServer) -> None:
        """Begin a game against bots as somebody who has just come, except that bots are quick."""
        server.choose(self.seed)
        self.page.goto("/")
        assert self.page.evaluate(QUICK) == 204
        card = self.page.locator(f".title-card:has(h2:text-is('{TITLES[title]}'))")
        card.locator("button.primary").click()  # play against bots, in any language
        self.page.locator("#table").wait_for()
        self.page.wait_for_load_state()

    def go(self, most: int) -> None:
        """Make this many decisions, or until the game is over, and check the page before each."""
        while self.decisions < most:
            self.wait()
            if finished(self.page):
                break
            self.look()
            self.decide()
            self.decisions += 1
        if finished(self.page):
            self.look()

    def wait(self) -> None:
        """Wait until there is a decision to make or the game is over."""
        self.page.wait_for_function(IDLE, arg="#board .can")

    def look(self) -> None:
        self.reader.look(f"seed {self.seed}, decision {self.decisions} “{self.prompt()}”")

    def prompt(self) -> str:
        found = self.page.locator("#prompt")
        return found.first.inner_text() if found.count() else "the end"

    def decide(self) -> None:
        """Choose a random move and make it."""
        ways = [way for way, _ in self.page.evaluate(WAYS)]
        doing = [way for way in ways if not LAST.match(way)]
        onward = [way for way in ways if ONWARD.match(way)]
        fresh = [way for way in ways if _kind(way) not in self.taken]
        liked = self.rng.choices((fresh, onward, doing, ways), (30, 35, 25, 10))[0]
        move = self.rng.choice(liked or doing or ways)
        self.taken.add(_kind(move))
        self.take(move)

    def take(self, move: str) -> None:
        """Click or tap a move where it is in the window, until it is accepted."""
        before = self.page.evaluate(TOKEN)
        for _ in range(TRIES):
            if self.page.evaluate(TOKEN) != before:
                return  # the server has been slow to answer
            at = dict(self.page.evaluate(WAYS)).get(move)
            if at is None:
                self.reach(move)
            elif self.size.touch:
                self.page.touchscreen.tap(*at)
            else:
                self.page.mouse.click(*at)
            try:
                self.page.wait_for_function(ANSWERED, arg=before, timeout=TRY)
            except TooLate:
                continue  # others have just moved, and the layout has changed
            if self.page.evaluate(TOKEN) != before:
                return
            self.look()
            self.page.locator("#ask-yes").click()
            self.page.wait_for_function(CHANGED, arg=before)
            return
        where = f"{self.name}, seed {self.seed}, at “{self.prompt()}”"
        raise AssertionError(f"{where}: “{move}” is not taken{self.reader.told()}")

    def reach(self, move: str) -> None:
        """Scroll to a move that is out of sight and click it; unfold it first if necessary."""
        way = f'button.can[name=move][value="{move}"]'
        shown = self.page.locator(f"#board {way}").locator("visible=true")
        if not shown.count():
            self.page.locator(f"#board details:not([open]):has({way}) > summary").first.click()
        shown.first.click()
