"""Fishing, purchasing and overfishing (rulings D)."""

from ichiba.games.tokyo_tsukiji_market.data import EEL, FUGU, MACKEREL, NUM_FISH, SALMON
from ichiba.games.tokyo_tsukiji_market.pieces import take_barrel
from ichiba.games.tokyo_tsukiji_market.table import CLOSED, OPEN, OVERFISHED, SEA
from tokyo_tsukiji_market.scene import (
    at_sea,
    boat,
    catches,
    do,
    external_state,
    for_sale,
    is_whole,
    license_for,
    may,
    money,
    moves_of,
    own,
    sell,
    table,
    tokens_of,
    told,
    why_not,
)


def test_an_empty_ship_needs_more_licenses_than_ships_at_sea_with_the_fish() -> None:
    """The rulebook's example with one and two Mackerel licenses."""
    state = table()
    at_sea(state, 0)
    boat(state, 0, "two_slot", cargo=["mackerel"])
    do(state, 0, "fish")
    assert catches(state, 0) == []
    assert catches(state, 6) == ["barrel mackerel"], (
        "one license is enough for the ship that already carries some"
    )
    license_for(state, 0, mackerel=1)
    assert catches(state, 0) == ["barrel mackerel"]


def test_the_barge_does_not_count_for_it() -> None:
    state = table()
    at_sea(state, 0)
    boat(state, 0, "six_slot_barge", cargo=["mackerel"])
    do(state, 0, "fish")
    assert catches(state, 0) == ["barrel mackerel"]
    assert catches(state, 14) == []


def test_d10_it_is_tested_at_the_moment_of_the_catch() -> None:
    state = table()
    state.ports[0] = 1
    at_sea(state, 0)
    boat(state, 0, "two_slot", cargo=["mackerel"])
    do(state, 0, "fish")
    assert catches(state, 0) == []
    do(state, 0, "boat two_slot 1", "dock?", "price 300")
    assert catches(state, 0) == ["barrel mackerel"]


def test_a_license_is_used_once_in_an_action() -> None:
    state = table()
    license_for(state, 0, mackerel=1)
    for name in ("two_slot", "two_slot", "three_slot"):
        boat(state, 0, name, cargo=["mackerel"])
    do(state, 0, "fish", "boat two_slot 1", "barrel mackerel?")
    do(state, 0, "boat two_slot 2", "barrel mackerel?")
    assert catches(state, 10) == []


def test_a_loaded_ship_catches_more_of_the_same_only() -> None:
    state = table(3, "eel")
    license_for(state, 0, eel=1)
    boat(state, 0, "two_slot", cargo=["mackerel"])
    do(state, 0, "fish")
    assert catches(state, 6) == ["barrel mackerel"]
    state.cargo[6] += (MACKEREL,)
    assert catches(state, 6) == [], "the ship is full"


def test_every_boat_acts_once() -> None:
    state = table()
    state.ports[0] = 2
    boat(state, 0, "two_slot", place=1)
    do(state, 0, "fish", "boat one_slot 1", "undock?")
    assert not may(state, 0, "boat one_slot 1")
    assert why_not(state, 0, "boat one_slot 1") == (
        "You have already activated the Tern in this Fishing action."
    )


def test_d8_100_for_every_two_barrels_of_all_kinds_in_one_action() -> None:
    state = table(3, "eel")
    state.ports[0] = 3
    at_sea(state, 0, "mackerel")
    boat(state, 0, "two_slot", cargo=["eel", "eel"])
    do(state, 0, "fish", "boat one_slot 1", "dock?", "price 100")
    assert state.money[0] == 2000
    do(state, 0, "boat two_slot 1", "dock?", "price 100", "price 100")
    assert state.money[0] == 2100, "three barrels make one pair"
    assert state.unloaded == 3


def test_d8_pairs_do_not_go_from_one_action_to_the_next() -> None:
    state = table()
    state.ports[0] = 2
    at_sea(state, 0, "mackerel")
    boat(state, 0, "two_slot", cargo=["mackerel"])
    do(state, 0, "fish", "boat one_slot 1", "dock?", "price 100", "done")
    do(state, 0, "fish", "boat two_slot 1", "dock?", "price 100", "done")
    assert state.money[0] == 2000


