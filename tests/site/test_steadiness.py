"""The table stands still: random games of every title in Chromium, with the position of board, tray
and page compared from one own decision to the next.

`make test` takes two short walks; the others are part of the long run. ICHIBA_WALK_SEED names the
seed that a message has told, ICHIBA_PICTURES where pictures of what moved are kept."""

import os
from pathlib import Path

import pytest

from layout_rules import Size
from layout_walk import TITLES
from server_process import SeededServer
from steadiness import SteadyWalk

SEED = int(os.environ.get("ICHIBA_WALK_SEED") or 7)
DESKS = (Size(1440, 900), Size(1366, 768), Size(1024, 768))
PHONES = (Size(390, 844, touch=True), Size(360, 740, touch=True), Size(412, 915, touch=True))
SHORT = [("tsukiji", DESKS[1], 7), ("tsukiji", PHONES[0], 5)]
LONG = [(title, size, 30) for title in TITLES for size in DESKS + PHONES]


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("ICHIBA_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def walk_through(people, server, pictures, title, size, most):  # type: ignore[no-untyped-def]
    """Play so many decisions, and return the walk."""
    walk = SteadyWalk(people(**size.context()), size, pictures, f"{title}-{size}", SEED)
    walk.start(title, server)
    walk.go(most)
    assert walk.steps >= most - 1, "the game was too short"
    return walk


@pytest.mark.journey
@pytest.mark.parametrize(("title", "size", "most"), SHORT, ids=str)
def test_the_table_stands_still(  # type: ignore[no-untyped-def]
    people, server: SeededServer, pictures: Path, title: str, size: Size, most: int
) -> None:
    walk = walk_through(people, server, pictures, title, size, most)
    assert not walk.moved, "\n".join(walk.moved)


@pytest.mark.long
@pytest.mark.parametrize(("title", "size", "most"), LONG, ids=str)
def test_the_table_stands_still_in_a_long_walk(  # type: ignore[no-untyped-def]
    people, server: SeededServer, pictures: Path, title: str, size: Size, most: int
) -> None:
    walk = walk_through(people, server, pictures, title, size, most)
    assert not walk.moved, "\n".join(walk.moved)


# What once moved the board, each recreated with CSS: the walk must notice it.
MOVES = {
    ".at-table #tray { height: 160px; }": "tray",
    ".at-table .table-main { padding-top: 27px; }": "board",
    "html body.at-table { height: 120vh; overflow: auto; }": "the page scrolls",
    ".at-table .tsukiji .floor { min-height: 900px; }": "larger than its place",
    "#board .tsukiji #lot-2 { margin-left: 9px; }": "lot-2 was at",
}
WITH_STYLE = """rules => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
}"""


@pytest.mark.parametrize("rules", MOVES)
def test_the_walk_notices_what_moves(  # type: ignore[no-untyped-def]
    people, server: SeededServer, pictures: Path, rules: str
) -> None:
    size = DESKS[0]
    walk = SteadyWalk(people(**size.context()), size, pictures, "broken", SEED)
    walk.start("tsukiji", server)
    walk.wait()
    before = walk.rest()
    walk.page.evaluate(WITH_STYLE, rules)
    walk.compare(before, walk.rest())
    assert any(MOVES[rules] in one for one in walk.moved), walk.moved
