"""Influence: Buyers and Expansions."""

from tokyo_tsukiji_market.scene import (
    do,
    external_state,
    is_whole,
    may,
    money,
    moves_of,
    pass_turn,
    sell,
    table,
    tokens_of,
    told,
)


def test_100_to_enter_200_for_each_token() -> None:
    state = table(3, "influence")
    do(state, 0, "enter influence for yen", "buyer", "buyer", "done")
    assert state.money[0] == 2000 - 100 - 400
    assert state.points == 2
    assert state.buyers[0] == 2


def test_a_buyer_purchases_behind_the_turn_of_another() -> None:
    state = table(3, "influence")
    state.buyers[0], state.others_left[2] = 1, 1
    sell(state, 2, "mackerel", 300)
    do(state, 0, "assign 2", "pass", "pass", "end")
    pass_turn(state)
    assert state.actors == (0,), "after the turn of player 2"
    do(state, 0, "buy 3 mackerel upper")
    assert tokens_of(state, 0) == {"mackerel": 1}
    assert state.others_left[2] == 2, "the Buyer token is back"
    assert state.actors == (2,), "play continues with the next player"
    assert is_whole(state)


def test_the_buyer_goes_home_even_without_a_purchase() -> None:
    state = table(3, "influence")
    state.buyers[0], state.others_left[2] = 1, 1
    do(state, 0, "assign 2", "pass", "pass", "end")
    pass_turn(state)
    assert state.actors == (2,)
    assert state.others_left[2] == 2


def test_d18_several_buyers_come_in_the_order_of_assignment() -> None:
    state = table(3, "influence")
    state.buyers = [1, 0, 1]
    state.others_left[2] = 0
    sell(state, 1, "mackerel", 300)
    sell(state, 1, "mackerel", 300)
    state.assigned = ((2, 1),)
    state.buyers[2] = 0
    do(state, 0, "assign 2", "pass", "pass", "end")
    pass_turn(state)
    assert state.actors == (2,), "seat 2 had assigned its Buyer first"
    do(state, 2, "done")
    assert state.actors == (0,)
    do(state, 0, "done")
    assert state.others_left[2] == 2


def test_d18_a_buyer_whose_target_has_no_further_turn_is_lost() -> None:
    state = table(2, "influence")
    state.buyers[1], state.others_left[2] = 1, 1
    money(state, 5000, 2000)
    state.turns_left, state.trigger = 2, 0
    pass_turn(state)
    do(state, 1, "assign 1", "pass", "pass", "end")
    assert state.actors == ()
    assert "buyer_comes" not in told(state)


def test_an_expansion_brings_a_market_at_once() -> None:
    state = table(3, "influence")
    count = len(state.in_play)
    do(state, 0, "enter influence for yen", "new fish", "new external")
    assert len(state.in_play) == count + 2 or len(state.in_play) == count + 3
    assert state.box_others[3] == 2
    assert "new fish" not in moves_of(state, 0)
    assert is_whole(state)


def test_d5_an_expansion_needs_a_market_in_the_box() -> None:
    state = table(3, "influence")
    state.fish_pile = []
    do(state, 0, "enter influence for yen")
    assert not may(state, 0, "new fish")
    assert may(state, 0, "new external")
    state.external_pile = []
    assert not may(state, 0, "new external")


def test_it_crashes_without_tokens_and_stays_open() -> None:
    state = table(3, "influence", crashing=True)
    do(state, 0, "enter influence for yen", "buyer", "buyer", "new fish", "new fish", "done")
    assert external_state(state, "influence") == 2