def test_d11_prices_change_at_any_time_within_the_action() -> None:
    state = table()
    sell(state, 0, "mackerel", 300)
    sell(state, 0, "mackerel", 300, 1)
    at_sea(state, 0, "mackerel")
    do(state, 0, "fish", "reprice mackerel lower 300", "price 100")
    assert for_sale(state, 0) == [("mackerel", 100, 1), ("mackerel", 300, 0)], (
        "the row stays the same"
    )
    do(state, 0, "boat one_slot 1", "dock?", "price 500", "reprice mackerel upper 500", "price 400")
    assert ("mackerel", 400, 0) in for_sale(state, 0)
    do(state, 0, "done")
    assert why_not(state, 0, "reprice mackerel upper 400") == (
        "You can change prices only in a Fishing action."
    )


def test_a_fishing_action_only_for_prices() -> None:
    state = table()
    sell(state, 0, "mackerel", 300)
    do(state, 0, "fish", "reprice mackerel upper 300", "price 200", "done?")
    assert for_sale(state, 0) == [("mackerel", 200, 0)]


def test_transfers_to_the_barge_are_free_and_one_way() -> None:
    state = table(3, "eel")
    at_sea(state, 0, "mackerel")
    boat(state, 0, "six_slot_barge", cargo=["eel"])
    do(state, 0, "transfer one_slot 1")
    assert state.cargo[14] == (MACKEREL, EEL)
    assert state.points == 2
    assert not may(state, 0, "transfer one_slot 1")
    assert not may(state, 0, "transfer six_slot_barge 1")


def test_transfers_need_both_at_sea() -> None:
    state = table()
    at_sea(state, 0, "mackerel")
    barge = boat(state, 0, "six_slot_barge", place=2)
    assert not may(state, 0, "transfer one_slot 1")
    state.place[barge] = SEA
    assert may(state, 0, "transfer one_slot 1")


def test_two_barges_are_a_choice() -> None:
    state = table(3, expansion=True, barges="four_slot")
    at_sea(state, 0, "mackerel")
    boat(state, 0, "four_slot_barge")
    boat(state, 0, "four_slot_barge")
    do(state, 0, "transfer one_slot 1", "boat four_slot_barge 2")
    assert state.cargo[17] == (MACKEREL,)


def test_a_purchase_pays_the_owner_and_brings_a_token() -> None:
    state = table(3, "eel")
    sell(state, 1, "eel", 700)
    sell(state, 1, "eel", 300)
    sell(state, 2, "mackerel", 100, 1)
    do(state, 0, "purchase", "buy 2 eel upper", "buy 3 mackerel lower")
    assert state.money == [1600, 2300, 2100]
    assert tokens_of(state, 0) == {"mackerel": 1, "eel": 1}
    assert for_sale(state, 1) == [("eel", 700, 0)], "the cheapest of equal pieces"
    assert state.barrels[EEL] == 5
    assert is_whole(state)


def test_nobody_buys_from_the_own_harbor() -> None:
    state = table()
    sell(state, 0, "mackerel", 100)
    sell(state, 1, "mackerel", 100)
    do(state, 0, "purchase")
    assert moves_of(state, 0) == ["buy 2 mackerel upper", "done"]
    assert why_not(state, 0, "buy 1 mackerel upper") == "You cannot buy from your own harbor."


def test_d1_no_token_no_purchase_until_one_comes_back() -> None:
    state = table(3, "squid")
    own(state, 1, squid=10)
    state.status[7] = OVERFISHED
    sell(state, 2, "squid", 100)
    sell(state, 2, "mackerel", 100)
    do(state, 0, "purchase")
    assert not may(state, 0, "buy 3 squid upper")
    assert (
        why_not(state, 0, "buy 3 squid upper")
        == "There are no Squid tokens left, so this barrel cannot be bought."
    )
    state.tokens[1][11] -= 1
    state.stock[11] += 1
    assert may(state, 0, "buy 3 squid upper")
    assert state.status[7] == OVERFISHED, "the market stays overfished"


