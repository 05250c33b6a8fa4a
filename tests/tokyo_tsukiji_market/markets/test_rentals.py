"""Rentals: Freezers and Carts."""

from tokyo_tsukiji_market.scene import (
    do,
    external_state,
    for_sale,
    is_whole,
    license_for,
    may,
    moves_of,
    no_licenses,
    own,
    pass_turn,
    sell,
    table,
    why_not,
)


def test_free_once_a_turn_200_for_a_thing_on_a_license_space() -> None:
    state = table(3, "rentals")
    do(state, 0, "enter rentals", "freezer", "cart", "cart", "done")
    assert state.money[0] == 1400
    assert state.freezers[0] == (2,)
    assert state.carts[0] == (2, 2)
    assert not may(state, 0, "enter rentals"), "all four spaces are taken"
    assert is_whole(state)


def test_c4_licenses_and_things_share_four_spaces() -> None:
    state = table(3, "rentals", "eel")
    license_for(state, 0, eel=3)
    do(state, 0, "enter rentals")
    assert moves_of(state, 0) == ["port", "return mackerel", "return eel"], (
        "there must be room first"
    )
    do(state, 0, "return eel", "cart")
    assert not may(state, 0, "freezer")


def test_c2_full_of_carts_there_is_no_license_to_return() -> None:
    state = table(3, "rentals")
    no_licenses(state, 0)
    state.carts[0] = (2, 2)
    state.freezers[0] = (2, 2)
    state.others_left[0] = state.others_left[1] = 1
    assert not may(state, 0, "enter rentals")


def test_a_freezer_skips_the_degradation_twice() -> None:
    state = table(2, "rentals")
    state.freezers[1] = (2,)
    state.others_left[0] -= 1
    sell(state, 1, "mackerel", 300)
    sell(state, 1, "mackerel", 300, 1)
    for left in ((1,), ()):
        pass_turn(state)
        assert moves_of(state, 1) == ["freeze", "degrade"]
        do(state, 1, "freeze")
        assert state.freezers[1] == left
        assert len(for_sale(state, 1)) == 2
        pass_turn(state)
    assert state.others_left[0] == 2, "back on the board after the second use"
    pass_turn(state)
    assert for_sale(state, 1) == [("mackerel", 300, 1)]
    assert is_whole(state)


def test_b5_a_cart_leads_into_a_market_after_the_last_point() -> None:
    state = table(3, "rentals", "eel")
    state.carts[0] = (2,)
    state.others_left[1] -= 1
    do(state, 0, "pass", "pass")
    assert not may(state, 0, "enter eel")
    do(state, 0, "enter eel by cart", "license", "done")
    assert state.carts[0] == (1,)
    do(state, 0, "enter eel by cart", "license", "done")
    assert state.carts[0] == (), "B5: the same Cart twice in a turn"
    assert state.others_left[1] == 2


def test_a_cart_leaves_the_normal_points() -> None:
    state = table(3, "rentals", "eel")
    state.carts[0] = (2,)
    do(state, 0, "enter eel by cart", "license", "done")
    assert state.points == 2


def test_b6_carts_and_points_pay_together() -> None:
    state = table(3, "rentals", "bank")
    state.carts[0] = (1, 2)
    assert may(state, 0, "enter bank by 2 carts")
    do(state, 0, "enter bank by 1 carts", "loan", "done")
    assert state.points == 1
    assert state.carts[0] == (2,)


def test_a_used_up_cart_makes_room_for_the_license() -> None:
    state = table(3, "rentals", "eel")
    license_for(state, 0, eel=2)
    state.carts[0] = (1,)
    state.others_left[1] -= 1
    do(state, 0, "enter eel by cart", "license")
    assert state.licenses[0][1] == 3


def test_c4_things_cannot_be_thrown_away() -> None:
    state = table(3, "rentals")
    state.freezers[0] = (2,)
    returns = [move for move in moves_of(state, 0) if move.startswith("return")]
    assert returns == ["return mackerel"]


def test_a9_a_closed_market_sends_used_things_to_the_box() -> None:
    state = table(3, "rentals", "eel", crashing=True)
    do(state, 0, "return mackerel")
    do(state, 0, "enter rentals", "freezer", "freezer", "cart", "cart", "done?")
    assert external_state(state, "rentals") == 3
    own(state, 0, eel=2)
    do(state, 0, "enter eel by cart", "sell 1", "done", "enter eel by cart", "sell 1", "done")
    assert state.box_others[1] == 1
    assert "closed" in why_not(state, 0, "enter rentals")
    assert is_whole(state)
