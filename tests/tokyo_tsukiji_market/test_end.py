"""Blind bids (rulings F), the end of the game and scoring (rulings G)."""

from typing import Any

import pytest

from ichiba.games.tokyo_tsukiji_market import ending
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import OVER
from tokyo_tsukiji_market.scene import (
    GAME,
    at_sea,
    bids,
    boat,
    do,
    money,
    moves_of,
    own,
    pass_turn,
    sell,
    table,
    told,
    why_not,
    worth,
)

PART = "tokyo-tsukiji-market.score."


def auction(**options: Any) -> MarketState:
    state = table(3, "spider_crab", **options)
    state.ports[0] = 2
    boat(state, 0, "two_slot", cargo=["spider_crab", "spider_crab"])
    money(state, 1000, 300, 0)
    return state


def test_f1_f2_bids_go_in_hundreds_from_nothing_to_all_the_money() -> None:
    state = auction()
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    assert moves_of(state, 1) == ["yen 0", "yen 100", "yen 200", "yen 300"]
    assert why_not(state, 1, "yen 400") == "You cannot bid ¥400: you have ¥300."
    assert moves_of(state, 0)[-1] == "yen 1100", "including the bonus paid before"


def test_f2_however_much_that_is() -> None:
    state = auction()
    money(state, 1000, 61_500, 0)
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    assert moves_of(state, 1)[-1] == "yen 61500"


def test_who_openly_has_nothing_bids_nothing_without_being_asked() -> None:
    state = auction()
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    assert state.actors == (0, 1)


def test_f8_with_closed_money_everybody_is_asked_and_bids_are_revealed_totals_not() -> None:
    state = auction(closed_money=True)
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    assert state.actors == (0, 1, 2)
    bids(state, 400, 300, 0)
    texts = [str(event) for event in state.log or []]
    assert "Player 2 bids ¥300." in texts
    seen: Any = state.view(0)
    assert [harbor["money"] for harbor in seen["harbors"]] == [700, None, None]
    assert not [text for text in texts if "shows" in text]


@pytest.mark.parametrize(
    ("fish", "ship", "count", "way"),
    [
        ("spider_crab", "two_slot", 2, "dock?"),
        ("swordfish", "two_slot", 2, "dock?"),
        ("tuna", "three_slot", 3, "dock?"),
        ("eel", "two_slot", 1, "foreign"),
    ],
)
def test_f3_the_active_player_chooses_among_equal_bids(
    fish: str, ship: str, count: int, way: str
) -> None:
    state = table(4, fish, *["foreign_market"] * (way == "foreign"))
    state.ports[0] = 2
    boat(state, 0, ship, cargo=[fish] * count)
    do(state, 0, "fish", f"boat {ship} 1", way, "offer?")
    assert state.actors == (0, 1, 2, 3)
    before = state.money[0]
    bids(state, 300, 700, 200, 700)
    assert state.actors == (0,)
    assert moves_of(state, 0) == ["choose 2", "choose 4"]
    do(state, 0, "choose 4")
    assert sum(state.tokens[3]) == 1
    assert (state.money[0], state.money[1], state.money[3]) == (before + 700, 2000, 1300)


def test_a_bid_is_seen_by_its_bidder_alone_until_all_have_bid() -> None:
    state = auction()
    do(state, 0, "fish", "boat two_slot 1", "dock?")
    do(state, 1, "yen 300")
    own_view: Any = state.view(1)
    other: Any = state.view(0)
    assert own_view["auction"]["own_bid"] == 300
    assert other["auction"]["own_bid"] is None
    assert other["auction"]["bids"] is None
    assert other["auction"]["has_bid"] == [False, True, True]


def begin_turn_of_1(state: MarketState) -> None:
    do(state, 0, "pass", "pass", "end")


def test_the_end_by_5000_yen() -> None:
    state = table(3)
    own(state, 1, mackerel=1)
    money(state, 2000, 5000, 2000)
    begin_turn_of_1(state)
    assert state.trigger == 1
    assert state.turns_left == 3


def test_not_with_the_outright_lowest_resources() -> None:
    state = table(3)
    own(state, 0, mackerel=1)
    own(state, 2, mackerel=1)
    money(state, 2000, 5000, 2000)
    begin_turn_of_1(state)
    assert state.trigger == -1


def test_a3_a_tie_for_lowest_triggers() -> None:
    state = table(3)
    own(state, 0, mackerel=1)
    money(state, 2000, 5000, 2000)
    begin_turn_of_1(state)
    assert state.trigger == 1


def test_the_end_by_50_resources_unless_outright_poorest() -> None:
    state = table(3, "tuna")
    own(state, 1, tuna_25=1, tuna_20=1, mackerel=5)
    assert worth(state, 1) == 50
    money(state, 2000, 1900, 2000)
    begin_turn_of_1(state)
    assert state.trigger == -1
    state = table(3, "tuna")
    own(state, 1, tuna_25=1, tuna_20=1, mackerel=5)
    money(state, 2000, 2000, 3000)
    begin_turn_of_1(state)
    assert state.trigger == 1


