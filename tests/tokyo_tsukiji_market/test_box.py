"""The contents of the box: component lists, set-up for every player count, marks, conservation."""

from collections import Counter
from random import Random

import msgspec
import pytest

from contract.cases import random_step
from ichiba.core.rng import SEED_LIMIT
from ichiba.games.tokyo_tsukiji_market import data
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    BLUE_SHIP,
    BOAT_SLOTS,
    BOAT_TYPE,
    BOAT_TYPES,
    EEL,
    FISH,
    IS_BARGE,
    JACK_MACKEREL,
    MACKEREL,
    MARKETS,
    NORI,
    NUM_FISH,
    SALMON,
    SWORDFISH,
    TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.goods import CAUGHT_WITH, FISH_OF
from ichiba.games.tokyo_tsukiji_market.holding import spaces_used
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import (
    AT_SHIPS,
    BOXED,
    OPEN,
    OVERFISHED,
    SEA,
)
from tokyo_tsukiji_market.scene import GAME, fish_market, is_whole, licenses_of, money, table

BASE = [name for name, data in BOX.fish.items() if not data.expansion]
NEW = [name for name, data in BOX.fish.items() if data.expansion]


@pytest.mark.parametrize(("names", "sums"), [(BASE, (63, 119, 33)), (NEW, (36, 65, 23))])
def test_barrels_tokens_and_licenses_add_up_to_the_contents_lists(
    names: list[str], sums: tuple[int, int, int]
) -> None:
    data = [BOX.fish[name] for name in names]
    assert sums == (
        sum(one.barrels.value for one in data),
        sum(token.value for one in data for token in one.tokens),
        sum(one.licenses.value for one in data),
    )
    assert len(names) == (9 if names is BASE else 6)


def test_boards_boats_and_other_tokens_add_up() -> None:
    assert len([name for name, one in BOX.external.items() if not one.expansion]) == 9
    assert len(MARKETS) == 30
    assert [BOAT_TYPE.count(kind) for kind in range(7)] == [6, 4, 3, 1, 1, 1, 2]
    census = GAME.new(2, seed=1).census()
    others = ("share", "loan", "freezer", "cart", "buyer", "expansion", "rental")
    assert [census[name] for name in others] == [2, 3, 2, 2, 2, 2, 6]
    assert census["yen"] == 35 * 100 + 10 * 500 + 15 * 1000


STOCK = {  # barrels / tokens / licenses on the board for 2 to 6 players
    "mackerel": ["15/30/2", "15/30/3", "15/30/4", "15/30/3", "15/30/2"],
    "eel": ["4/13/2", "6/13/3", "8/13/4", "10/13/5", "12/13/6"],
    "fugu": ["3/7/1"] * 5,
    "octopus": ["5/19/3"] * 5,
    "red_snapper": ["7/16/3"] * 5,
    "salmon": ["4/10/4"] * 5,
    "spider_crab": ["6/9/3"] * 5,
    "squid": ["5/10/2"] * 5,
    "tuna": ["6/5/3"] * 5,
    "clams_oysters": ["5/12/3"] * 5,
    "himono": ["5/8/3"] * 5,
    "jack_mackerel": ["6/12/2", "6/12/3", "6/12/4", "6/12/5", "6/12/6"],
    "nori": ["5/9/2", "7/9/3", "9/9/4", "9/9/5", "9/9/6"],
    "sardines": ["6/16/2"] * 5,
    "swordfish": ["5/8/3"] * 5,
}


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("name", FISH)
def test_what_a_fish_market_is_stocked_with(name: str, players: int) -> None:
    state = table(players) if name == "mackerel" else table(players, name)
    fish = FISH.index(name)
    tokens = sum(state.stock[kind] for kind in fish_market(state, name).kinds)
    found = f"{state.barrels[fish]}/{tokens}/{state.licenses_left[fish]}"
    assert found == STOCK[name][players - 2]
    assert is_whole(state)


