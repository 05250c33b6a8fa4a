"""The board on the site: every legal move is a labelled button, and secrets stay hidden."""

import re
from functools import cache
from random import Random
from typing import Any

import pytest
from django.template.loader import render_to_string

import ichiba
from ichiba import bots
from ichiba.core.observer import Observer
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market.board import stage
from ichiba.games.tokyo_tsukiji_market.board.web import (
    automatic_bid,
    charts,
    choice,
    hint,
    present,
    recall,
    surprise,
)
from ichiba.games.tokyo_tsukiji_market.data import EEL, FUGU, MACKEREL, MARKETS, NAME, TOKEN
from ichiba.games.tokyo_tsukiji_market.holding import gain
from ichiba.site.pages.table import position_context
from tokyo_tsukiji_market.picks import POSITIONS, picking_positions
from tokyo_tsukiji_market.scene import do, own, sell, table

GAME = ichiba.load(NAME)
NAMES = ["Aki", "Ben", "Chie", "Dai", "Emi", "Fumi"]
BASE = {
    "fish_markets": ["eel", "red_snapper", "spider_crab", "squid"],
    "external_markets": ["government", "trading"],
}
MOST = 700  # decisions that are checked in a game
SMALL_STEPS = ("return ", "reprice ", "discard", "pass")


def play(players: int, seed: int, **options: Any):  # type: ignore[no-untyped-def]
    """A game of bots with occasional random moves: yields the position before each decision."""
    match = ichiba.Match.new(GAME, players=players, seed=seed, names=NAMES[:players], **options)
    rng = Random(seed)
    greedy = [bots.make(bots.GREEDY, GAME, Random(seat)) for seat in range(players)]
    for _ in range(MOST):
        if not match.state.actors:
            break
        yield match
        seat = rng.choice(match.state.actors)
        action = greedy[seat].choose(Observer(GAME, match.state, seat))
        if rng.random() < 0.35:
            lively = [
                one
                for one in match.state.legal(seat)
                if not GAME.notation(one).startswith(SMALL_STEPS)
            ]
            action = rng.choice(lively or match.state.legal(seat))
        match.play(seat, action)
    yield match


def render(match: ichiba.Match, seat: int | None) -> str:
    """The HTML of the title's part of the tray, and of the board."""
    context = position_context(match, seat, Words(match.record.names))
    folder = "tokyo_tsukiji_market/board"
    return "".join(render_to_string(f"{folder}/{name}.html", context) for name in ("tray", "board"))


def offered(html: str) -> set[str]:
    """All moves of a page, with an amount expanded to all its steps."""
    moves = set(re.findall(r'name="move" value="([^"]*)"', html))
    if "yen #" in moves:
        found = re.search(r'min="(\d+)" max="(\d+)" step="100"', html)
        assert found
        moves.remove("yen #")
        moves |= {f"yen {yen}" for yen in range(int(found[1]), int(found[2]) + 1, 100)}
    return moves


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (3, BASE | {"round_limit": 12}),
        (2, {"round_limit": 12}),
        (4, {"expansion": True, "crashing": True, "round_limit": 8}),
        (5, {"expansion": True, "staple": "jack_mackerel", "blue_ship": True, "round_limit": 6}),
        (6, {"expansion": True, "extra_fish": 9, "extra_external": 9, "round_limit": 5}),
        (3, {"expansion": True, "closed_money": True, "open_knowledge": True, "round_limit": 8}),
    ],
)
def test_every_decision_can_be_clicked_and_is_said_in_words(
    players: int, options: dict[str, Any]
) -> None:
    seen: dict[str, int] = {}
    for match in play(players, players, **options):
        for seat in match.state.actors[:2]:
            phase = str(match.state.view(seat)["phase"])
            seen[phase] = seen.get(phase, 0) + 1
            if seen[phase] > 25:
                continue
            html = render(match, seat)
            legal = {GAME.notation(action) for action in match.state.legal(seat)}
            assert offered(html) == legal, phase
            ids = re.findall(r' id="([^"]*)"', html)
            assert len(ids) == len(set(ids)), phase
            assert f"{NAME}." not in html, "a sentence is missing"
            if phase == "purchasing" and 'value="buy ' in html:
                focus = re.findall(r"<(\w+)[^>]* data-focus", html)
                assert focus == ["article"], "one harbor that sells something"
    assert {"turn", "fishing", "visiting"} <= seen.keys()


