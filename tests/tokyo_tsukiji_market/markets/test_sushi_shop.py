"""The Sushi Shop."""

import pytest

from tokyo_tsukiji_market.scene import (
    do,
    external_state,
    is_whole,
    may,
    moves_of,
    own,
    table,
    tokens_of,
)


def test_fugu_eel_and_salmon_for_700() -> None:
    """The rulebook's example."""
    state = table(3, "sushi_shop", "fugu", "eel", "salmon")
    own(state, 0, fugu=1, eel=1, fresh_salmon=1)
    do(state, 0, "enter sushi_shop", "space 3", "token fugu", "token eel", "token fresh_salmon")
    assert state.money[0] == 2700
    assert tokens_of(state, 0) == {}
    assert is_whole(state)


@pytest.mark.parametrize(("plate", "yen"), [(1, 100), (2, 300), (3, 700), (4, 1100), (5, 1600)])
def test_each_plate_once(plate: int, yen: int) -> None:
    state = table(3, "sushi_shop", "fugu", "eel", "salmon", "squid")
    own(state, 0, fugu=2, eel=2, fresh_salmon=2, squid=2, mackerel=2)
    tokens = ["token mackerel", "token eel", "token fugu", "token fresh_salmon", "token squid"]
    do(state, 0, "enter sushi_shop", f"space {plate}", *tokens[:plate])
    assert state.money[0] == 2000 + yen
    assert not may(state, 0, f"space {plate}")


def test_no_shape_twice_on_a_plate() -> None:
    state = table(3, "sushi_shop", "jack_mackerel", "clams_oysters", "spider_crab")
    own(state, 0, mackerel=1, jack_mackerel=1, clam=1, oyster=1, spider_crab_4=1, spider_crab_8=1)
    do(state, 0, "enter sushi_shop")
    assert moves_of(state, 0)[:3] == ["space 1", "space 2", "space 3"]
    assert not may(state, 0, "space 4"), "six tokens, but only three shapes"
    do(state, 0, "space 3", "token jack_mackerel")
    assert not may(state, 0, "token mackerel")
    do(state, 0, "token oyster")
    assert not may(state, 0, "token clam")


def test_octopus_and_takoyaki_are_two_shapes() -> None:
    state = table(3, "sushi_shop", "octopus")
    own(state, 0, octopus=1, takoyaki=1)
    do(state, 0, "enter sushi_shop", "space 2", "token octopus", "token takoyaki?")
    assert state.money[0] == 2300


def test_it_closes_when_all_plates_are_filled() -> None:
    state = table(3, "sushi_shop", crashing=True)
    state.shelves[14] = ((), (0,), (0,), (0,), (0,))
    own(state, 0, mackerel=1)
    do(state, 0, "enter sushi_shop", "space 1?", "token mackerel?", "done?")
    assert external_state(state, "sushi_shop") == 3
