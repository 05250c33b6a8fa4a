"""The Ships Market, the Blue Ship and the barges."""

import pytest

from ichiba.games.tokyo_tsukiji_market.data import BLUE_SHIP, BOAT_TYPE
from ichiba.games.tokyo_tsukiji_market.table import AT_SHIPS, AT_USED_SHIPS, SEA
from tokyo_tsukiji_market.scene import (
    at_sea,
    boat,
    catches,
    do,
    external_state,
    is_whole,
    license_for,
    may,
    money,
    moves_of,
    table,
)


def test_a_ship_costs_500_a_slot_and_needs_a_port() -> None:
    state = table()
    assert not may(state, 0, "take two_slot")
    do(state, 0, "port", "enter ships", "take two_slot")
    assert state.money[0] == 2000 - 500 - 1000
    assert [BOAT_TYPE[one] for one in state.fleet[0]] == [0, 1]
    assert not may(state, 0, "take one_slot"), "no port has room"


def test_e150_a_port_may_be_opened_in_the_visit_before_a_boat_is_bought() -> None:
    state = table()
    do(state, 0, "enter ships")
    assert moves_of(state, 0) == ["boat one_slot 1", "port", "return mackerel"]
    do(state, 0, "port", "take two_slot", "done")
    assert [BOAT_TYPE[one] for one in state.fleet[0]] == [0, 1]
    assert state.money[0] == 2000 - 500 - 1000


def test_c2_a_boat_that_fits_once_a_port_is_open_is_a_purpose() -> None:
    state = table(3, "ship_rental")
    money(state, 800, 0, 0)
    do(state, 0, "enter ship_rental")
    assert moves_of(state, 0) == ["port", "return mackerel"]
    do(state, 0, "port")
    assert may(state, 0, "take two_slot")


def test_c2_but_not_if_the_port_leaves_no_money_for_the_boat() -> None:
    state = table(3, "ship_rental")
    money(state, 600, 0, 0)
    assert not may(state, 0, "enter ship_rental")


def test_c2_a_free_step_that_would_leave_nothing_to_do_is_not_offered() -> None:
    state = table()
    at_sea(state, 0)
    money(state, 900, 0, 0)
    do(state, 0, "enter ships")
    assert "port" not in moves_of(state, 0), "¥400 is not enough for any boat"
    assert may(state, 0, "take one_slot")
    do(state, 0, "take one_slot")
    money(state, 900, 0, 0)
    assert may(state, 0, "port"), "after the first interaction every free step is possible"


def test_c18_boats_at_sea_need_no_port() -> None:
    state = table()
    at_sea(state, 0)
    do(state, 0, "enter ships", "take two_slot")
    assert len(state.fleet[0]) == 2
    assert state.ports[0] == 1


@pytest.mark.parametrize(
    ("name", "yen"),
    [("one_slot", 100), ("two_slot", 100), ("three_slot", 200), ("four_slot", 200),
     ("six_slot_barge", 100)],
)  # fmt: skip
def test_a4_sold_for_a_tenth_rounded_up(name: str, yen: int) -> None:
    state = table()
    state.ports[0] = 3
    boat(state, 0, name, place=2)
    do(state, 0, "enter ships", f"boat {name} 1")
    assert state.money[0] == 2000 + yen


def test_only_boats_in_port_are_sold() -> None:
    state = table()
    at_sea(state, 0)
    do(state, 0, "enter ships")
    assert not may(state, 0, "boat one_slot 1")


def test_a_barge_needs_the_whole_right_port() -> None:
    state = table()
    money(state, 5000, 0, 0)
    state.ports[0] = 2
    do(state, 0, "enter ships")
    assert not may(state, 0, "take six_slot_barge")
    state.ports[0] = 3
    assert may(state, 0, "take six_slot_barge")
    boat(state, 0, "two_slot", place=2)
    assert not may(state, 0, "take six_slot_barge")


def test_the_right_port_holds_two_ships() -> None:
    state = table()
    money(state, 9000, 0, 0)
    state.ports[0] = 3
    do(state, 0, "enter ships", "take two_slot", "take two_slot", "take two_slot")
    assert sorted(state.place[one] for one in state.fleet[0]) == [0, 1, 2, 2]
    assert not may(state, 0, "take three_slot")


def test_the_blue_ship_costs_2000_and_a_ship() -> None:
    state = table(3, "eel", blue_ship=True, expansion=True)
    money(state, 2000, 0, 0)
    do(state, 0, "enter ships", "blue")
    assert state.fleet[0] == (BLUE_SHIP,), "trading in the only docked ship made room"
    assert state.money[0] == 0
    assert state.owner[0] in (AT_SHIPS, AT_USED_SHIPS)
    assert is_whole(state)


def test_the_ship_given_for_blue_goes_to_used_ships_if_that_is_in_play() -> None:
    state = table(3, "used_ships", "barter", blue_ship=True, expansion=True)
    do(state, 0, "enter ships", "blue")
    assert state.owner[0] == AT_USED_SHIPS
    state = table(3, "bank", "barter", blue_ship=True, expansion=True)
    do(state, 0, "enter ships", "blue")
    assert state.owner[0] == AT_SHIPS


def test_without_a_ship_in_port_there_is_no_blue_ship() -> None:
    state = table(3, blue_ship=True, expansion=True)
    at_sea(state, 0)
    do(state, 0, "enter ships")
    assert not may(state, 0, "blue")


def test_the_blue_ship_uses_two_licenses_at_once_and_carries_two_kinds() -> None:
    state = table(3, "eel", blue_ship=True, expansion=True)
    license_for(state, 0, eel=1)
    boat(state, 0, "blue")
    do(state, 0, "fish", "boat blue 1", "barrel mackerel", "boat blue 1", "barrel eel?")
    assert sorted(state.cargo[BLUE_SHIP]) == [0, 1]
    assert catches(state, BLUE_SHIP) == []
    do(state, 0, "boat one_slot 1", "done?")
    assert state.activated >> BLUE_SHIP & 1


def test_the_second_catch_is_lost_when_another_boat_acts() -> None:
    state = table(3, "eel", blue_ship=True, expansion=True)
    license_for(state, 0, eel=1)
    boat(state, 0, "blue")
    boat(state, 0, "two_slot")
    do(state, 0, "fish", "boat blue 1", "barrel mackerel", "boat one_slot 1")
    assert not may(state, 0, "boat blue 1")


def test_two_four_slot_barges_instead_of_one() -> None:
    state = table(3, expansion=True, barges="four_slot")
    money(state, 4000, 0, 0)
    state.ports[0] = 3
    do(state, 0, "enter ships", "take four_slot_barge", "done")
    state.place[16] = SEA
    do(state, 0, "enter ships", "take four_slot_barge")
    assert state.fleet[0] == (0, 16, 17), "one player may have both"
    assert state.money[0] == 2000
    assert "take six_slot_barge" not in moves_of(state, 0)


def test_it_crashes_when_the_last_boat_leaves_and_stays_open() -> None:
    state = table(2, crashing=True)
    last = [one for one, owner in enumerate(state.owner) if owner == AT_SHIPS]
    for one in last[:-1]:
        state.owner[one] = -3
    state.ports[0] = 3
    do(state, 0, "enter ships", "take six_slot_barge", "done")
    assert external_state(state, "ships") == 2
    assert may(state, 0, "enter ships"), "there is a boat to sell"
