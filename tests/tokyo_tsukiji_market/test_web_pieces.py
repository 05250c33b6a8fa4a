"""Every piece on the board says what it is: on the page in whole games, and for every kind of piece
in the box."""

import re
from collections import Counter
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest

import ichiba
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board.scenes import KANJI, scene
from ichiba.games.tokyo_tsukiji_market.board.tips import Tips
from ichiba.games.tokyo_tsukiji_market.board.why import why_come
from ichiba.games.tokyo_tsukiji_market.data import BOAT_TYPES, FISH, MARKETS, NAME, TOKENS
from tokyo_tsukiji_market.test_web_board import GAME, NAMES, play, render

# The class of every kind of piece, sign and icon on the board. All of them must occur in the games
# below, so that nothing is left untested.
KINDS = {
    "barrel", "token", "hull", "boat", "port", "head", "ledge", "license-space", "sign", "fee",
    "worth", "gain", "stock-barrels", "stock-licenses", "stock-tokens", "space", "ware", "lot",
    "owner", "payee", "points", "paper", "cover",
}  # fmt: skip
# Told by what they are in, such as a barrel on a button for a catch, which names the fish.
NAMED = {"choice", "catch", "action", "pricing", "at-hand", "doorway-said", "lid", "stall-rules"}
VOID = {"input", "br", "img", "use"}


class Told(HTMLParser):
    """Finds pieces that neither have a tip nor stand in or around something with a tip."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, set[str], dict[str, str | None]]] = []
        self.waiting: list[tuple[int, str]] = []  # pieces whose tip may still come inside them
        self.seen: Counter[str] = Counter()
        self.silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        classes = set((given.get("class") or "").split())
        if given.get("data-tip"):
            self.waiting = [one for one in self.waiting if one[0] > len(self.open)]
        if tag not in VOID:
            self.open.append((tag, classes, given))
        for kind in classes & KINDS:
            self.seen[kind] += 1
            if not self._is_told():
                self.waiting.append((len(self.open), f"<{tag} {given.get('class')}>"))

    def _is_told(self) -> bool:
        return any(given.get("data-tip") or classes & NAMED for _, classes, given in self.open)

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        self.silent += [what for depth, what in self.waiting if depth == len(self.open)]
        self.waiting = [one for one in self.waiting if one[0] != len(self.open)]
        self.open.pop()


GAMES = [
    (3, 2, {"round_limit": 10, "external_markets": ["bank", "government"]}),
    (4, 3, {"expansion": True, "extra_fish": 9, "extra_external": 9, "round_limit": 8}),
]


def test_every_piece_on_the_board_says_what_it_is() -> None:
    seen: Counter[str] = Counter()
    silent: set[str] = set()
    for players, seed, options in GAMES:
        for at, match in enumerate(play(players, seed, **options)):
            if at % 7 or not match.state.actors:
                continue
            for seat in (match.state.actors[0], (match.state.actors[0] + 1) % players):
                page, html = Told(), render(match, seat)
                page.feed(html)
                assert f">{NAMES[seat]}<" not in html, "the viewer is addressed by name"
                assert not re.search(rf'data-tip="[^"]*{NAMES[seat]}\b', html)
                seen += page.seen
                silent.update(page.silent)
    assert not silent
    assert set(seen) == KINDS


def sentences(view: Any) -> dict[str, str]:
    """What is said about every kind of piece in the box."""
    tips = Tips(view, Words(NAMES))
    told = {f"token {name}": tips.token(name, 2, 4) for name in TOKENS}
    told |= {f"lot {name}": tips.lot(name) for name in TOKENS}
    told |= {f"left {name}": tips.stocked(name, 3) for name in TOKENS}
    for fish in FISH:
        told[f"barrel {fish}"] = tips.barrel(fish, dry=False)
        told[f"dry barrel {fish}"] = tips.barrel(fish, dry=True)
        told[f"license {fish}"] = tips.license(fish)
        told[f"barrels {fish}"] = tips.stock("barrels", fish, 2)
        told[f"licenses {fish}"] = tips.stock("licenses", fish, 2)
        for seat in (0, 1):
            told[f"ware {fish} {seat}"] = tips.ware(seat, fish, 300, "upper", 1)
    told |= {f"boat {name}": tips.yard(name, 1, 500) for name in BOAT_TYPES}
    things = ("freezer", "cart", "buyer", "expansion", "loan", "share", "rental", "space")
    told |= {thing: tips.thing(thing) for thing in things}
    told |= {f"column {price}": tips.column(price) for price in (*view["columns"], None)}
    told["own column"] = tips.column(300, mine=True)
    for port in range(3):
        told[f"port {port}"] = tips.port(port, is_open=False, is_next=True)
    return told


@pytest.mark.parametrize("seat", [0, None])
def test_every_kind_of_piece_in_the_box_has_a_sentence(seat: int | None) -> None:
    state = GAME.new(
        players=3, seed=1, expansion=True, extra_fish=14 - 4, extra_external=9, blue_ship=True
    )
    for what, sentence in sentences(state.view(seat)).items():
        assert sentence.endswith("."), what
        assert NAME not in sentence, what


def test_every_stall_has_a_scene_and_a_japanese_name() -> None:
    drawing = scenes()
    for market in MARKETS:
        picture = scene(market)
        assert f'<symbol id="{market}"' in drawing
        assert (f'id="{market}-front"' in drawing) == picture["front"]
        assert picture["pieces"]
        assert KANJI[market]
    assert len(set(KANJI.values())) == len(MARKETS)


def scenes() -> str:
    folder = files("ichiba.games.tokyo_tsukiji_market") / "board" / "static"
    return (folder / "scenes.svg").read_text(encoding="utf-8")


def test_a_stall_where_one_could_only_sell_says_so() -> None:
    said = 0
    for match in play(3, 7, round_limit=12, fish_markets=["squid", "eel", "fugu", "spider_crab"]):
        for seat in match.state.actors[:1]:
            view: Any = match.state.view(seat)
            for market in (*view["fish_markets"], *view["external_markets"]):
                why = why_come(market, Words(NAMES))
                if why is None or not why["only_sell"]:
                    continue
                said += 1
                assert "You could only sell here." in why["line"]
                legal = after_entering(match, seat, market["name"])
                assert not [move for move in legal if move == "license" or move.startswith("take ")]
    assert said > 5


def after_entering(match: ichiba.Match, seat: int, market: str) -> list[str]:
    """What a player could do in a market, if the player may enter it now."""
    state = match.state.copy()
    ways = [GAME.notation(one) for one in state.legal(seat)]
    way = f"enter {market}"
    if way not in ways:
        return []
    state.apply(seat, GAME.parse(way))
    return [GAME.notation(one) for one in state.legal(seat)]
