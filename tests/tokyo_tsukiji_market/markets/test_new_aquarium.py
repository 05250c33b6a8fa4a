"""The New Aquarium, and how the two Aquariums enter play together."""

import pytest

from ichiba.games.tokyo_tsukiji_market.data import AQUARIUM, NEW_AQUARIUM, NUM_FISH
from ichiba.games.tokyo_tsukiji_market.pieces import draw_external_market
from ichiba.games.tokyo_tsukiji_market.table import CLOSED
from tokyo_tsukiji_market.scene import (
    GAME,
    do,
    external_state,
    for_sale,
    is_whole,
    may,
    own,
    sell,
    table,
    why_not,
)


def test_entered_with_a_barrel_of_any_fish() -> None:
    state = table(3, "new_aquarium", "clams_oysters", "aquarium")
    own(state, 0, clam=1, oyster=2)
    assert not may(state, 0, "enter new_aquarium for barrel mackerel")
    sell(state, 0, "mackerel", 300)
    do(state, 0, "enter new_aquarium for barrel mackerel", "token clam", "token oyster")
    assert for_sale(state, 0) == []
    assert state.points == 2
    assert state.money[0] == 3000
    assert not may(state, 0, "token oyster"), "Clams and Oysters share a space for two tokens"
    assert is_whole(state)


def test_without_something_to_sell_the_barrel_stays() -> None:
    state = table(3, "new_aquarium", "aquarium")
    sell(state, 0, "mackerel", 300)
    assert not may(state, 0, "enter new_aquarium for barrel mackerel")
    assert "nothing for you to do" in why_not(state, 0, "enter new_aquarium for barrel mackerel")


@pytest.mark.parametrize("name", ["aquarium", "new_aquarium"])
def test_one_brings_the_other_and_there_is_one_market_more(name: str) -> None:
    for seed in range(10):
        state = GAME.new(3, seed=seed, expansion=True, external_markets=[name])
        external = [m for m in state.in_play if m >= NUM_FISH]  # type: ignore[attr-defined]
        assert {AQUARIUM, NEW_AQUARIUM} <= set(external)
        assert len(external) == 1 + 2 + 1


def test_both_chosen_leave_room_for_one_more() -> None:
    names = ["aquarium", "new_aquarium"]
    state = GAME.new(3, seed=1, expansion=True, external_markets=names)
    assert len([m for m in state.in_play if m >= NUM_FISH]) == 4  # type: ignore[attr-defined]


def test_c22_drawn_later_both_come_too() -> None:
    state = table(3, "influence", expansion=True)
    state.external_pile = [AQUARIUM, NEW_AQUARIUM]
    draw_external_market(state)
    assert {AQUARIUM, NEW_AQUARIUM} <= set(state.in_play)
    assert state.external_pile == []


def test_a9_it_crashes_when_every_space_is_full_and_closes() -> None:
    state = table(3, "new_aquarium", "aquarium", "tuna", crashing=True)
    shelf = NEW_AQUARIUM - NUM_FISH
    full = [tuple(0 for _ in range(demand)) for _, demand in state.setup.external[shelf].spaces]
    state.shelves[shelf] = (*full[:-1], ())
    own(state, 0, tuna_15=1)
    sell(state, 0, "mackerel", 300)
    count = len(state.in_play)
    do(state, 0, "enter new_aquarium for barrel mackerel", "token tuna_15", "done?")
    assert external_state(state, "new_aquarium") == CLOSED
    assert len(state.in_play) == count + 1
    own(state, 0, tuna_15=1)
    sell(state, 0, "mackerel", 300)
    assert not may(state, 0, "enter new_aquarium for barrel mackerel")


def test_the_base_game_has_the_aquarium_alone() -> None:
    state = GAME.new(3, seed=1, external_markets=["aquarium"])
    assert NEW_AQUARIUM not in state.in_play  # type: ignore[attr-defined]
