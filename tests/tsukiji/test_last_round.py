"""The board shows how a round ended, even if nobody could pay and it ended at once."""

import ichiba
from ichiba.core.words import Words
from ichiba.games.tsukiji.board.web import present, recall
from ichiba.games.tsukiji.state import TsukijiState

NAMES = ["Aki", "Ben"]
GAME = ichiba.load("tsukiji")


def a_round_that_nobody_can_pay_for() -> ichiba.Match:
    match = ichiba.Match.new(GAME, players=2, seed=3, names=NAMES)
    assert isinstance(match.state, TsukijiState)
    match.state.money = [0, 0]
    for seat, tickets in enumerate(("4 3 2", "4 3 0")):
        for ticket in tickets.split():
            match.play(seat, GAME.parse(f"ticket {ticket}"))
    return match


def test_a_round_that_nobody_can_pay_for_is_shown_in_the_next() -> None:
    match = a_round_that_nobody_can_pay_for()
    assert isinstance(match.state, TsukijiState)
    assert match.state.round == 2
    assert len(match.record.moves) == 6, "nobody was asked to buy"
    words = Words(NAMES)
    past = recall(match, words)["last_round"]
    assert isinstance(past, dict)
    assert past["round"] == 1
    lots = past["lots"]
    assert [lot["number"] for lot in lots] == [1, 2, 3]
    assert [[ticket["face"] for ticket in lot["tickets"]] for lot in lots] == [
        ["4", "4"], ["3", "3"], ["2", "0"]
    ]  # fmt: skip
    assert [lot["value"] for lot in lots] == [8, 6, 2]
    assert [lot["clock"] for lot in lots] == [True, False, False]
    assert [lot["buyer"] for lot in lots] == [None, None, None]
    assert all(len(lot["cards"]) == 3 for lot in lots)


def test_it_is_shown_until_ones_first_ticket() -> None:
    match = a_round_that_nobody_can_pay_for()
    words = Words(NAMES)

    def is_shown(seat: int | None) -> bool:
        return bool(present(match.state.view(seat), words)["is_new_round"])

    assert [is_shown(seat) for seat in (0, 1, None)] == [True, True, True]
    match.play(0, GAME.parse("ticket 1"))
    assert [is_shown(seat) for seat in (0, 1, None)] == [False, True, True]


def test_who_bought_is_told() -> None:
    match = ichiba.Match.new(GAME, players=2, seed=3, names=NAMES)
    assert recall(match, Words(NAMES))["last_round"] is None, "there was no round before"
    for seat, tickets in enumerate(("4 3 2", "4 3 0")):
        for ticket in tickets.split():
            match.play(seat, GAME.parse(f"ticket {ticket}"))
    [buyer] = match.state.actors
    match.play(buyer, GAME.parse("buy 3"))
    while match.state.view(None)["round"] == 1:
        [seat] = match.state.actors
        legal = match.state.legal(seat)
        refuse = GAME.parse("refuse")
        match.play(seat, refuse if refuse in legal else legal[0])
    past = recall(match, Words(NAMES))["last_round"]
    assert isinstance(past, dict)
    assert [lot["buyer"] for lot in past["lots"]] == [None, None, buyer]
    assert past["lots"][2]["buyer_name"] == NAMES[buyer]