def test_g1_everybody_else_has_one_more_turn_and_there_is_no_further_check() -> None:
    state = table(3)
    money(state, 2000, 5000, 6000)
    begin_turn_of_1(state)
    seats = []
    while state.actors:
        seats.append(state.seat)
        pass_turn(state)
    assert seats == [1, 2, 0]
    assert told(state).count("triggered") == 1


def test_g2_only_tokens_in_front_of_players_count_and_loans_are_not_deducted() -> None:
    state = table(3, "octopus", "himono", "bank")
    sell(state, 0, "takoyaki", 300)
    sell(state, 0, "mackerel", 300)
    at_sea(state, 0, "mackerel")
    state.himono_owner[0] = 0
    state.licenses[0][10], state.licenses_left[10] = 1, 2
    state.himono_on[0] = (0, 32)
    assert worth(state, 0) == 0
    state.loans[1] = 3
    money(state, 2000, 5000, 2000)
    begin_turn_of_1(state)
    assert state.trigger == 1


def over(state: MarketState) -> MarketState:
    state.phase, state.actors = OVER, ()
    return state


def parts(state: MarketState, name: str) -> list[int]:
    return [part[PART + name] for part in ending.breakdown(state)]


def test_g3_the_order_of_scoring() -> None:
    state = over(table(3))
    assert [key.removeprefix(PART) for key in ending.breakdown(state)[0]] == [
        "money", "standing", "overfishing", "bank", "tokens",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("resources", "yen"),
    [
        ([5, 3, 1], [1000, 0, -500]),
        ([5, 5, 1], [500, 500, -500]),
        ([5, 1, 1], [1000, -300, -300]),
        ([2, 2, 2], [200, 200, 200]),  # G4
        ([4, 3], [1000, -500]),  # G7
        ([0, 0], [200, 200]),
    ],
)
def test_g4_g7_most_and_fewest_resources(resources: list[int], yen: list[int]) -> None:
    assert ending.standing(resources) == yen


def test_g7_of_two_players_one_is_paid_and_the_other_pays() -> None:
    state = table(2)
    own(state, 1, mackerel=3)
    money(state, 2000, 5000)
    while state.actors:
        pass_turn(state)
    assert parts(state, "standing") == [-500, 1000]
    assert state.scores == (2000 - 500, 5000 + 1000 + 300)
    assert state.winners == (1,)


def test_a_resource_is_worth_100_yen() -> None:
    state = over(table(2))
    own(state, 0, mackerel=7)
    assert parts(state, "tokens") == [700, 0]
    assert ending.scores(state) == (2000 + 1000 + 700, 2000 - 500)
    assert ending.winners(state) == (0,)


def test_g5_scoring_may_lead_below_zero() -> None:
    state = over(table(3, "overfishing", "eel"))
    money(state, 0, 0, 0)
    own(state, 0, mackerel=2)
    own(state, 1, mackerel=1)
    own(state, 2, squid=3)
    state.status[7] = 2
    assert parts(state, "overfishing")[2] == -300
    assert ending.scores(state)[2] == -500 - 300


def test_g6_equal_yen_share_the_victory() -> None:
    state = over(table(3))
    assert ending.winners(state) == (0, 1, 2)


def test_g8_closed_money_is_declared_and_shown_for_the_check_by_resources() -> None:
    state = table(3, "tuna", closed_money=True)
    own(state, 1, tuna_25=1, tuna_20=1, mackerel=5)
    money(state, 1200, 1500, 700)
    begin_turn_of_1(state)
    texts = [str(event) for event in state.log or []]
    assert "Player 1 shows ¥1,200." in texts
    assert "Player 3 shows ¥700." in texts
    state = table(3, closed_money=True)
    money(state, 2000, 5000, 700)
    begin_turn_of_1(state)
    texts = [str(event) for event in state.log or []]
    assert "Player 2 declares at least ¥5,000." in texts
    assert not [text for text in texts if "shows" in text]


def test_closed_money_counts_for_nothing_before_the_end() -> None:
    state = table(3, closed_money=True)
    own(state, 0, mackerel=3)
    assert ending.scores(state)[0] == 1000 + 300
    seen: Any = state.view(2)
    assert seen["scores"] == [1300, -300, -300]
    assert seen["history"]["money"] is None
    over(state)
    assert ending.scores(state)[0] == 2000 + 1300


def test_history_tells_money_and_resources_after_every_turn() -> None:
    state = table(2)
    own(state, 1, mackerel=4)
    pass_turn(state)
    do(state, 1, "port")
    pass_turn(state)
    seen: Any = state.view(None)
    assert seen["history"] == {"money": [[2000, 2000], [2000, 1500]], "resources": [[0, 4], [0, 4]]}


def test_the_last_decision_cannot_be_taken_back() -> None:
    import ichiba

    match = ichiba.Match.new(GAME, players=2, seed=1, round_limit=1)
    while match.state.actors:
        seat = match.state.actors[0]
        legal = [GAME.notation(action) for action in match.state.legal(seat)]
        match.play(seat, GAME.parse("pass" if "pass" in legal else "end"))
    assert match.record.result is not None
