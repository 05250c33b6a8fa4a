"""The Used Ships Market."""

from ichiba.games.tokyo_tsukiji_market.table import AT_USED_SHIPS
from tokyo_tsukiji_market.scene import boat, do, is_whole, may, money, table, why_not


def test_it_starts_empty_and_pays_200_a_slot() -> None:
    state = table(3, "used_ships")
    state.ports[0] = 3
    boat(state, 0, "three_slot", place=1)
    boat(state, 0, "six_slot_barge", place=2)
    do(state, 0, "enter used_ships", "boat three_slot 1", "boat six_slot_barge 1")
    assert state.money[0] == 2000 + 600 + 400
    assert state.owner[10] == AT_USED_SHIPS
    assert is_whole(state)


def test_it_sells_for_300_a_slot_and_600_a_barge() -> None:
    state = table(3, "used_ships")
    state.ports[0] = 3
    state.owner[10] = state.owner[14] = AT_USED_SHIPS
    do(state, 0, "enter used_ships", "take three_slot", "take six_slot_barge")
    assert state.money[0] == 2000 - 900 - 600


def test_a8_closed_once_the_end_is_triggered_for_the_trigger_player_too() -> None:
    state = table(3, "used_ships")
    assert may(state, 0, "enter used_ships")
    money(state, 2000, 5000, 2000)
    do(state, 0, "pass", "pass", "end")
    assert state.trigger == 1
    assert not may(state, 1, "enter used_ships")
    assert why_not(state, 1, "enter used_ships") == "You cannot enter the Used Ships market now."


def test_the_blue_ship_is_bought_again_with_a_trade_in() -> None:
    state = table(3, "used_ships", blue_ship=True, expansion=True)
    state.owner[15] = AT_USED_SHIPS
    do(state, 0, "enter used_ships", "blue")
    assert state.money[0] == 2000 - 1200
    assert state.fleet[0] == (15,)
    assert state.owner[0] == AT_USED_SHIPS
