"""Ship Rental."""

from ichiba.games.tokyo_tsukiji_market.table import AT_SHIPS, AT_USED_SHIPS, FOREIGN, SEA
from tokyo_tsukiji_market.scene import (
    at_sea,
    bids,
    boat,
    do,
    external_state,
    is_whole,
    load,
    may,
    money,
    moves_of,
    table,
)


def test_a_point_and_100_then_100_a_slot() -> None:
    state = table(3, "ship_rental")
    at_sea(state, 0)
    do(state, 0, "enter ship_rental", "take three_slot", "done")
    assert state.points == 1
    assert state.money[0] == 2000 - 100 - 300
    assert state.others_left[6] == 5
    assert state.rented[10] == 1
    assert is_whole(state)


def test_one_trip_then_the_boat_goes_back() -> None:
    state = table(3, "ship_rental")
    at_sea(state, 0)
    do(state, 0, "enter ship_rental", "take two_slot", "done")
    state.place[6] = SEA
    load(state, 6, "mackerel", "mackerel")
    do(state, 0, "fish", "boat two_slot 1", "dock?", "price 100", "price 100")
    assert state.owner[6] == AT_SHIPS
    assert state.others_left[6] == 6
    assert state.money[0] == 2000 - 100 - 200 + 100


def test_boats_of_used_ships_go_back_there() -> None:
    state = table(3, "ship_rental", "used_ships")
    state.owner[10] = AT_USED_SHIPS
    at_sea(state, 0)
    do(state, 0, "enter ship_rental", "take used three_slot", "done")
    state.place[10] = SEA
    do(state, 0, "fish", "boat three_slot 1", "dock?")
    assert state.owner[10] == AT_USED_SHIPS


def test_the_blue_ship_is_not_for_rent() -> None:
    state = table(3, "ship_rental", blue_ship=True)
    at_sea(state, 0)
    do(state, 0, "enter ship_rental")
    assert not any("blue" in move for move in moves_of(state, 0))


def test_d17_rented_boats_are_not_sold_and_stay_rented_abroad() -> None:
    state = table(3, "ship_rental", "foreign_market")
    at_sea(state, 0)
    state.ports[0] = 2
    do(state, 0, "enter ship_rental", "take two_slot", "done")
    do(state, 0, "enter ships")
    assert not may(state, 0, "boat two_slot 1")
    state = table(3, "ship_rental", "foreign_market")
    one = boat(state, 0, "two_slot", cargo=["mackerel"])
    state.rented[one], state.others_left[6] = 1, 5
    do(state, 0, "fish", "boat two_slot 1", "foreign?", "offer?")
    bids(state, 100, 0, 0)
    assert state.place[one] == FOREIGN
    assert state.rented[one] == 1


def test_d17_rented_ships_give_nothing_to_a_barge_but_a_rented_barge_takes() -> None:
    state = table(3, "ship_rental")
    one = at_sea(state, 0, "mackerel")
    barge = boat(state, 0, "six_slot_barge")
    state.rented[barge], state.others_left[6] = 1, 5
    assert may(state, 0, "transfer one_slot 1")
    state.rented[one] = 1
    assert not may(state, 0, "transfer one_slot 1")


def test_it_closes_without_tokens_and_tokens_go_to_the_box() -> None:
    state = table(3, "ship_rental", crashing=True)
    state.others_left[6], state.box_others[6] = 1, 5
    at_sea(state, 0)
    money(state, 2000, 2000, 2000)
    do(state, 0, "enter ship_rental", "take two_slot", "done?")
    assert external_state(state, "ship_rental") == 3
    state.place[6] = SEA
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    assert state.box_others[6] == 6
    assert is_whole(state)