@pytest.mark.parametrize(
    ("players", "ships"),
    [(2, [1, 2, 1, 1, 1]), (3, [1, 3, 2, 1, 1]), (4, [1, 4, 3, 1, 1]), (5, [1, 4, 3, 1, 1]),
     (6, [0, 4, 3, 1, 1])],
)  # fmt: skip
def test_ships_on_their_market(players: int, ships: list[int]) -> None:
    state = table(players)
    there = [BOAT_TYPE[boat] for boat, owner in enumerate(state.owner) if owner == AT_SHIPS]
    assert [there.count(kind) for kind in range(5)] == ships
    assert 5 not in there
    assert 6 not in there


@pytest.mark.parametrize(
    ("players", "fish", "external"), [(2, 4, 3), (3, 5, 3), (4, 5, 4), (5, 6, 4), (6, 6, 5)]
)
def test_markets_by_number_of_players(players: int, fish: int, external: int) -> None:
    for seed in range(20):
        state = GAME.new(players, seed=seed)
        in_play = state.in_play  # type: ignore[attr-defined]
        assert len([market for market in in_play if market < NUM_FISH]) == fish
        assert len([market for market in in_play if market >= NUM_FISH]) == external
        names = [MARKETS[market] for market in in_play]
        assert "mackerel" in names
        assert "ships" in names
        assert not any((BOX.fish | BOX.external)[name].expansion for name in names)


def test_speed_is_measured_with_five_fish_and_four_external_markets_at_four_players() -> None:
    for seed in range(20):
        state = GAME.new(4, seed=seed, **GAME.random_options)
        fish = [market < NUM_FISH for market in state.in_play]  # type: ignore[attr-defined]
        assert (fish.count(True), fish.count(False)) == (5, 4)


@pytest.mark.parametrize("players", range(2, 7))
def test_everybody_begins_with_the_same(players: int) -> None:
    state = table(players)
    for seat in range(players):
        assert state.money[seat] == 2000
        assert licenses_of(state, seat) == {"mackerel": 1}
        assert state.ports[seat] == 1
        assert [BOAT_TYPE[boat] for boat in state.fleet[seat]] == [0]
        assert state.place[state.fleet[seat][0]] == 0


def test_the_example_of_three_players() -> None:
    """Mackerel, Eel, Fugu, Salmon and Tuna; Ships, Rentals and Trading."""
    state = table(3, "eel", "fugu", "salmon", "tuna", "rentals", "trading", extra_fish=0)
    assert {MARKETS[market] for market in state.in_play} == {
        "mackerel", "eel", "fugu", "salmon", "tuna", "ships", "rentals", "trading",
    }  # fmt: skip
    assert state.track[FISH.index("eel")] == 1
    assert sum(state.stock[TOKENS.index(kind)] for kind in ("tuna_15", "tuna_20", "tuna_25")) == 5
    assert state.others_left[:2] == [2, 2]


def test_a_boat_that_is_lost_is_missed() -> None:
    state = table(3)
    assert is_whole(state)
    fleet = state.fleet[0]
    state.fleet[0] = ()
    assert not is_whole(state)
    state.fleet[0] = (*fleet, *state.fleet[1])
    assert not is_whole(state), "one boat twice"


def test_every_number_has_a_mark() -> None:
    def marks(value: object) -> list[object]:
        if isinstance(value, dict):
            own = [value["mark"]] if "mark" in value else []
            return own + [mark for one in value.values() for mark in marks(one)]
        return [mark for one in value for mark in marks(one)] if isinstance(value, list) else []

    found = marks(msgspec.to_builtins(BOX))
    assert set(found) == {"printed", "inferred", "reconstructed"}
    assert {entry.mark for entry in BOX.fish["salmon"].entry} == {"printed"}
    tuna, fugu = BOX.fish["tuna"], BOX.fish["fugu"]
    stocks = (tuna.barrels, tuna.licenses, fugu.barrels)
    assert {one.mark for one in stocks} == {"reconstructed"}, "known for three players only"
    aquarium = BOX.external["aquarium"].spaces
    assert aquarium is not None
    assert aquarium.mark == "reconstructed"
    other = BOX.external["new_aquarium"]
    assert other.spaces
    assert other.shapes
    assert (other.spaces.mark, other.shapes.mark) == ("printed", "reconstructed")


RICH = 4900  # yen; the most that does not end the game at once


