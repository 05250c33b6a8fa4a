"""The Swordfish Market and its auctions."""

import pytest

from ichiba.games.tokyo_tsukiji_market.data import SWORDFISH, TOKEN
from tokyo_tsukiji_market.scene import bids, boat, do, is_whole, may, own, table, worth


@pytest.mark.parametrize(("bid", "value"), [(700, 8), (600, 6), (500, 4), (0, 4)])
def test_a7_the_marker_follows_the_winning_bid(bid: int, value: int) -> None:
    state = table(3, "swordfish")
    state.ports[0] = 2
    boat(state, 0, "two_slot", cargo=["swordfish", "swordfish"])
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    bids(state, 0, bid, 0)
    if bid == 0:
        do(state, 0, "choose 2")
    assert state.track[SWORDFISH] == value
    assert worth(state, 1) == value


def test_c10_sold_together_with_200_more_once_a_visit_and_out_of_the_game() -> None:
    state = table(3, "swordfish")
    own(state, 0, swordfish=3)
    do(state, 0, "enter swordfish", "sell 2")
    assert state.money[0] == 2000 + 1200 + 200
    assert state.track[SWORDFISH] == 4
    do(state, 0, "sell 1")
    assert state.money[0] == 3400 + 400, "the ¥200 are paid only once"
    assert state.box_tokens[TOKEN["swordfish"]] == 3
    assert is_whole(state)


def test_c9_the_marker_stops_at_13_and_1() -> None:
    state = table(3, "swordfish")
    market = state.setup.fish[SWORDFISH]
    state.track[SWORDFISH] = 12
    market.follow_bid(state, 5000)
    assert state.track[SWORDFISH] == 13
    state.track[SWORDFISH] = 2
    market.follow_bid(state, 0)
    assert state.track[SWORDFISH] == 1


def test_a_license_costs_600() -> None:
    state = table(3, "swordfish")
    do(state, 0, "enter swordfish", "license")
    assert state.money[0] == 1400
    assert not may(state, 0, "sell 1")


def test_overfished_when_the_last_token_is_auctioned() -> None:
    state = table(3, "swordfish")
    own(state, 1, swordfish=7)
    state.ports[0] = 2
    boat(state, 0, "two_slot", cargo=["swordfish", "swordfish"])
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    assert state.status[SWORDFISH] == 2
    bids(state, 100, 0, 0)
    assert worth(state, 0) == 4, "the low bid moved the marker"
