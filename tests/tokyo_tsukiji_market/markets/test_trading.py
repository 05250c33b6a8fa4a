"""The Trading Market."""

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


@pytest.mark.parametrize(
    ("space", "resources", "yen"),
    [(1, 2, 300), (2, 3, 500), (3, 4, 700), (4, 5, 900), (5, 10, 1800)],
)
def test_tokens_for_yen_on_an_empty_space(space: int, resources: int, yen: int) -> None:
    state = table(3, "trading")
    own(state, 0, mackerel=resources)
    do(state, 0, "enter trading", f"space {space}", *["token mackerel"] * resources, "offer")
    assert state.money[0] == 2000 + yen
    assert len(state.shelves[7][space - 1]) == resources
    assert is_whole(state)


def test_only_spaces_that_the_own_tokens_can_pay() -> None:
    state = table(3, "trading")
    own(state, 0, mackerel=3)
    do(state, 0, "enter trading")
    assert [move for move in moves_of(state, 0) if "space" in move] == ["space 1", "space 2"]


def test_c15_goods_for_goods_takes_everything_of_a_space() -> None:
    state = table(3, "trading", "tuna")
    state.shelves[7] = ((12,), (), (), (), ())
    state.stock[12] -= 1
    own(state, 0, mackerel=3)
    do(state, 0, "enter trading", "space 1", "token mackerel", "token mackerel", "offer")
    assert tokens_of(state, 0) == {"mackerel": 1, "tuna_15": 1}
    assert state.shelves[7][0] == (0, 0)
    assert state.money[0] == 2000
    assert is_whole(state)


def test_more_than_needed_may_be_left() -> None:
    state = table(3, "trading", "squid")
    own(state, 0, mackerel=2, squid=1)
    do(state, 0, "enter trading", "space 1", "token squid", "token mackerel")
    assert not may(state, 0, "offer")
    do(state, 0, "token mackerel", "offer")
    assert state.shelves[7][0] == (0, 0, 11)


def test_c13_fugu_in_the_group_count_squared() -> None:
    state = table(3, "trading", "fugu")
    own(state, 0, fugu=2)
    do(state, 0, "enter trading", "space 3", "token fugu?")
    do(state, 0, "token fugu", "offer?")
    assert state.money[0] == 2700


def test_a9_it_crashes_when_all_spaces_are_filled_and_stays_open() -> None:
    state = table(3, "trading", crashing=True)
    own(state, 0, mackerel=12)
    state.shelves[7] = ((), (0,), (0,), (0,), (0,))
    do(state, 0, "enter trading", "space 1", "token mackerel", "token mackerel", "offer", "done")
    assert external_state(state, "trading") == 2
    assert may(state, 0, "enter trading")
