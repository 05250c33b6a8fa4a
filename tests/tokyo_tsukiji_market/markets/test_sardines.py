"""The Sardines Market."""

from ichiba.games.tokyo_tsukiji_market.data import SARDINES, TOKEN
from tokyo_tsukiji_market.scene import (
    at_sea,
    boat,
    do,
    is_whole,
    license_for,
    may,
    own,
    table,
    tokens_of,
    why_not,
)


def test_the_last_license_is_cheaper() -> None:
    state = table(3, "sardines")
    do(state, 0, "enter sardines", "license")
    assert state.money[0] == 1500
    do(state, 0, "license")
    assert state.money[0] == 1200


def test_who_has_a_license_cannot_enter_but_may_return_it_first() -> None:
    state = table(3, "sardines")
    license_for(state, 0, sardines=1)
    assert not may(state, 0, "enter sardines")
    assert why_not(state, 0, "enter sardines") == "You cannot enter the Sardines market now."
    do(state, 0, "return sardines", "enter sardines")
    assert state.points == 1
    do(state, 0, "license", "done")
    assert state.licenses[0][SARDINES] == 1, "C5 does not hold for Sardines"
    assert state.money[0] == 1500, "there was no income"
    assert is_whole(state)


def test_c5_a_sardine_license_taken_and_returned_earns_nothing() -> None:
    state = table(3, "sardines")
    do(state, 0, "enter sardines", "license", "return sardines", "license")
    assert state.money[0] == 1000
    assert why_not(state, 0, "enter sardines") == "Finish your visit to the market first."


def test_every_barrel_unloaded_brings_a_token_and_one_into_the_can() -> None:
    state = table(3, "sardines")
    state.ports[0] = 2
    boat(state, 0, "two_slot", cargo=["sardines", "sardines"])
    do(state, 0, "fish", "boat two_slot 1", "dock?", "price 100", "price 200")
    assert tokens_of(state, 0) == {"sardines": 2}
    assert state.iwashi == 2
    assert state.stock[TOKEN["sardines"]] == 12
    assert is_whole(state)


def test_the_only_token_left_goes_to_the_player() -> None:
    state = table(3, "sardines")
    own(state, 1, sardines=15)
    at_sea(state, 0, "sardines")
    do(state, 0, "fish", "boat one_slot 1", "dock?", "price 100")
    assert tokens_of(state, 0) == {"sardines": 1}
    assert state.iwashi == 0
    assert state.status[SARDINES] == 2, "D3: the supply is empty"


def test_canned_sardines_cost_100() -> None:
    state = table(3, "sardines")
    state.stock[TOKEN["sardines"]] -= 3
    state.iwashi = 3
    do(state, 0, "enter sardines", "iwashi", "iwashi", "done")
    assert tokens_of(state, 0) == {"sardines": 2}
    assert state.money[0] == 1800
    assert is_whole(state)


def test_d3_cans_do_not_count_for_overfishing() -> None:
    state = table(3, "sardines")
    own(state, 1, sardines=14)
    at_sea(state, 0, "sardines")
    do(state, 0, "fish", "boat one_slot 1", "dock?", "price 100")
    assert state.iwashi == 1
    assert state.status[SARDINES] == 2
