"""Plays random games of every title in every window size and checks the layout at each decision,
with the rules in `layout_rules.js`.

`make test-all` takes short walks; ICHIBA_WALK=long plays whole games of every title at every size
in both themes. Pictures of what is wrong are kept where the message says, or in ICHIBA_PICTURES.
Short walks are the same every time; long ones play other games each time unless ICHIBA_WALK_SEED
names the seed that a message has told.
"""

import os
import tomllib
from importlib.resources import files
from pathlib import Path
from secrets import randbelow

import pytest

from layout_rules import SIZES, Size, breaches
from layout_walk import TITLES, WAYS, Walk
from server_process import SeededServer

WORDS = files("ichiba.games.tokyo_tsukiji_market") / "words" / "en.toml"
LONG = os.environ.get("ICHIBA_WALK") == "long"
SEED = int(os.environ.get("ICHIBA_WALK_SEED") or (randbelow(10**6) if LONG else 7))
WHOLE = 5_000  # more decisions than a game has
BIG, DESK, LAPTOP, SMALL, UPRIGHT, PHONE, OLD_PHONE = SIZES
# Covers all sizes and all titles; the shortest game is played to its end, on a phone.
SHORT = [
    ("ttm", BIG, "light", 12),
    ("tsukiji", DESK, "dark", 12),
    ("shinjuku", LAPTOP, "light", 12),
    ("ttm", LAPTOP, "dark", 12),
    ("shinjuku", SMALL, "dark", 12),
    ("tsukiji", UPRIGHT, "light", 12),
    ("tsukiji", PHONE, "light", WHOLE),
    ("ttm", PHONE, "dark", 12),
    ("shinjuku", OLD_PHONE, "light", 12),
]
ALL = [
    (title, size, scheme, WHOLE)
    for title in TITLES
    for size in SIZES
    for scheme in ("light", "dark")
]


@pytest.fixture(scope="module")
def server(paced_server: SeededServer) -> SeededServer:
    """A server as `make play` starts it, except that deals can be repeated."""
    return paced_server


@pytest.fixture
def pictures(tmp_path: Path) -> Path:
    folder = Path(os.environ.get("ICHIBA_PICTURES", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@pytest.mark.parametrize(("title", "size", "scheme", "most"), ALL if LONG else SHORT, ids=str)
def test_every_decision_is_in_sight(
    people,  # type: ignore[no-untyped-def]
    server: SeededServer,
    pictures: Path,
    title: str,
    size: Size,
    scheme: str,
    most: int,
) -> None:
    page = people(**size.context(scheme))
    walk = Walk(page, size, pictures, f"{title}-{size}-{scheme}", SEED)
    walk.start(title, server)
    walk.go(most)
    assert walk.decisions >= 10
    assert not walk.reader.found, walk.reader.told()


# Problems that we once had, each recreated with CSS: the rules must find them.
BROKEN = {
    ".here { width: 10px; height: 10px; }": {"narrow box"},
    "#tray { position: static !important; } #board { margin-top: 3000px; }": {"prompt", "way on"},
    "#board [value='MOVE'] { display: none; }": {"every way"},
    "#board h3 { min-width: 0; max-width: 20px; overflow: hidden; }": {"cut off"},
    "#board .here { position: relative; left: 3000px; }": {"every way"},
    "body { min-width: 3000px; }": {"sideways"},
}
# The content security policy does not allow a style element.
WITH_STYLE = """rules => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(rules);
    document.adoptedStyleSheets = [sheet];
}"""


def test_the_walk_notices_a_market_that_collapses(people, server: SeededServer) -> None:  # type: ignore[no-untyped-def]
    page = people(**DESK.context())
    walk = Walk(page, DESK, Path(), "broken", 1)
    walk.start("ttm", server)
    walk.wait()
    walk.take(next(way for way, _ in page.evaluate(WAYS) if way.startswith("enter ")))
    move = page.evaluate(WAYS)[0][0]
    stall = page.locator(".stall[data-focus]")
    stall.evaluate("stall => stall.classList.add('here')")  # the class name at that time
    assert not {one.rule for one in breaches(page.evaluate, DESK)} & set().union(*BROKEN.values())
    for rules, expected in BROKEN.items():
        page.evaluate(WITH_STYLE, rules.replace("MOVE", move))
        found = {one.rule for one in breaches(page.evaluate, DESK)}
        assert expected <= found, rules


# Wider and narrower fonts than the style sheets ask for, because systems differ.
FONTS = ("DejaVu Sans", "DejaVu Serif", "Liberation Sans", "Noto Sans CJK JP")
NAMED = """names => document.querySelectorAll('#board article.market h3').forEach(
    (title, number) => { title.textContent = names[number % names.length]; })"""


@pytest.mark.parametrize("size", [BIG, DESK, SMALL, PHONE, OLD_PHONE], ids=str)
def test_a_stall_holds_every_name_in_any_font(  # type: ignore[no-untyped-def]
    people, server: SeededServer, size: Size
) -> None:
    words = tomllib.loads(WORDS.read_text(encoding="utf-8"))["tokyo-tsukiji-market"]
    names = sorted({noun["one"] for noun in words["market"].values()})
    page = people(**size.context())
    walk = Walk(page, size, Path(), "fonts", 1)
    walk.start("ttm", server)
    walk.wait()
    stalls = page.locator("#board article.market h3").count()
    assert stalls
    wrong = {}
    for font in FONTS:
        page.evaluate(WITH_STYLE, f"* {{ font-family: '{font}' !important; }}")
        for first in range(0, len(names), stalls):
            page.evaluate(NAMED, names[first : first + stalls])
            for one in breaches(page.evaluate, size):
                if one.rule in ("broken word", "cut off", "narrow box") and "#market-" in one.what:
                    wrong.setdefault(one.what, font)
    assert not wrong


# All stalls have changed twice since the last turn, in a hall for few or many markets.
CHANGED = """wide => {
    document.querySelector('.ttm-board').classList.toggle('wide-hall', wide);
    for (const one of document.querySelectorAll('.sign-stock [data-watch]'))
        one.dataset.change = '▼2';
}"""


@pytest.mark.parametrize("size", [DESK, LAPTOP, SMALL, PHONE, OLD_PHONE], ids=str)
def test_two_changes_fit_on_a_sign(people, server: SeededServer, size: Size) -> None:  # type: ignore[no-untyped-def]
    page = people(**size.context())
    walk = Walk(page, size, Path(), "changes", 1)
    walk.start("ttm", server)
    walk.wait()
    for wide in (False, True):
        page.evaluate(CHANGED, wide)
        wrong = [one for one in breaches(page.evaluate, size) if ".sign-stock" in one.what]
        assert not wrong, f"wide: {wide}"


ALL_CHANGED = """() => {
    for (const one of document.querySelectorAll('.standing-line .change')) one.textContent = '▲900';
    const line = document.querySelector('.standing-line ul');
    return line.scrollWidth - line.clientWidth;
}"""


def test_three_players_fit_into_the_line_of_a_phone(people, server: SeededServer) -> None:  # type: ignore[no-untyped-def]
    page = people(**PHONE.context())
    walk = Walk(page, PHONE, Path(), "line", 1)
    walk.start("ttm", server)
    walk.wait()
    assert page.locator(".standing-line .line-score").count() == 3
    assert page.evaluate(ALL_CHANGED) <= 0
