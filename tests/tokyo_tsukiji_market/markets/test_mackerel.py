"""The Mackerel Market."""

from tokyo_tsukiji_market.scene import (
    do,
    for_sale,
    is_whole,
    license_for,
    licenses_of,
    may,
    moves_of,
    own,
    pass_turn,
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
    assert why_not(state, 0, "license") == "You can take only one Mackerel license a visit."


def test_pairs_of_barrels_and_tokens_in_any_mixture() -> None:
    state = table()
    own(state, 0, mackerel=3)
    sell(state, 0, "mackerel", 300)
    sell(state, 0, "mackerel", 500, 1)
    do(state, 0, "enter mackerel", "pair tokens", "pair mixed", "which 2")
    assert tokens_of(state, 0) == {}
    assert for_sale(state, 0) == [("mackerel", 300, 0)]
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


def test_c5_a_market_where_a_license_could_only_be_taken_again_cannot_be_entered() -> None:
    state = table(3, "eel")
    state.licenses_left[0] = 0
    state.box_licenses[0] += 3
    license_for(state, 0, eel=1)
    assert why_not(state, 0, "enter mackerel") == (
        "You could only return a Mackerel license and take it again, which is not allowed in the "
        "same turn."
    )


def test_c5_four_licenses_of_one_fish_are_no_pump() -> None:
    state = table(4)
    license_for(state, 0, mackerel=3)
    assert state.licenses_left[0], "one is left, but it could only replace another of its kind"
    assert not may(state, 0, "enter mackerel")
    do(state, 0, "return mackerel")
    assert not may(state, 0, "enter mackerel")
    assert why_not(state, 0, "enter mackerel") == (
        "You returned a Mackerel license this turn, so you cannot take one until your next turn."
    )
    for _ in range(4):
        pass_turn(state)
    assert may(state, 0, "enter mackerel"), "possible again in the next turn"


def test_c5_what_was_returned_in_a_visit_is_not_taken_again_in_it() -> None:
    state = table(3, "eel")
    own(state, 0, mackerel=4)
    do(state, 0, "enter mackerel", "pair tokens", "return mackerel")
    assert not may(state, 0, "license")
    assert "until your next turn" in why_not(state, 0, "license")
    do(state, 0, "pair tokens", "done")


def test_c5_another_fishs_license_makes_room_before_the_first_interaction() -> None:
    state = table(3, "eel")
    license_for(state, 0, eel=3)
    do(state, 0, "enter mackerel")
    assert moves_of(state, 0) == ["port", "return eel"], (
        "returning the Mackerel license would not help"
    )
    do(state, 0, "return eel", "license", "done")
    assert licenses_of(state, 0) == {"mackerel": 2, "eel": 2}