@pytest.mark.parametrize("number", POSITIONS)
def test_a_piece_is_picked_in_the_tray_and_items_on_the_harbor_as_well(number: int) -> None:
    state = picking_positions()[number]
    match = ichiba.Match.new(GAME, players=3, seed=1, names=NAMES[:3])
    html = render(ichiba.Match(GAME, match.record, state), 0)
    legal = {GAME.notation(action) for action in state.legal(0)}
    assert offered(html) == legal
    on_harbor = state.cargo == [()] * len(state.cargo)
    tray, _, board = html.partition('class="ttm ttm-board')
    assert offered(tray) == legal
    assert offered(board) == (legal if on_harbor else set())
    assert f"{NAME}." not in html


def test_every_price_above_the_printed_ones_can_be_clicked() -> None:
    state = table()
    for price in (600, 900):
        sell(state, 0, "mackerel", price)
    do(state, 0, "fish")
    match = ichiba.Match.new(GAME, players=3, seed=1, names=NAMES[:3])
    html = render(ichiba.Match(GAME, match.record, state), 0)
    assert html.count('value="reprice mackerel upper other"') == 2


# What a boat can do next, by the words of its note.
_NOTED = {"leaves": "undock", "catch": "barrel ", "dock": "dock"}


def test_the_tray_says_what_a_boat_or_a_catch_would_do() -> None:
    """The note of a boat names what is possible after choosing it."""
    seen: set[str] = set()
    for match in play(3, 5, round_limit=12, **BASE):
        for seat in match.state.actors:
            view: Any = match.state.view(seat)
            page: Any = present(view, Words(NAMES))
            ways = {GAME.notation(action) for action in match.state.legal(seat)}
            for stall in page["hall"]["stalls"]:
                assert bool(stall["caught"]) == bool(stall["catch"])
                assert not stall["caught"] or stall["caught"].startswith("Catch ")
            own = next(harbor for harbor in page["harbors"] if harbor["mine"])
            for boat in own["all_boats"]:
                if view["phase"] != "fishing" or boat["move"] not in ways:
                    continue
                then = match.state.copy()
                then.apply(seat, GAME.parse(boat["move"]))
                here: Any = then.view(seat)
                if here["phase"] != "activity":
                    continue  # there was only one way, which is done
                next_ways = [GAME.notation(action) for action in then.legal(seat)]
                for word, way in _NOTED.items():
                    if any(one.startswith(way) for one in next_ways):
                        seen.add(word)
                        assert word in boat["note"], (boat["note"], next_ways)
    assert seen >= {"catch", "dock"}


def test_the_tray_says_who_is_paid_for_a_ware() -> None:
    checked = 0
    for match in play(3, 5, round_limit=12, **BASE):
        for seat in match.state.actors:
            view: Any = match.state.view(seat)
            if view["phase"] != "purchasing":
                continue
            page: Any = present(view, Words(NAMES))
            ways = {GAME.notation(action) for action in match.state.legal(seat)}
            for harbor in page["harbors"]:
                for ware in harbor["lots"]:
                    if ware["move"] not in ways:
                        continue
                    then = match.state.copy()
                    then.apply(seat, GAME.parse(ware["move"]))
                    seller = harbor["seat"]
                    after: Any = then.view(seat)
                    paid = after["harbors"][seller]["money"] - view["harbors"][seller]["money"]
                    assert ware["note"].startswith(f"You pay {NAMES[seller]} ¥{paid:,}. ")
                    # The question before it is bought says what it is worth, too.
                    assert ware["brings"]
                    assert ware["note"].endswith(ware["brings"])
                    if ware["item"] == "squid":
                        assert "Its market pays ¥600 for one now." in ware["brings"]
                    checked += 1
    assert checked


