"""The Fugu Market."""

from tokyo_tsukiji_market.scene import (
    at_sea,
    do,
    for_sale,
    is_whole,
    license_for,
    licenses_of,
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


def test_four_fugu_bring_1600() -> None:
    """The rulebook's example."""
    state = table(3, "fugu")
    own(state, 0, fugu=5)
    do(state, 0, "enter fugu", "sell 4")
    assert state.money[0] == 3600
    assert tokens_of(state, 0) == {"fugu": 1}
    assert is_whole(state)


def test_g9_all_fugu_count_together_as_their_number_squared() -> None:
    state = table(3, "fugu")
    for count in range(1, 8):
        own(state, 0, fugu=1)
        assert worth(state, 0) == count * count


def test_the_license_is_free() -> None:
    state = table(3, "fugu")
    money(state, 0, 0, 0)
    do(state, 0, "enter fugu", "license")
    assert licenses_of(state, 0) == {"mackerel": 1, "fugu": 1}
    assert state.money[0] == 0


def test_d12_the_license_goes_back_with_the_first_barrel_unloaded_at_a_port() -> None:
    state = table(3, "fugu")
    license_for(state, 0, fugu=1)
    at_sea(state, 0, "fugu")
    do(state, 0, "fish", "boat one_slot 1", "dock?", "price 500")
    assert licenses_of(state, 0) == {"mackerel": 1}
    assert state.licenses_left[2] == 1


def test_own_degraded_fugu_is_bought_from_the_supply_at_the_start_of_the_turn() -> None:
    state = table(3, "fugu")
    sell(state, 1, "fugu", 400, 1)
    sell(state, 1, "fugu", 300, 1)
    sell(state, 1, "fugu", 200)
    pass_turn(state)
    assert moves_of(state, 1) == ["own fugu", "done"]
    do(state, 1, "own fugu", "done")
    assert state.money[1] == 1700, "the cheaper one"
    assert tokens_of(state, 1) == {"fugu": 1}
    assert for_sale(state, 1) == [("fugu", 200, 1)], (
        "the other one went back, and the fresh one degraded"
    )
    assert is_whole(state)


def test_c26_own_fugu_cannot_be_bought_without_a_token_left() -> None:
    state = table(3, "fugu")
    sell(state, 1, "fugu", 400, 1)
    own(state, 2, fugu=7)
    pass_turn(state)
    assert not may(state, 1, "own fugu")
    assert for_sale(state, 1) == []


def test_a_freezer_leaves_no_chance_to_buy_own_fugu() -> None:
    state = table(3, "fugu", "rentals")
    sell(state, 1, "fugu", 400, 1)
    state.freezers[1] = (2,)
    state.others_left[0] -= 1
    pass_turn(state)
    do(state, 1, "freeze")
    assert not may(state, 1, "own fugu")
    assert for_sale(state, 1) == [("fugu", 400, 1)]
    assert state.freezers[1] == (1,)
