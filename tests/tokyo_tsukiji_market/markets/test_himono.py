"""The Himono Market: drying small fish."""

from ichiba.games.tokyo_tsukiji_market.data import HIMONO, MACKEREL
from ichiba.games.tokyo_tsukiji_market.goods import barrel_of
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from tokyo_tsukiji_market.scene import (
    at_sea,
    boat,
    catches,
    do,
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
    tokens_of,
    worth,
)


def drying(*more: str) -> MarketState:
    state = table(3, "himono", *more)
    no_licenses(state, 0)
    license_for(state, 0, himono=1)
    return state


def test_one_license_a_visit_for_400() -> None:
    state = table(3, "himono")
    do(state, 0, "enter himono", "license")
    assert state.money[0] == 1600
    assert not may(state, 0, "license")
    assert state.himono_owner.count(0) == 1


def test_it_catches_small_fish_and_himono_only_without_them() -> None:
    state = drying("sardines")
    at_sea(state, 0)
    do(state, 0, "fish")
    assert catches(state, 0) == ["himono catch mackerel", "himono catch sardines"]
    for fish in (MACKEREL, 13):
        state.box_barrels[fish] += state.barrels[fish]
        state.barrels[fish] = 0
        state.status[fish] = 2
    assert catches(state, 0) == ["himono catch himono"]


def test_d16_never_more_than_two_barrels_of_one_license_at_sea() -> None:
    state = drying()
    boat(state, 0, "three_slot")
    for _ in range(2):
        do(state, 0, "fish")
        assert catches(state, 10) == ["himono catch mackerel"]
        do(state, 0, "boat three_slot 1", "himono catch mackerel?", "done")
        state.points = 2
    do(state, 0, "fish")
    assert state.cargo[10] == (barrel_of(MACKEREL, 1),) * 2, "each barrel remembers its license"
    assert catches(state, 10) == []


def test_unloaded_barrels_dry_and_become_himono_next_turn() -> None:
    state = drying()
    one = boat(state, 0, "two_slot", place=3)
    state.cargo[one] = (barrel_of(MACKEREL, 1),) * 2
    state.barrels[MACKEREL] -= 2
    state.ports[0] = 2
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    assert state.himono_on[0] == (MACKEREL, MACKEREL)
    assert for_sale(state, 0) == []
    assert state.money[0] == 2100, "they count as unloaded"
    for _ in range(3):
        pass_turn(state)
    assert moves_of(state, 0)[0] == "price 100", "a Himono barrel needs a price"
    do(state, 0, "price 400")
    assert for_sale(state, 0) == [("himono", 400, 0)]
    assert state.himono_on[0] == ()
    assert is_whole(state)


def test_what_finds_no_room_goes_back() -> None:
    state = drying()
    state.himono_on[0] = (MACKEREL, MACKEREL)
    state.barrels[MACKEREL] -= 3
    one = state.fleet[0][0]
    state.place[one] = 3
    state.cargo[one] = (barrel_of(MACKEREL, 1),)
    left = state.barrels[MACKEREL]
    do(state, 0, "fish", "boat one_slot 1", "dock?")
    assert state.barrels[MACKEREL] == left + 1


def test_barrels_and_tokens_are_laid_on_at_any_time() -> None:
    state = drying()
    own(state, 0, mackerel=1)
    sell(state, 0, "mackerel", 300)
    do(state, 0, "dry barrel mackerel", "dry token mackerel")
    assert len(state.himono_on[0]) == 2
    assert tokens_of(state, 0) == {}
    assert for_sale(state, 0) == []
    assert is_whole(state)


def test_himono_never_degrades() -> None:
    state = table(3, "himono")
    sell(state, 1, "himono", 500)
    for _ in range(4):
        pass_turn(state)
    assert for_sale(state, 1) == [("himono", 500, 0)]


def test_a_returned_license_gives_up_what_dries_on_it() -> None:
    state = drying()
    state.himono_on[0] = (MACKEREL,)
    state.barrels[MACKEREL] -= 1
    do(state, 0, "return himono")
    assert state.himono_on[0] == ()
    assert state.barrels[MACKEREL] == 15
    assert is_whole(state)


def test_a_token_is_worth_5() -> None:
    state = table(3, "himono")
    sell(state, 1, "himono", 300)
    do(state, 0, "purchase", "buy 2 himono upper")
    assert worth(state, 0) == 5
    assert state.barrels[HIMONO] == 5


def test_a_himono_ship_carries_one_kind_only() -> None:
    state = drying("sardines")
    boat(state, 0, "two_slot", cargo=["sardines"])
    do(state, 0, "fish")
    assert catches(state, 6) == ["himono catch sardines"]
