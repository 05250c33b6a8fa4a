"""Rentals: Freezers and Carts."""

from random import Random

from ichiba.games.tokyo_tsukiji_market.state import MarketState
from tokyo_tsukiji_market.scene import (
    GAME,
    do,
    external_state,
    for_sale,
    is_whole,
    license_for,
    may,
    money,
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


def after_both_points(*markets: str) -> MarketState:
    """A position after both points, with a Cart that has not been used and a token to sell."""
    state = table(3, "rentals", *markets)
    state.carts[0] = (2,)
    state.others_left[1] -= 1
    own(state, 0, mackerel=1)
    do(state, 0, "pass", "pass")
    return state


def test_b5_a_free_market_uses_the_cart_and_leaves_its_point() -> None:
    state = after_both_points("government", "eel")
    label = str(state.label(0, GAME.parse("enter government")))
    assert label == "Enter Government (a Cart, whose point is left)"
    do(state, 0, "enter government", "token mackerel", "done")
    assert (state.points, state.cart_point, state.carts[0]) == (1, True, (1,))
    assert str(state.prompt(0)) == "Enter another market with your Cart's point, or pass."
    assert why_not(state, 0, "end") == "You still have 1 action point to spend."
    assert why_not(state, 0, "fish") == "A Cart's point can only be spent on entering a market."
    sell(state, 1, "mackerel", 100)
    assert why_not(state, 0, "purchase") == (
        "A Cart's point can only be spent on entering a market."
    )
    do(state, 0, "enter eel", "license", "done")
    assert (state.points, state.cart_point, state.carts[0]) == (0, False, (1,))
    assert is_whole(state)


def test_b5_yen_for_salmon_and_then_the_point_is_passed() -> None:
    state = after_both_points("salmon")
    label = str(state.label(0, GAME.parse("enter salmon for yen")))
    assert label == "Enter Salmon (¥400 and a Cart, whose point is left)"
    do(state, 0, "enter salmon for yen", "license", "done")
    assert state.money[0] == 1200
    assert str(state.label(0, GAME.parse("pass"))) == "Pass (your Cart's point)"
    do(state, 0, "pass")
    assert (state.points, state.cart_point) == (0, False)
    do(state, 0, "enter salmon for yen", "license", "done", "pass", "end")
    assert state.carts[0] == ()
    assert is_whole(state)


def test_b5_the_carts_point_and_another_cart_pay_two_points() -> None:
    state = after_both_points("government", "bank")
    do(state, 0, "enter government", "token mackerel", "done")
    do(state, 0, "enter bank by 1 carts", "loan", "done")
    assert (state.points, state.carts[0]) == (0, ())


def test_b5_without_a_cart_nothing_is_entered_after_the_last_point() -> None:
    state = after_both_points("government", "salmon")
    state.carts[0] = ()
    state.others_left[1] += 1
    assert not [move for move in moves_of(state, 0) if move.startswith("enter")]


def test_b5_what_the_point_cannot_buy_is_still_refused() -> None:
    state = after_both_points("salmon")
    money(state, 300, 0, 0)
    assert (
        why_not(state, 0, "enter salmon for yen")
        == "You cannot pay to enter the Salmon market this way."
    )


def test_c2_a_cart_that_is_used_up_can_be_rented_again() -> None:
    state = table(3, "rentals")
    state.carts[0] = (1,)
    state.carts[1], state.freezers[1] = (2,), (2, 2)
    state.others_left[0] = state.others_left[1] = 0
    assert not may(state, 0, "enter rentals")
    do(state, 0, "pass", "pass", "enter rentals", "cart")
    assert state.carts[0] == (2,)
    assert is_whole(state)


def test_b5_the_carts_point_is_seen_and_dumped() -> None:
    state = after_both_points("government", "eel")
    do(state, 0, "enter government", "token mackerel", "done")
    assert state.view(1)["cart_point"] is True
    assert GAME.restore(state.dump()).legal(0) == state.legal(0)
    assert GAME.from_known(state.known(0), Random(1)).legal(0) == state.legal(0)
    seen = tuple(state.observed(0))[GAME.observation(3).slices()["turn"]]
    assert (seen[1], seen[15]) == (1, 1)
    do(state, 0, "pass", "end")
    assert state.cart_point is False


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