def test_d2_catching_the_last_barrel_overfishes_at_once() -> None:
    state = table(3, "fugu")
    license_for(state, 0, fugu=1)
    at_sea(state, 0)
    sell(state, 1, "fugu", 100)
    sell(state, 1, "fugu", 100)
    count = len(state.in_play)
    do(state, 0, "fish", "boat one_slot 1", "barrel fugu")
    assert state.status[FUGU] == OVERFISHED
    assert len(state.in_play) == count + 1, "a new market came in the middle of the action (D6)"
    assert told(state).index("caught") < told(state).index("overfished")


def test_d2_a_purchase_returns_the_barrel_before_it_takes_the_token() -> None:
    state = table(3, "salmon")
    for _ in range(3):
        sell(state, 1, "salmon", 300)
    state.cargo[2] = (SALMON,)
    state.barrels[SALMON] = 0
    assert state.status[SALMON] == OPEN, "as if the check had just been passed"
    own(state, 2, fresh_salmon=5)
    do(state, 0, "purchase", "buy 2 salmon upper")
    assert state.barrels[SALMON] == 1
    assert state.status[SALMON] == OPEN


def test_overfished_barrels_go_to_the_box_and_the_market_stays_open() -> None:
    state = table(3, "eel")
    own(state, 1, eel=12)
    sell(state, 1, "eel", 100)
    sell(state, 2, "eel", 100)
    do(state, 0, "purchase", "buy 2 eel upper", "done?")
    assert state.status[EEL] == OVERFISHED
    assert state.barrels[EEL] == 0
    assert state.box_barrels[EEL] == 12 - 1, "all except the one that is still for sale"
    assert may(state, 0, "enter eel")
    assert is_whole(state)


def test_d5_nothing_comes_when_the_box_is_empty() -> None:
    state = table(3, "fugu")
    state.fish_pile = []
    count = len(state.in_play)
    for _ in range(3):
        state.cargo[0] += (FUGU,)
        take_barrel(state, FUGU)
    assert state.status[FUGU] == OVERFISHED
    assert len(state.in_play) == count


def test_d5_nothing_comes_for_a_crashed_market_either() -> None:
    state = table(3, "government", crashing=True)
    own(state, 0, mackerel=13)
    state.external_pile = []
    count = len(state.in_play)
    do(state, 0, "enter government", *["token mackerel"] * 3, *["second mackerel"] * 10)
    assert external_state(state, "government") == CLOSED
    assert len(state.in_play) == count


def test_d6_a_new_market_is_stocked_for_the_players_and_usable_at_once() -> None:
    state = table(5, "fugu", "salmon", "squid", "tuna", "red_snapper")
    state.fish_pile = [EEL]
    for _ in range(3):
        state.cargo[0] += (FUGU,)
        take_barrel(state, FUGU)
    assert (state.barrels[EEL], state.licenses_left[EEL]) == (10, 5)
    assert may(state, 0, "enter eel")


def test_d7_mackerel_drawn_later_comes_with_licenses_on_the_board_alone() -> None:
    fish = ["fugu", "eel", "squid", "tuna"]
    state = table(4, expansion=True, staple="jack_mackerel", fish_markets=fish)
    state.fish_pile = [MACKEREL]
    for _ in range(3):
        state.cargo[0] += (FUGU,)
        take_barrel(state, FUGU)
    assert state.licenses_left[MACKEREL] == 4
    assert all(not any(own) for own in state.licenses)


def test_open_knowledge_brings_markets_in_the_order_shown() -> None:
    state = table(3, "fugu", open_knowledge=True)
    seen = state.view(1)["box"]
    assert seen["ordered"]  # type: ignore[index]
    first = state.fish_pile[0]
    for _ in range(3):
        state.cargo[0] += (FUGU,)
        take_barrel(state, FUGU)
    assert state.in_play[-1] == first
    assert first < NUM_FISH


def test_money_decides_what_can_be_bought() -> None:
    state = table()
    sell(state, 1, "mackerel", 300)
    money(state, 200, 0, 0)
    assert not may(state, 0, "purchase")
    assert why_not(state, 0, "purchase") == "No other harbor has anything that you can buy."
