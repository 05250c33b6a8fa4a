"""What the board says about markets and pieces is true: checks every number against the engine in
whole games, and that the final scoring adds up."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import ichiba
from ichiba import bots
from ichiba.core.observer import Observer
from ichiba.core.words import Words
from ichiba.games.tokyo_tsukiji_market import holding
from ichiba.games.tokyo_tsukiji_market.actions import (
    BUY_BOAT,
    CONVERT,
    IWASHI,
    LICENSE,
    LOAN,
    SHARE,
    SPACE,
)
from ichiba.games.tokyo_tsukiji_market.board.reckoning import reckoning
from ichiba.games.tokyo_tsukiji_market.board.tips import Tips
from ichiba.games.tokyo_tsukiji_market.board.why import why_come
from ichiba.games.tokyo_tsukiji_market.board.worth import Worth
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_TYPES,
    FISH,
    MARKETS,
    NAME,
    NUM_FISH,
    SPACES,
    TAKOYAKI,
    TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.table import NOBODY, VISITING, MarketTable

GAME = ichiba.load(NAME)
NAMES = ["Aki", "Ben", "Chie", "Dai", "Emi", "Fumi"]
TABLES = [
    (3, 1, {"round_limit": 14}),
    (2, 2, {"round_limit": 14}),
    (4, 3, {"expansion": True, "extra_fish": 9, "extra_external": 9, "round_limit": 10}),
    (3, 4, {"expansion": True, "crashing": True, "round_limit": 14}),
    (3, 6, {"expansion": True, "closed_money": True, "round_limit": 10}),
]
DULL = ("return ", "reprice ", "discard", "pass")


def positions(players: int, seed: int, options: dict[str, Any]):  # type: ignore[no-untyped-def]
    """A game of bots with occasional random moves: yields the match before each decision."""
    match = ichiba.Match.new(GAME, players=players, seed=seed, names=NAMES[:players], **options)
    rng = Random(seed)
    minds = [bots.make(bots.GREEDY, GAME, Random(seat)) for seat in range(players)]
    for _ in range(900):
        yield match
        if not match.state.actors:
            return
        seat = rng.choice(match.state.actors)
        legal = match.state.legal(seat)
        lively = [one for one in legal if not GAME.notation(one).startswith(DULL)]
        if rng.random() < 0.3:
            action = rng.choice(lively or legal)
        else:
            action = minds[seat].choose(Observer(GAME, match.state, seat))
        match.play(seat, action)


def visit(state: Any, seat: int, name: str) -> MarketTable:
    """A copy of the position with this player in this market."""
    table: MarketTable = state.copy()
    table.log = None
    table.seat, table.visit, table.space, table.lot = seat, MARKETS.index(name), NOBODY, ()
    table.phase = table.main_phase = VISITING
    table.uses, table.sold, table.interacted = 0, False, False
    return table


def takings(table: MarketTable, seat: int, name: str) -> int:
    """What the market actually pays for everything that it takes."""
    market, before = table.setup.boards[MARKETS.index(name)], table.money[seat]
    while True:
        sales = [one for one in market.interactions(table, seat) if one != LICENSE]
        if not sales:
            return table.money[seat] - before
        # All at once if a number is chosen; in Government, the more expensive space first.
        market.interact(table, seat, sales[0 if name == "government" else -1])


def check(state: Any, seat: int, name: str, why: dict[str, Any]) -> None:
    """Compare a reason to enter with the engine."""
    kind, table = why["kind"], visit(state, seat, name)
    number = MARKETS.index(name)
    board = table.setup.boards[number]
    actions = board.interactions(table, seat)
    if kind in ("sell", "sell_sets", "takes"):
        assert takings(table, seat, name) == why["yen"]
    elif kind in ("trades", "plate"):
        space = next(n for n, pair in enumerate(board.spaces) if pair == (why["count"], why["yen"]))
        assert SPACE + space in actions
        assert not table.shelves[number - NUM_FISH][space]
    elif kind == "buy_boat":
        boat = BOAT_TYPES.index(why["boat"].rpartition(".")[2])
        assert BUY_BOAT + boat in actions
        assert board.price(boat) == why["yen"]
    elif kind == "sell_boat":
        assert board.resale(BOAT_TYPES.index(why["boat"].rpartition(".")[2])) == why["yen"]
    elif kind == "no_port":
        assert not any(BUY_BOAT <= one < BUY_BOAT + 4 for one in actions)
    elif kind == "boat_short":
        assert table.money[seat] < why["yen"]
    elif kind == "overfishing":
        assert table.setup.overfishing.settle(table)[seat] == why["yen"]
    elif kind in ("loan", "share"):
        assert (LOAN if kind == "loan" else SHARE) in actions
    elif kind in ("convert", "can"):
        assert (CONVERT if kind == "convert" else IWASHI) in actions
    elif kind in ("auction", "barter", "rentals"):
        assert board.could_interact(table, seat, table.money[seat], 1)
    elif name in FISH:
        check_license(table, seat, number, why)


def check_license(table: MarketTable, seat: int, fish: int, why: dict[str, Any]) -> None:
    market, kind = table.setup.fish[fish], why["kind"]
    assert why.get("income", 0) == market.income(table, seat)
    if "yen" in why:
        assert market.license_price(table) == why["yen"]
    if kind.startswith(("license", "income_license")):
        assert holding.spaces_used(table, seat) < SPACES
        assert table.licenses_left[fish]
    if kind == "short":
        cost = min(entry.yen for entry in market.data.entry)
        money = table.money[seat] + market.income(table, seat) - cost
        assert market.license_price(table) - money == why["short"] > 0
    if kind == "full":
        assert holding.spaces_used(table, seat) == SPACES
    if kind == "none_left":
        assert not table.licenses_left[fish]
    if kind == "license_group":
        assert market.group == why["count"]


@pytest.mark.parametrize(("players", "seed", "options"), TABLES)
def test_every_reason_to_come_to_a_market_is_true(
    players: int, seed: int, options: dict[str, Any]
) -> None:
    words, told = Words(NAMES), Counter[str]()
    for at, match in enumerate(positions(players, seed, options)):
        state = match.state
        if at % 3 or not state.actors or state.lot:
            continue
        for seat in range(players):
            view: Any = state.view(seat)
            for market in (*view["fish_markets"], *view["external_markets"]):
                why = why_come(market, words)
                if why is not None:
                    told[why["kind"]] += 1
                    assert f"{NAME}." not in why["line"]
                    for key in ("yen", "income", "short", "sale", "back"):
                        assert key not in why or Words().yen(why[key]) in why["line"]
                    check(state, seat, market["name"], why)
    assert len(told) > 8, told


def test_nobody_is_called_into_a_market_without_a_view_of_their_own_or_where_they_are() -> None:
    state = GAME.new(players=3, seed=1)
    view: Any = state.view(None)
    assert all(why_come(one, Words()) is None for one in view["fish_markets"])
    seat = state.actors[0]
    state.apply(seat, GAME.parse("enter mackerel"))
    own: Any = state.view(seat)
    mackerel = next(one for one in own["fish_markets"] if one["name"] == "mackerel")
    assert why_come(mackerel, Words()) is None


@pytest.mark.parametrize(("players", "seed", "options"), TABLES[:3])
def test_a_barrel_is_worth_to_its_buyer_what_the_token_will_be(
    players: int, seed: int, options: dict[str, Any]
) -> None:
    checked = Counter[str]()
    for at, match in enumerate(positions(players, seed, options)):
        state: Any = match.state
        if at % 4 or not state.actors:
            continue
        for seat in range(players):
            worth = Worth(dict(state.view(seat)))
            for name in (*FISH, "takoyaki"):
                for row in (0, 1) if name == "salmon" else (0,):
                    said = worth.to_buyer(name, degraded=bool(row))
                    if said is not None and bought(state, seat, name, row) is not None:
                        assert said == bought(state, seat, name, row), name
                        checked[name] += 1
    assert len(checked) > 3, checked


def bought(state: Any, seat: int, name: str, row: int) -> int | None:
    """What the bought token is worth on its own after the purchase."""
    table: MarketTable = state.copy()
    table.log = None
    before = [*table.tokens[seat]]
    if name == "takoyaki":
        kinds = [0] * len(TOKENS)
        kinds[TAKOYAKI] = 1
        return holding.worth(table, seat, kinds)
    fish = FISH.index(name)
    market = table.setup.fish[fish]
    if not market.tokens_left(table):
        return None
    market.bought(table, seat, row)
    gained = [now - then for now, then in zip(table.tokens[seat], before, strict=True)]
    if name == "fugu":  # counted together with the others
        count = table.tokens[seat][gained.index(1)]
        return market.worth(table, count) - market.worth(table, count - 1)
    return holding.worth(table, seat, gained)


def test_prices_in_tips_are_those_of_the_engine() -> None:
    seen = 0
    markets = {"fish_markets": ["squid", "eel", "fugu", "spider_crab"], "round_limit": 25}
    for match in positions(3, 7, markets):
        state: Any = match.state
        view: Any = state.view(0)
        worth, tips = Worth(view), Tips(view, Words(NAMES))
        for kind, count in enumerate(state.tokens[0]):
            price = worth.price_of(TOKENS[kind]) if count else 0
            if price:
                seen += 1
                resources = view["harbors"][0]["worth"][TOKENS[kind]]
                price *= count * count if TOKENS[kind] == "fugu" else 1
                assert Words().yen(price) in tips.token(TOKENS[kind], count, resources)
                fish = next(f for f, name in enumerate(FISH) if TOKENS[kind].startswith(name))
                table = visit(state, 0, FISH[fish])
                table.tokens[0] = [0] * len(TOKENS)
                table.tokens[0][kind] = count if FISH[fish] == "fugu" else 1
                table.sold = True  # without what is paid once for each visit
                assert takings(table, 0, FISH[fish]) == price
    assert seen > 10


@pytest.mark.parametrize(("players", "seed", "options"), TABLES)
def test_the_steps_of_the_reckoning_add_up_to_the_scores(
    players: int, seed: int, options: dict[str, Any]
) -> None:
    *_, match = positions(players, seed, options)
    assert not match.state.actors
    steps = reckoning(match, Words(NAMES))
    titles = [step.title for step in steps]
    assert titles[:2] == ["Money in hand", "Most and fewest resources"]
    assert titles[-1] == "Fish tokens"
    totals = [0] * players
    for step in steps:
        assert step.about
        assert [row.seat for row in step.rows] == list(range(players))
        for row in step.rows:
            assert row.text
            assert f"{NAME}." not in row.text + step.title + step.about
            totals[row.seat] += row.amount
    assert tuple(totals) == match.state.scores
    in_play = {market["name"] for market in match.state.view(None)["external_markets"]}  # type: ignore[attr-defined]
    assert ("Loans and Shares" in titles) == ("bank" in in_play)
    assert ("Overfishing board" in titles) == ("overfishing" in in_play)


def test_only_licenses_that_earn_income_are_said_to() -> None:
    view: Any = GAME.new(players=2, seed=1, expansion=True, staple="jack_mackerel").view(0)
    tips = Tips(view, Words(NAMES))
    assert tips.stock("licenses", "jack_mackerel", 2) == "2 Jack Mackerel licenses left."
    assert tips.stock("licenses", "squid", 1) == (
        "1 Squid license left. Each earns its owner ¥100 whenever anyone enters."
    )
    assert tips.token("fugu", 1, 1).startswith("1 Fugu token: worth 1 resource, ¥100 at the end.")