@pytest.mark.parametrize("portion", range(10))
def test_nothing_is_lost_with_random_markets(portion: int) -> None:
    """Plays 200 random set-ups, with rich players so that a lot happens.

    At the end every piece and every yen of the box must still be there.
    """
    for number in range(portion * 20, portion * 20 + 20):
        rng = Random(number)
        players = 2 + number % 5
        options = random_options(rng, players)
        seed = rng.randrange(SEED_LIMIT)
        state = GAME.new(players, seed=seed, **options)
        assert isinstance(state, MarketState)
        try:
            play_richly(state, rng)
            assert is_whole(state), "pieces or yen were lost or added"
        except Exception as error:
            error.add_note(f"number {number}: {players} players, seed {seed}, {options}")
            raise


def random_options(rng: Random, players: int) -> dict[str, object]:
    expansion = rng.random() < 0.8
    limits = (8, 7) if expansion else (3, 3)
    return {
        "expansion": expansion,
        "extra_fish": rng.randrange(limits[0]),
        "extra_external": rng.randrange(limits[1]),
        "staple": rng.choice(("mackerel", "jack_mackerel")) if expansion else "mackerel",
        "blue_ship": expansion and rng.random() < 0.5,
        "barges": rng.choice(("six_slot", "four_slot")) if expansion else "six_slot",
        "crashing": rng.random() < 0.5,
        "open_knowledge": rng.random() < 0.3,
        "closed_money": rng.random() < 0.3,
        "round_limit": 8,
    }


def play_richly(state: MarketState, rng: Random) -> None:
    money(state, *[RICH] * len(state.money))
    pieces = state.census()
    while state.actors:
        state.apply(*random_step(state, rng))
        assert state.census() == pieces
        assert_rules_hold(state)
    assert state.winners


def assert_rules_hold(state: MarketState) -> None:
    """Checks what must be true of every position."""
    assert min(state.money) >= 0
    assert len(set(state.in_play)) == len(state.in_play)
    for fish, status in enumerate(state.status):
        left = state.setup.fish[fish].tokens_left(state)
        assert bool(state.barrels[fish] and left) == (status == OPEN) or status == OVERFISHED
        assert status == OPEN or not state.barrels[fish], (
            "an overfished market must not have barrels"
        )
    for fish in (EEL, SWORDFISH):
        assert state.status[fish] == BOXED or 1 <= state.track[fish] <= 13
    for seat in state.setup.everyone:
        assert spaces_used(state, seat) <= 4
        assert state.licenses[seat][NORI] <= 1
        assert not (state.loans[seat] and state.shares[seat])
        assert_ports_hold(state, seat)
        for boat in state.fleet[seat]:
            assert_cargo_fits(state, boat)
    assert all(len(rack) <= 2 for rack in state.himono_on)
    at_sea = Counter(CAUGHT_WITH[barrel] for cargo in state.cargo for barrel in cargo)
    assert all(count <= 2 for caught_by, count in at_sea.items() if caught_by)


def assert_ports_hold(state: MarketState, seat: int) -> None:
    docked = [boat for boat in state.fleet[seat] if state.place[boat] < 3]
    for port in range(3):
        there = [IS_BARGE[boat] for boat in docked if state.place[boat] == port]
        assert not there or port < state.ports[seat]
        if port < 2:
            assert there in ([], [False])
        else:
            assert there in ([], [False], [False, False], [True])


def assert_cargo_fits(state: MarketState, boat: int) -> None:
    cargo = state.cargo[boat]
    fishes = [FISH_OF[barrel] for barrel in cargo]
    assert len(cargo) <= BOAT_SLOTS[boat]
    assert fishes.count(SALMON) <= 1
    assert state.place[boat] == SEA or boat in state.abroad or not cargo
    if not IS_BARGE[boat]:
        assert len(set(fishes)) <= (2 if boat == BLUE_SHIP else 1)
        assert not {MACKEREL, JACK_MACKEREL} <= set(fishes)


def test_constants_have_the_numbers_of_their_names() -> None:
    """They are written out, so that the compiler knows them."""
    for names in (FISH, BOAT_TYPES):
        for number, name in enumerate(names):
            assert getattr(data, name.upper()) == number, name
