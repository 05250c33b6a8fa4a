"""The Salmon Market."""

from typing import Any

import pytest

from ichiba.games.tokyo_tsukiji_market.board.stage import automatic_bid
from tokyo_tsukiji_market.scene import (
    at_sea,
    bids,
    boat,
    catches,
    do,
    license_for,
    may,
    own,
    sell,
    table,
    tokens_of,
    worth,
)


def test_entered_for_400_yen_without_a_point_again_and_again() -> None:
    state = table(3, "salmon")
    do(
        state,
        0,
        "enter salmon for yen",
        "license",
        "done",
        "enter salmon for yen",
        "license",
        "done",
    )
    assert state.points == 2
    assert state.money[0] == 2000 - 4 * 400 + 100, "income on the second visit"


def test_one_barrel_on_a_ship_whatever_its_slots() -> None:
    state = table(3, "salmon")
    license_for(state, 0, salmon=2)
    boat(state, 0, "two_slot", cargo=["salmon"])
    do(state, 0, "fish")
    assert catches(state, 6) == []
    state.cargo[6] = ()
    state.barrels[5] += 1
    assert catches(state, 6) == ["barrel mackerel", "barrel salmon"]


def test_one_barrel_on_a_barge_too() -> None:
    state = table(3, "salmon")
    boat(state, 0, "six_slot_barge", cargo=["salmon"])
    at_sea(state, 0, "salmon")
    assert not may(state, 0, "transfer one_slot 1")
    state.cargo[14] = ()
    state.barrels[5] += 1
    do(state, 0, "transfer one_slot 1")
    assert state.cargo[14] == (5,)


def test_the_row_of_the_barrel_decides_the_side_of_the_token() -> None:
    state = table(3, "salmon")
    sell(state, 1, "salmon", 300)
    sell(state, 1, "salmon", 200, 1)
    do(state, 0, "purchase", "buy 2 salmon upper", "buy 2 salmon lower")
    assert tokens_of(state, 0) == {"fresh_salmon": 1, "degraded_salmon": 1}
    assert worth(state, 0) == 2 + 4


def test_a5_fresh_salmon_counts_the_salmon_of_all_players() -> None:
    state = table(3, "salmon")
    own(state, 0, fresh_salmon=2)
    own(state, 1, degraded_salmon=3)
    own(state, 2, fresh_salmon=1)
    assert worth(state, 0) == 2 * 6
    assert worth(state, 1) == 3 * 4
    assert worth(state, 2) == 6


def test_c14_tokens_on_boards_are_nobodys_and_keep_their_side() -> None:
    state = table(3, "salmon", "government")
    own(state, 0, fresh_salmon=2, degraded_salmon=1)
    do(state, 0, "enter government", "token fresh_salmon")
    assert worth(state, 0) == 2 + 4


def test_c14_a_token_keeps_its_side_when_it_is_sold() -> None:
    state = table(3, "salmon", "barter")
    own(state, 0, fresh_salmon=1, degraded_salmon=1)
    do(state, 0, "enter barter", "token fresh_salmon", "token degraded_salmon", "offer")
    bids(state, None, 300, 0)
    do(state, 0, "choose 2")
    assert tokens_of(state, 1) == {"fresh_salmon": 1, "degraded_salmon": 1}
    assert worth(state, 1) == 2 + 4


@pytest.mark.parametrize("name", ["barter", "auction"])
def test_a5_salmon_that_others_bid_for_still_counts(name: str) -> None:
    state = table(3, "salmon", name)
    own(state, 0, fresh_salmon=3)
    own(state, 1, fresh_salmon=2)
    own(state, 2, degraded_salmon=2)
    assert worth(state, 1) == 14
    do(state, 0, f"enter {name}", "token fresh_salmon", "token fresh_salmon", "offer")
    assert worth(state, 1) == 14, "the seller owns them until they are sold"
    view: Any = state.view(2)
    assert view["auction"]["gain"] == 14
    assert automatic_bid(view, "worth", 0) == "yen 1400"
    bids(state, None, 0, 100)
    do(state, 0, "choose 3?")
    assert worth(state, 2) == 14 + 8
    assert worth(state, 1) == 14
