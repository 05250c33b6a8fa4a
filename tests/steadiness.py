"""Plays a random game in a browser and checks that the table stands still.

In a wide window, board, tray and page stay exactly where they were, and so do the parts of the
board. On a phone, the board stays where it is while the same kind of thing is decided. The page
scrolls at most once for a decision, only if what it is about is not in sight, and never to an empty
screen."""

import re
from contextlib import suppress
from pathlib import Path
from statistics import median

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from browser_tools import RESTS, finished
from layout_rules import Size
from layout_walk import Walk

SCRIPT = (Path(__file__).parent / "steadiness.js").read_text(encoding="utf-8")
# Nothing moves, and nothing is about to be scrolled to: tray.js looks again for a while.
STILL = "() => !document.querySelector('[data-moving]')"
SETTLED = 900  # milliseconds in which a page on a phone finds what a decision is about
LOOKS = 4_000  # milliseconds for which it looks again, if the machine is busy
NEAR = 2  # pixels that nobody sees
EMPTY = 0.1  # the part of the window that shows pieces of the board if it isn't empty


def _kind(prompt: str) -> str:
    """What kind of decision a prompt asks for: "Lay a ticket on lot ."."""
    return re.sub(r"[0-9]+", "", prompt)


class SteadyWalk(Walk):
    """One game at one size: `moved` tells what moved between two decisions."""

    def __init__(self, page: Page, size: Size, pictures: Path, name: str, seed: int) -> None:
        page.add_init_script(SCRIPT)
        super().__init__(page, size, pictures, name, seed)
        self.moved: list[str] = []
        self.steps = 0

    @property
    def is_framed(self) -> bool:
        """Whether the table is one screen."""
        return self.size.width >= 1024

    def go(self, most: int) -> None:
        """Make this many decisions, or until the game is over, and compare the page before each."""
        before = None
        while self.decisions <= most:
            self.wait()
            if finished(self.page):
                break
            now = self.rest()
            if before is not None:
                self.compare(before, now)
            before = now
            self.decide()
            self.decisions += 1

    def look(self) -> None:
        """Check the page while a question is open: it moves nothing."""
        if self.is_framed:
            self.check(self.rest(), "while it asks")

    def rest(self) -> dict:  # type: ignore[type-arg]
        """Wait until nothing moves any more, and look where things are."""
        if not self.is_framed:
            self.page.wait_for_timeout(SETTLED)
            with suppress(TooLate):
                self.page.wait_for_function("() => steadiness.isFound()", timeout=LOOKS)
        self.page.wait_for_function(STILL)
        self.page.evaluate(RESTS)
        return self.page.evaluate("steadiness.look()")  # type: ignore[no-any-return]

    def compare(self, before: dict, now: dict) -> None:  # type: ignore[type-arg]
        self.steps += 1
        if self.is_framed:
            for part in ("board", "tray", "scroll"):
                if before[part] != now[part]:
                    self.tell(now, f"{part} was at {before[part]}, is at {now[part]}")
            self.compare_parts(now, before["fixed"], now["fixed"])
            if before["round"] == now["round"]:
                self.compare_parts(now, before["wares"], now["wares"])
            self.check(now, "")
        else:
            self.compare_on_phone(before, now)

    def compare_parts(self, now: dict, before: dict, after: dict) -> None:  # type: ignore[type-arg]
        """What is on both pages is in the same place."""
        for part in before.keys() & after.keys():
            was, place = before[part], after[part]
            if max(abs(one - other) for one, other in zip(was, place, strict=True)) > NEAR:
                self.tell(now, f"{part} was at {was}, is at {place}")

    def check(self, now: dict, when: str) -> None:  # type: ignore[type-arg]
        """What holds at any time in a wide window."""
        if now["tooHigh"] > 0 or now["scroll"] != [0, 0]:
            self.tell(now, f"the page scrolls: {now['scroll']}, {now['tooHigh']} {when}")
        if max(now["overflow"]) > NEAR:
            self.tell(now, f"the board is larger than its place by {now['overflow']} {when}")
        if now["scrolls"]:
            self.tell(now, f"scripts scroll: {now['scrolls']} {when}")

    def compare_on_phone(self, before: dict, now: dict) -> None:  # type: ignore[type-arg]
        scrolls = now["scrolls"]
        if len(scrolls) > 1:
            self.tell(now, f"the page scrolls {len(scrolls)} times: {scrolls}")
        if any(one["wasSeen"] for one in scrolls):
            self.tell(now, f"the page scrolls to what was in sight: {scrolls}")
        both = before["places"].keys() & now["places"].keys()
        shift = median(now["places"][one] - before["places"][one] for one in both) if both else 0
        is_same = _kind(before["prompt"]) == _kind(now["prompt"])
        if is_same and not scrolls and abs(shift) > NEAR:
            self.tell(now, f"the board moves by {shift} pixels without being scrolled")
        if now["drawn"] < EMPTY:
            self.tell(now, "the window shows nothing of the board")

    def tell(self, now: dict, what: str) -> None:  # type: ignore[type-arg]
        picture = self.reader.pictures / f"{self.name}-moved-{len(self.moved):02}.png"
        self.page.screenshot(path=picture)
        where = f"{self.name}, seed {self.seed}, decision {self.decisions}"
        self.moved.append(f"{where} “{now['prompt']}”: {what} ({picture})")
