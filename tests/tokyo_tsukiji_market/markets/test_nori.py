"""The Nori Market."""

from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import NORI, number
from ichiba.games.tokyo_tsukiji_market.pieces import check_overfishing
from tokyo_tsukiji_market.scene import (
    bids,
    boat,
    do,
    is_whole,
    licenses_of,
    may,
    money,
    own,
    table,
    why_not,
    worth,
)


def test_38_other_resources_make_each_nori_worth_3() -> None:
    """The rulebook's example."""
    state = table(3, "nori", "tuna")
    own(state, 0, tuna_25=1, mackerel=13, nori=2)
    assert worth(state, 0) == 38 + 2 * 3


def test_c23_a_free_license_one_a_player_once_a_turn() -> None:
    state = table(3, "nori")
    do(state, 0, "enter nori", "license")
    assert licenses_of(state, 0) == {"mackerel": 1, "nori": 1}
    assert state.money[0] == 2000
    do(state, 0, "done")
    assert not may(state, 0, "enter nori")
    assert "once a turn" in why_not(state, 0, "enter nori")


def test_nobody_has_two() -> None:
    state = table(3, "nori")
    do(state, 0, "enter nori", "license")
    assert why_not(state, 0, "license") == "You can take only one Nori license a visit."
    do(state, 0, "done")
    state.entered = 0
    assert not may(state, 0, "enter nori")
    assert "take it again" in why_not(state, 0, "enter nori")
    assert licenses_of(state, 0)["nori"] == 1


def test_g5_overfished_everybody_pays_100_a_token_or_what_there_is() -> None:
    state = table(3, "nori")
    own(state, 0, nori=2)
    own(state, 1, nori=4)
    money(state, 1000, 300, 500)
    state.box_barrels[NORI] += state.barrels[NORI]
    state.barrels[NORI] = 0
    check_overfishing(state, NORI)
    assert state.money == [800, 0, 500]
    assert is_whole(state)


def test_c25_barrels_are_twice_the_players_and_one_up_to_nine() -> None:
    assert [table(players, "nori").barrels[NORI] for players in range(2, 7)] == [5, 7, 9, 9, 9]


def test_c13_nori_in_a_lot_counts_as_before_the_lot_was_laid() -> None:
    state = table(3, "nori", "tuna", "trading")
    own(state, 0, tuna_20=1, nori=2)
    do(state, 0, "enter trading", "space 4", "token tuna_20", "back", "space 2")
    do(state, 0, "token nori", "token nori")
    assert may(state, 0, "offer"), "two Nori are worth 2 resources each"


def test_c13_tokens_that_others_bid_for_still_count_for_the_owners_nori() -> None:
    state = table(3, "nori", "barter", "tuna")
    own(state, 0, tuna_25=1, nori=2)
    assert worth(state, 0) == 25 + 4
    do(state, 0, "enter barter", "token tuna_25", "offer")
    assert worth(state, 0) == 4, "the two Nori"
    bids(state, None, 0, 0)
    do(state, 0, "choose 2")
    assert worth(state, 0) == 0


def test_a_fish_that_is_auctioned_is_nobodys() -> None:
    state = table(3, "nori", "spider_crab")
    own(state, 0, nori=2, mackerel=9)
    state.ports[0] = 2
    boat(state, 0, "two_slot", cargo=["spider_crab"] * 2)
    do(state, 0, "fish", "boat two_slot 1", "dock")
    assert state.prize
    assert worth(state, 0) == 9


def test_a_bidder_is_told_what_a_nori_adds() -> None:
    state = table(3, "nori", "barter")
    own(state, 0, nori=1)
    own(state, 1, mackerel=25)
    do(state, 0, "enter barter", "token nori", "offer")
    auction = state.view(1)["auction"]
    assert auction is not None
    assert auction["gain"] == 25 // number(BOX.fish["nori"].divisor) == 2
