"""The Spider Crab Market and its auctions."""

from ichiba.games.tokyo_tsukiji_market.data import SPIDER_CRAB, TOKEN
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from tokyo_tsukiji_market.scene import (
    at_sea,
    bids,
    boat,
    do,
    is_whole,
    moves_of,
    own,
    table,
    tokens_of,
    told,
    worth,
)


def crabs(players: int = 3) -> MarketState:
    """A Two-slot Ship has docked with two crabs, and the auction is open."""
    state = table(players, "spider_crab")
    state.ports[0] = 2
    boat(state, 0, "two_slot", cargo=["spider_crab", "spider_crab"])
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    return state


def test_f7_two_barrels_make_an_auction_for_all_players() -> None:
    state = crabs()
    assert state.actors == (0, 1, 2)
    assert state.barrels[SPIDER_CRAB] == 6, "both barrels are back on the market"
    assert len(state.prize) == 1


def test_a1_another_winner_pays_the_one_whose_turn_it_is() -> None:
    state = crabs()
    before = state.money[0]
    bids(state, 300, 500, 0)
    assert state.money == [before + 500, 1500, 2000]
    assert sum(tokens_of(state, 1).values()) == 1
    assert is_whole(state)


def test_a1_the_active_players_own_bid_goes_to_the_supply() -> None:
    state = crabs()
    before = state.money[0]
    bids(state, 700, 500, 0)
    assert state.money == [before - 700, 2000, 2000]
    assert sum(tokens_of(state, 0).values()) == 1


def test_a2_f3_the_active_player_decides_a_tie_and_may_choose_himself() -> None:
    state = crabs()
    bids(state, 500, 500, 100)
    assert state.actors == (0,)
    assert moves_of(state, 0) == ["choose 1", "choose 2"]
    do(state, 0, "choose 1")
    assert sum(tokens_of(state, 0).values()) == 1


def test_f6_all_bids_of_nothing_are_a_tie_of_all() -> None:
    state = crabs()
    bids(state, 0, 0, 0)
    assert moves_of(state, 0) == ["choose 1", "choose 2", "choose 3"]


def test_d8_the_bonus_comes_before_the_auction() -> None:
    state = crabs()
    assert state.money[0] == 2100
    assert told(state).index("bonus") < told(state).index("auction")


def test_d9_barrels_of_several_boats_count_together_and_the_rest_goes_back() -> None:
    state = table(3, "spider_crab")
    state.ports[0] = 3
    at_sea(state, 0, "spider_crab")
    boat(state, 0, "two_slot", cargo=["spider_crab", "spider_crab"])
    do(state, 0, "fish", "boat one_slot 1", "dock?")
    assert state.landed[SPIDER_CRAB] == 1
    do(state, 0, "boat two_slot 1", "dock?")
    bids(state, 0, 100, 0)
    do(state, 0, "done?")
    assert state.barrels[SPIDER_CRAB] == 6
    assert state.landed[SPIDER_CRAB] == 0
    assert is_whole(state)


def test_d4_without_a_token_there_is_no_auction_but_the_bonus_counts() -> None:
    state = table(3, "spider_crab")
    own(state, 1, spider_crab_4=3, spider_crab_6=3, spider_crab_8=3)
    state.status[SPIDER_CRAB] = 2
    state.ports[0] = 2
    boat(state, 0, "two_slot", cargo=["spider_crab", "spider_crab"])
    boxed = state.box_barrels[SPIDER_CRAB]
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    assert "no_auction" in told(state)
    assert state.box_barrels[SPIDER_CRAB] == boxed + 2
    assert state.money[0] == 2100


def test_sold_for_its_worth_and_400_into_the_bag() -> None:
    state = table(3, "spider_crab")
    own(state, 0, spider_crab_8=1, spider_crab_4=1)
    assert worth(state, 0) == 12
    do(state, 0, "enter spider_crab", "token spider_crab_8", "token spider_crab_4")
    assert state.money[0] == 2000 + 1200 + 800
    assert state.stock[TOKEN["spider_crab_8"]] == 3


def test_a_license_costs_800() -> None:
    state = table(3, "spider_crab")
    do(state, 0, "enter spider_crab", "license")
    assert state.money[0] == 1200


def test_the_token_is_drawn_at_random() -> None:
    drawn = {crabs_with(seed).prize[0] for seed in range(40)}
    assert drawn == {TOKEN["spider_crab_4"], TOKEN["spider_crab_6"], TOKEN["spider_crab_8"]}


def crabs_with(seed: int) -> MarketState:
    from ichiba.core.rng import Rng

    state = table(3, "spider_crab")
    state.rng = Rng(seed)
    state.ports[0] = 2
    boat(state, 0, "two_slot", cargo=["spider_crab", "spider_crab"])
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    return state
