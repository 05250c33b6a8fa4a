"""The Octopus Market and its Takoyaki."""

import pytest

from tokyo_tsukiji_market.scene import (
    do,
    for_sale,
    is_whole,
    license_for,
    may,
    money,
    moves_of,
    own,
    pass_turn,
    sell,
    table,
    tokens_of,
    worth,
)


def test_an_octopus_becomes_three_takoyaki_for_sale() -> None:
    state = table(3, "octopus")
    own(state, 0, octopus=1)
    assert worth(state, 0) == 3
    do(state, 0, "enter octopus", "convert", "price 300", "price 300", "price other", "yen 900")
    assert tokens_of(state, 0) == {}
    assert for_sale(state, 0) == [("takoyaki", 300, 0), ("takoyaki", 300, 0), ("takoyaki", 900, 0)]
    assert worth(state, 0) == 0
    assert is_whole(state)


def test_a_bought_takoyaki_is_worth_5() -> None:
    state = table(3, "octopus")
    sell(state, 1, "takoyaki", 300)
    do(state, 0, "purchase", "buy 2 takoyaki upper")
    assert tokens_of(state, 0) == {"takoyaki": 1}
    assert worth(state, 0) == 5
    assert (state.money[0], state.money[1]) == (1700, 2300)
    assert is_whole(state)


def test_c6_fewer_takoyaki_than_three_are_taken_as_they_are() -> None:
    state = table(3, "octopus")
    own(state, 0, octopus=2)
    own(state, 1, takoyaki=11)
    do(state, 0, "enter octopus", "convert", "price 100")
    assert for_sale(state, 0) == [("takoyaki", 100, 0)]
    assert not may(state, 0, "convert"), "no Takoyaki are left"


def test_c7_takoyaki_on_a_harbor_only_pays_for_the_octopus_market() -> None:
    state = table(3, "octopus", "government", "trading")
    sell(state, 0, "takoyaki", 300)
    assert worth(state, 0) == 0
    assert not may(state, 0, "enter government")
    assert not may(state, 0, "enter trading")
    do(state, 0, "enter octopus for own takoyaki", "license", "done")
    assert for_sale(state, 0) == []
    assert state.points == 2, "no action point was spent"
    assert is_whole(state)


def test_a_takoyaki_token_pays_too() -> None:
    state = table(3, "octopus")
    own(state, 0, takoyaki=1)
    assert may(state, 0, "enter octopus")
    do(state, 0, "enter octopus for takoyaki", "license", "done")
    assert tokens_of(state, 0) == {}
    assert state.points == 2


@pytest.mark.parametrize("own_harbor", [False, True])
def test_c2_the_takoyaki_that_pays_is_one_to_take(own_harbor: bool) -> None:
    state = table(3, "octopus")
    license_for(state, 0, octopus=3)
    own(state, 0, octopus=1)
    own(state, 1, takoyaki=11)
    if own_harbor:
        sell(state, 0, "takoyaki", 500)
    else:
        own(state, 0, takoyaki=1)
    assert not may(state, 0, "enter octopus"), "no Takoyaki are left"
    do(state, 0, f"enter octopus for {'own ' * own_harbor}takoyaki")
    assert moves_of(state, 0)[0] == "convert"
    do(state, 0, "convert", "price 300")
    assert for_sale(state, 0) == [("takoyaki", 300, 0)]
    assert is_whole(state)


def test_c20_takoyaki_stays_in_the_upper_row() -> None:
    state = table(3, "octopus")
    sell(state, 1, "takoyaki", 300)
    sell(state, 1, "octopus", 300)
    pass_turn(state)
    pass_turn(state)
    assert for_sale(state, 1) == [("takoyaki", 300, 0), ("octopus", 300, 1)]


def test_d3_takoyaki_do_not_count_for_overfishing() -> None:
    state = table(3, "octopus")
    own(state, 0, octopus=6, takoyaki=12)
    assert state.status[3] == 1
    sell(state, 1, "octopus", 100)
    money(state, 100, 0, 0)
    do(state, 0, "purchase", "buy 2 octopus upper")
    assert state.status[3] == 2
