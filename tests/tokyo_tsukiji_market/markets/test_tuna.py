"""The Tuna Market and its auctions."""

from ichiba.games.tokyo_tsukiji_market.data import TUNA
from tokyo_tsukiji_market.scene import bids, boat, do, is_whole, own, table, tokens_of, worth


def test_three_barrels_make_an_auction() -> None:
    state = table(3, "tuna")
    state.ports[0] = 2
    boat(state, 0, "three_slot", cargo=["tuna"] * 3)
    do(state, 0, "fish", "boat three_slot 1", "dock?")
    assert state.actors == (0, 1, 2)
    bids(state, 0, 0, 1500)
    assert state.money == [2000 + 100 + 1500, 2000, 500]
    assert worth(state, 2) in (15, 20, 25)
    assert sum(tokens_of(state, 2).values()) == 1
    assert is_whole(state)


def test_one_or_two_left_go_back_without_compensation() -> None:
    state = table(3, "tuna")
    state.ports[0] = 2
    boat(state, 0, "two_slot", cargo=["tuna", "tuna"])
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    assert state.landed[TUNA] == 2
    do(state, 0, "done")
    assert state.barrels[TUNA] == 6
    assert state.money[0] == 2100, "only the bonus for two barrels"


def test_sold_for_its_worth() -> None:
    state = table(3, "tuna")
    own(state, 0, tuna_25=1, tuna_15=1)
    do(state, 0, "enter tuna", "token tuna_25")
    assert state.money[0] == 4500
    assert worth(state, 0) == 15


def test_a10_a_tuna_license_costs_1000() -> None:
    state = table(3, "tuna")
    do(state, 0, "enter tuna", "license")
    assert state.money[0] == 1000