def test_after_the_last_point_a_way_in_costs_a_cart() -> None:
    state = table(3, "government", "octopus", "salmon")
    state.carts[0] = (2,)
    own(state, 0, takoyaki=1)
    do(state, 0, "pass", "pass")
    view: Any = state.view(0)
    shown: Any = present(view, Words(NAMES[:3]))
    costs = {
        way["move"]: way["cost"] for market in shown["hall"]["stalls"] for way in market["ways"]
    }
    assert costs["enter government"] == "1 Cart"
    assert costs["enter salmon for yen"] == "1 Cart and ¥400"
    assert costs["enter octopus for takoyaki"] == "a Takoyaki token and a Cart"


@cache
def finished() -> ichiba.Match:
    *_, match = play(3, 4, round_limit=8, **BASE)
    assert not match.state.actors
    return match


def test_a_spectator_and_the_end_are_shown_with_nothing_to_click() -> None:
    for seat in (None, 0, 2):
        html = render(finished(), seat)
        assert 'name="move"' not in html
        assert "What each fish earned" in html


def test_closed_money_is_in_no_byte_of_the_others() -> None:
    checked = 0
    for match in play(3, 11, closed_money=True, round_limit=4):
        for seat in (0, 1, None) if match.state.actors else ():
            html = render(match, seat)
            assert html.count("hidden money") == (3 if seat is None else 2)
            other = match.state.determinize(seat, Random(checked))
            twin = ichiba.Match(match.game, match.record, other)
            twin._events = match._events
            assert render(twin, seat) == html
            checked += 1
    assert checked > 100


def test_an_empty_ship_is_told_which_ship_has_taken_the_license() -> None:
    for match in play(3, 5, round_limit=12, **BASE):
        for seat in match.state.actors:
            view: Any = match.state.view(seat)
            if view["phase"] != "activity":
                continue
            legal = {GAME.notation(action) for action in match.state.legal(seat)}
            desk: Any = present(view, Words(NAMES))["desk"]
            for one in desk["catches"]:
                if one["note"]:
                    assert one["move"] not in legal
                    assert "An empty ship may start on a fish only if" in one["note"]


def test_the_license_rule_names_ship_and_fish() -> None:
    view: Any = GAME.new(players=2, seed=1).view(0)
    ship = view["harbors"][0]["boats"][0] | {"place": "sea", "port": None}
    loaded = ship | {
        "name": "two_slot 1",
        "type": "two_slot",
        "cargo": ["mackerel"],
        "dry": [False],
    }
    view["harbors"][0]["boats"] = [ship, loaded]
    view |= {"phase": "activity", "actors": [0]}
    view["action"]["boat"] = ship["name"]
    desk: Any = present(view, Words(NAMES))["desk"]
    note = next(one["note"] for one in desk["catches"] if one["move"] == "barrel mackerel")
    assert note == (
        "The Gull at sea already carries Mackerel. An empty ship may start on a fish "
        "only if you hold more licenses of it than you have ships at sea carrying it."
    )


# The moves that lead to an auction: a second ship, the license, two catches, dock.
TO_THE_AUCTION = [
    "fish", "boat one_slot", "done", "enter ships", "take two_slot", "done", "end",
    "enter spider_crab", "license", "done", "fish", "boat two_slot", "done", "end",
    "fish", "boat two_slot", "barrel spider_crab", "done",
    "fish", "boat two_slot", "barrel spider_crab", "done", "end", "fish", "boat two_slot", "dock",
]  # fmt: skip


def at_the_auction() -> ichiba.Match:
    """Aki has brought two Spider Crabs home, and all three players have to bid."""
    match = ichiba.Match.new(GAME, players=3, seed=1, names=NAMES[:3], **BASE)
    script = [*TO_THE_AUCTION]
    while not match.state.simultaneous:
        seat = match.state.actors[0]
        legal = [GAME.notation(action) for action in match.state.legal(seat)]
        wanted = script.pop(0) if seat == 0 else "pass" if "pass" in legal else "end"
        match.play(seat, GAME.parse(next(move for move in legal if move.startswith(wanted))))
    return match


