"""The Foreign Market."""

from typing import Any

import pytest

from ichiba.games.tokyo_tsukiji_market.actions import DOCK_ABROAD
from ichiba.games.tokyo_tsukiji_market.data import (
    EEL,
    SARDINES,
    SPIDER_CRAB,
    SWORDFISH,
    TOKEN,
    TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.table import FOREIGN, SEA
from tokyo_tsukiji_market.scene import (
    at_sea,
    bids,
    boat,
    do,
    is_whole,
    license_for,
    licenses_of,
    may,
    money,
    moves_of,
    own,
    table,
    tokens_of,
    told,
    why_not,
    worth,
)


def test_it_is_not_entered_by_a_markets_action() -> None:
    state = table(3, "foreign_market")
    assert not any("foreign" in move for move in moves_of(state, 0))


def test_a_group_docks_for_100_and_its_barrels_are_one_lot() -> None:
    state = table(3, "foreign_market", "eel")
    at_sea(state, 0, "mackerel")
    boat(state, 0, "two_slot", cargo=["eel", "eel"])
    do(state, 0, "fish", "boat one_slot 1", "foreign", "boat two_slot 1", "offer?")
    assert state.money[0] == 1900
    assert state.crate == (0, EEL, EEL)
    assert state.track[EEL] == 3, "each Eel moves the marker"
    assert state.actors == (0, 1, 2)
    bids(state, 0, 900, 800)
    assert tokens_of(state, 1) == {"mackerel": 1, "eel": 2}
    assert state.money == [2800, 1100, 2000], "there is no bonus for unloading"
    assert state.place[0] == state.place[6] == FOREIGN
    assert is_whole(state)


def test_g10_docking_abroad_is_asked_though_it_is_all_that_a_boat_can_do() -> None:
    state = table(3, "foreign_market")
    at_sea(state, 0, "mackerel")
    boat(state, 0, "two_slot", place=0)
    money(state, 400, 300, 0)
    do(state, 0, "fish", "boat one_slot 1")
    assert moves_of(state, 0) == ["foreign"]
    assert state.money[0] == 400
    do(state, 0, "foreign")
    assert moves_of(state, 0) == ["offer"], "the auction is asked about too"
    assert not state.simultaneous
    do(state, 0, "offer")
    assert state.simultaneous


@pytest.mark.parametrize(
    ("cargo", "lot"),
    [
        (["eel", "eel"], "two Eels"),
        (["spider_crab", "spider_crab"], "a Spider Crab ({printed})"),
        (["mackerel", "eel", "eel"], "a Mackerel and two Eels"),
        (["mackerel", "spider_crab", "spider_crab"], "a Mackerel and a Spider Crab ({printed})"),
    ],
)
def test_the_log_and_the_prompt_name_the_lot_whatever_it_is_made_of(
    cargo: list[str], lot: str
) -> None:
    state = table(3, "foreign_market", "spider_crab", "eel", blue_ship=True)
    boat(state, 0, "blue", cargo=cargo)
    do(state, 0, "fish", "boat blue 1", "foreign?", "offer?")
    printed = TOKENS[state.prize[0]].rpartition("_")[2] if state.prize else ""
    lot = lot.format(printed=printed)
    texts = [str(event) for event in state.log or []]
    assert f"Player 1 auctions {lot}." in texts
    assert str(state.prompt(1)) == f"Bid for {lot}."
    assert not any("nobody" in text for text in texts)


def test_separate_groups_pay_separately() -> None:
    state = table(3, "foreign_market")
    at_sea(state, 0, "mackerel")
    boat(state, 0, "two_slot", cargo=["mackerel"])
    do(state, 0, "fish", "boat one_slot 1", "foreign", "offer")
    bids(state, 100, 0, 0)
    do(state, 0, "boat two_slot 1", "foreign?", "offer?")
    bids(state, 100, 0, 0)
    assert state.money[0] == 2000 - 4 * 100


def test_the_own_winning_bid_goes_to_the_supply() -> None:
    state = table(3, "foreign_market")
    at_sea(state, 0, "mackerel")
    do(state, 0, "fish", "boat one_slot 1", "foreign?", "offer?")
    bids(state, 300, 0, 0)
    assert tokens_of(state, 0) == {"mackerel": 1}
    assert state.money == [1600, 2000, 2000]


def test_boats_stay_abroad_until_they_undock_for_nothing() -> None:
    state = table(3, "foreign_market")
    one = at_sea(state, 0)
    state.place[one] = FOREIGN
    do(state, 0, "fish", "boat one_slot 1", "undock?", "done?")
    assert state.place[one] == SEA
    assert state.money[0] == 2000


def test_d14_an_empty_boat_docks_without_an_auction() -> None:
    state = table(3, "foreign_market")
    at_sea(state, 0)
    do(state, 0, "fish", "boat one_slot 1", "foreign?", "offer?", "done?")
    assert state.place[0] == FOREIGN
    assert "bid" not in told(state)
    assert state.money[0] == 1900


def test_crabs_make_tokens_in_pairs_before_the_bidding() -> None:
    state = table(3, "foreign_market", "spider_crab")
    boat(state, 0, "three_slot", cargo=["spider_crab"] * 3)
    do(state, 0, "fish", "boat three_slot 1", "foreign?", "offer?")
    assert len(state.prize) == 1
    assert state.crate == ()
    assert state.barrels[SPIDER_CRAB] == 6
    bids(state, 0, 100, 0)
    assert sum(tokens_of(state, 1).values()) == 1


def test_d15_one_marker_move_for_all_swordfish_of_a_lot() -> None:
    state = table(3, "foreign_market", "swordfish")
    boat(state, 0, "four_slot", cargo=["swordfish"] * 4)
    do(state, 0, "fish", "boat four_slot 1", "foreign?", "offer?")
    assert len(state.prize) == 2
    bids(state, 0, 700, 0)
    assert state.track[SWORDFISH] == 8, "¥700 for the lot is more than ¥600 for one"
    assert tokens_of(state, 1) == {"swordfish": 2}


def test_d14_salmon_are_fresh_sardines_bring_no_more_and_oysters_200() -> None:
    state = table(3, "foreign_market", "salmon", "sardines", "clams_oysters")
    own(state, 2, clam=6)
    boat(state, 0, "four_slot", cargo=["salmon", "sardines", "clams_oysters"])
    do(state, 0, "fish", "boat four_slot 1", "foreign?", "offer?")
    bids(state, 0, 1000, 0)
    assert tokens_of(state, 1) == {"fresh_salmon": 1, "sardines": 1, "oyster": 1}
    assert state.money[1] == 2000 - 1000 + 200
    assert state.iwashi == 0
    assert state.stock[TOKEN["sardines"]] == 15


def test_d14_tokens_are_taken_as_far_as_they_last() -> None:
    state = table(3, "foreign_market", "sardines")
    own(state, 2, sardines=15)
    boat(state, 0, "two_slot", cargo=["sardines", "sardines"])
    do(state, 0, "fish", "boat two_slot 1", "foreign?", "offer?")
    bids(state, 0, 100, 0)
    assert tokens_of(state, 1) == {"sardines": 1}
    assert state.status[SARDINES] == 2
    assert is_whole(state)


def test_d12_the_fugu_license_stays() -> None:
    state = table(3, "foreign_market", "fugu")
    license_for(state, 0, fugu=1)
    at_sea(state, 0, "fugu")
    do(state, 0, "fish", "boat one_slot 1", "foreign?", "offer?")
    bids(state, 100, 0, 0)
    assert licenses_of(state, 0)["fugu"] == 1


def test_d14_himono_caught_barrels_are_auctioned_as_their_own_fish() -> None:
    state = table(3, "foreign_market", "himono")
    one = at_sea(state, 0)
    state.cargo[one] = (16,)
    state.barrels[0] -= 1
    do(state, 0, "fish", "boat one_slot 1", "foreign?", "offer?")
    bids(state, 100, 0, 0)
    assert tokens_of(state, 0) == {"mackerel": 1}


def test_without_the_market_nobody_docks_abroad() -> None:
    state = table(3)
    at_sea(state, 0)
    do(state, 0, "fish", "boat one_slot 1")
    assert not may(state, 0, "foreign")
    assert why_not(state, 0, "foreign") == "You cannot enter the Foreign Market: it is not in play."


def test_the_fee_is_told_before_docking_and_in_the_log() -> None:
    state = table(3, "foreign_market", "eel")
    at_sea(state, 0, "mackerel")
    boat(state, 0, "two_slot", cargo=["eel", "eel"])
    do(state, 0, "fish", "boat one_slot 1")
    assert str(state.label(0, DOCK_ABROAD)) == "Dock in the Foreign Market (¥100)"
    do(state, 0, "foreign", "boat two_slot 1")
    assert told(state).count("fee") == 1, "the first boat pays for the group"
    assert "Player 1 pays a fee of ¥100." in [str(event) for event in state.log or []]


@pytest.mark.parametrize(
    ("fish", "count", "has", "left", "gained"),
    [
        ("salmon", 1, 2, 9, 3 * 4 - 2 * 3),
        ("salmon", 2, 2, 9, 4 * 5 - 2 * 3),
        ("red_snapper", 1, 3, 7, 4 * 2 - 3 * 3),
        ("red_snapper", 2, 0, 2, 2 * 2),
        ("eel", 2, 1, 1, 3),
    ],
)
def test_a5_d13_a_lot_of_barrels_brings_what_the_view_says(
    fish: str, count: int, has: int, left: int, gained: int
) -> None:
    """Also if the new tokens change what those of the buyer are worth, or are not enough."""
    state = table(3, "foreign_market", fish)
    kind = "fresh_salmon" if fish == "salmon" else fish
    own(state, 1, **{kind: has})
    own(state, 2, **{"fresh_salmon": 1} if fish == "salmon" else {})
    state.box_tokens[TOKEN[kind]] += state.stock[TOKEN[kind]] - left
    state.stock[TOKEN[kind]] = left
    at_sea(state, 0, fish)
    do(state, 0, "fish")
    if count > 1:
        boat(state, 0, "two_slot", cargo=[fish])
    do(state, 0, "boat one_slot 1", "foreign?", *["boat two_slot 1", "foreign?"][: 2 * count - 2])
    do(state, 0, "offer?")
    view: Any = state.view(1)
    before = worth(state, 1)
    assert view["auction"]["gain"] == gained
    bids(state, 0, 300, 0)
    assert worth(state, 1) == before + gained
