"""The Government."""

from tokyo_tsukiji_market.scene import do, external_state, may, own, table, why_not


def test_free_once_a_turn_three_for_300_and_ten_for_200() -> None:
    state = table(3, "government")
    own(state, 0, mackerel=15)
    do(state, 0, "enter government", *["token mackerel"] * 3)
    assert state.money[0] == 2900
    assert not may(state, 0, "token mackerel")
    do(state, 0, *["second mackerel"] * 10, "done")
    assert state.money[0] == 4900
    assert state.points == 2
    assert not may(state, 0, "enter government")


def test_b8_not_twice_a_turn() -> None:
    state = table(3, "government")
    own(state, 0, mackerel=3)
    do(state, 0, "enter government", "token mackerel", "done")
    assert "once a turn" in why_not(state, 0, "enter government")


def test_c2_not_without_a_token_nor_when_it_is_full() -> None:
    state = table(3, "government")
    assert not may(state, 0, "enter government")
    own(state, 0, mackerel=1)
    assert may(state, 0, "enter government")
    state.shelves[4] = ((0,) * 3, (0,) * 10)
    assert not may(state, 0, "enter government")


def test_a9_it_crashes_when_it_is_full_and_closes() -> None:
    state = table(3, "government", crashing=True)
    own(state, 0, mackerel=13)
    do(state, 0, "enter government", *["token mackerel"] * 3, *["second mackerel"] * 10, "done?")
    assert external_state(state, "government") == 3