def test_fists_are_closed_until_the_last_bid_and_then_open_at_once() -> None:
    match = at_the_auction()
    words = Words(NAMES)
    for seat, yen in ((1, 1700), (2, 1900)):
        match.play(seat, GAME.parse(f"yen {yen}"))
        shown = stage.Stage(dict(match.state.view(0)), words, asked=True).present()
        assert shown
        assert shown["closed"]
        assert all(fist["bid"] is None for fist in shown["fists"])
        assert [fist["seat"] for fist in shown["fists"] if fist["mine"]] == [0]
        assert f"¥{yen:,}" not in render(match, 0)
        assert recall(match, words)["reveal"] is None
    match.play(0, GAME.parse("yen 0"))
    reveal: Any = recall(match, words)["reveal"]
    assert [(fist["name"], fist["bid"], fist["won"]) for fist in reveal["fists"]] == [
        ("Aki", "¥0", False), ("Ben", "¥1,700", False), ("Chie", "¥1,900", True)
    ]  # fmt: skip
    assert reveal["line"] == "Chie wins the lot with a bid of ¥1,900."


def test_of_equal_bids_the_active_player_chooses_on_the_stage() -> None:
    match = at_the_auction()
    for seat, yen in ((0, 0), (1, 300), (2, 300)):
        match.play(seat, GAME.parse(f"yen {yen}"))
    assert offered(render(match, 0)) == {"choose 2", "choose 3"}
    shown = stage.Stage(dict(match.state.view(0)), Words(NAMES), asked=True).present()
    assert shown
    assert [(fist["bid"], fist["best"]) for fist in shown["fists"]] == [
        ("¥0", False), ("¥300", True), ("¥300", True)
    ]  # fmt: skip


def test_a_lot_is_worth_what_it_adds() -> None:
    state = table(2, "fugu", "eel", "tuna", "nori")
    own(state, 0, fugu=2)
    fugu, tuna, nori = TOKEN["fugu"], TOKEN["tuna_20"], TOKEN["nori"]
    assert gain(state, 0, [fugu], []) == 5
    assert gain(state, None, [fugu], []) == 1
    assert gain(state, 0, [fugu], [FUGU]) == 12
    assert gain(state, 0, [tuna], [EEL, MACKEREL]) == 22
    own(state, 0, mackerel=30, nori=1)
    assert gain(state, 0, [nori], []) == 3


@pytest.mark.parametrize(
    ("kind", "extra", "money", "bid"),
    [("worth", 0, 2000, 600), ("worth", 200, 2000, 800), ("worth", -700, 2000, 0),
     ("worth", 0, 450, 400), ("never", 500, 2000, 0)],
)  # fmt: skip
def test_an_automatic_bid_is_worth_and_more_within_the_money(
    kind: str, extra: int, money: int, bid: int
) -> None:
    view: Any = GAME.new(players=3, seed=1).view(0)
    assert automatic_bid(view, kind, extra) is None
    view["phase"] = "bidding"
    view["auction"] = {"tokens": ["spider_crab_6"], "barrels": [], "gain": 6}
    view["harbors"][0]["money"] = money
    assert automatic_bid(view, kind, extra) == f"yen {bid}"


def test_charts_and_ledger_tell_the_end() -> None:
    match = finished()
    view: Any = match.state.view(None)
    money, resources = charts(match, Words(NAMES))
    assert [series.values[-1] for series in money.series] == view["history"]["money"][-1]
    assert [series.values[0] for series in resources.series] == [0, 0, 0]
    assert len(money.series[0].values) == view["round"] + 1
    rows: Any = recall(match, Words(NAMES))["ledger"]
    assert "Mackerel" in [row["title"] for row in rows]
    assert all(len(row["cells"]) == 3 for row in rows)


@pytest.mark.parametrize("seed", range(40))
def test_surprises_are_always_possible(seed: int) -> None:
    for players in range(2, 7):
        GAME.check(players, 1, surprise(Random(seed)))


def test_every_market_has_a_name_and_a_sentence() -> None:
    words = Words()
    for market in MARKETS:
        title, about = choice("fish_markets", market, words)
        assert title[0].isupper()
        assert about.endswith(".")
        assert "." not in title
    assert "3: 4" in hint("fish_markets", words)
    assert hint("staple", words) == ""
