"""The Mackerel Market."""

from tokyo_tsukiji_market.scene import (
    do,
    for_sale,
    is_whole,
    license_for,
    licenses_of,
    may,
    money,
    moves_of,
    own,
    sell,
    table,
    tokens_of,
    why_not,
    worth,
)


def test_one_license_a_visit_for_100() -> None:
    state = table()
    do(state, 0, "enter mackerel", "license")
    assert licenses_of(state, 0) == {"mackerel": 2}
    assert state.money[0] == 2000 + 100 - 100, "income for the license held before, then the price"
    assert not may(state, 0, "license")
    assert why_not(state, 0, "license") == "One Mackerel license a visit."


def test_pairs_of_barrels_and_tokens_in_any_mixture() -> None:
    state = table()
    own(state, 0, mackerel=3)
    sell(state, 0, "mackerel", 300)
    sell(state, 0, "mackerel", 500, 1)
    do(state, 0, "enter mackerel", "pair tokens", "pair mixed")
    assert tokens_of(state, 0) == {}
    assert for_sale(state, 0) == [("mackerel", 300, 0)], "the degraded barrel went first"
    assert state.money[0] == 2000 + 100 + 200
    assert is_whole(state)


def test_c8_an_odd_piece_cannot_be_sold() -> None:
    state = table()
    own(state, 0, mackerel=1)
    do(state, 0, "enter mackerel")
    assert not may(state, 0, "pair tokens")
    sell(state, 0, "mackerel", 300)
    assert may(state, 0, "pair mixed")
    assert not may(state, 0, "pair barrels")


def test_a_token_is_worth_1() -> None:
    state = table()
    own(state, 0, mackerel=7)
    assert worth(state, 0) == 7


def test_c5_returning_a_license_and_buying_it_again_is_an_interaction() -> None:
    state = table(3, "eel")
    money(state, 100, 0, 0)
    state.licenses_left[0] = 0
    state.box_licenses[0] += 3
    license_for(state, 0, eel=1)
    do(state, 0, "enter mackerel")
    assert moves_of(state, 0) == ["return mackerel", "return eel"], "nothing was done yet"
    do(state, 0, "return mackerel", "license", "done")
    assert licenses_of(state, 0) == {"mackerel": 1, "eel": 1}
    assert state.money[0] == 100 + 100 - 100
