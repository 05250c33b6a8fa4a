"""The Eel Market."""

from ichiba.games.tokyo_tsukiji_market.data import EEL
from tokyo_tsukiji_market.scene import at_sea, do, is_whole, may, own, table, tokens_of, worth


def test_two_eels_sold_at_six_bring_1200_and_the_marker_falls_to_two() -> None:
    """The rulebook's example; all are sold at the value before the sale (C10)."""
    state = table(3, "eel")
    own(state, 0, eel=3)
    state.track[EEL] = 6
    assert worth(state, 0) == 18
    do(state, 0, "enter eel", "sell 2")
    assert state.money[0] == 3200
    assert state.track[EEL] == 2
    assert tokens_of(state, 0) == {"eel": 1}
    assert is_whole(state)


def test_every_barrel_unloaded_raises_the_value() -> None:
    state = table(3, "eel")
    at_sea(state, 0, "eel")
    do(state, 0, "fish", "boat one_slot 1", "dock?", "price 300")
    assert state.track[EEL] == 2


def test_catching_does_not_raise_it() -> None:
    state = table(3, "eel")
    state.licenses[0][EEL] = 1
    state.licenses_left[EEL] -= 1
    at_sea(state, 0)
    do(state, 0, "fish", "boat one_slot 1", "barrel eel")
    assert state.track[EEL] == 1


def test_c9_the_marker_stops_at_the_ends_of_its_track() -> None:
    state = table(3, "eel")
    own(state, 0, eel=5)
    state.track[EEL] = 4
    do(state, 0, "enter eel", "sell 5")
    assert state.track[EEL] == 1
    state.track[EEL] = 13
    at_sea(state, 1, "eel")
    state.setup.fish[EEL].unloaded(state, 1)
    assert state.track[EEL] == 13


def test_a_license_costs_500() -> None:
    state = table(3, "eel")
    do(state, 0, "enter eel", "license", "license", "done")
    assert state.money[0] == 1000
    assert not may(state, 0, "sell 1")
