"""Tickets: how they are laid, what they add up to, and which lot gets which tile."""

import pytest

import ichiba
from ichiba.games.tsukiji.data import TICKETS
from ichiba.games.tsukiji.pricing import lot_value
from tsukiji.scene import TSUKIJI, hand, lay, moves_of, offer, table, told


def value(tickets: str) -> int:
    return lot_value(tuple(TICKETS.index(ticket) for ticket in tickets.split()))


def test_rulebook_tickets_0_4_and_x2_make_8() -> None:
    assert value("0 4 x2") == 8


@pytest.mark.parametrize(
    ("tickets", "expected", "why"),
    [
        ("1 2 3", 6, "normal tickets are added"),
        ("-1 0", -1, "-1 lowers"),
        ("+6 1", 7, "+6 raises"),
        ("cancel 4", 0, "cancel with a 4 removes it"),
        ("cancel 4 3", 3, "only the 4"),
        ("cancel 4 4", 4, "one 4 for each cancel"),
        ("cancel cancel 4 4", 0, "several cancels remove several 4s"),
        ("cancel cancel 4", 2, "a cancel with no 4 left counts 2"),
        ("cancel 3", 5, "cancel without a 4 counts 2"),
        ("cancel", 2, "also alone"),
        ("cancel +6", 8, "+6 is no 4"),
        ("x2 3", 6, "x2 doubles"),
        ("x2 x2 3", 12, "two x2 make it four times as much"),
        ("x2", 0, "a lone x2 is 0"),
        ("x2 x2 x2", 0, "only x2 is 0"),
        ("x2 -1", -2, "x2 doubles what is negative too"),
        ("x2 +6 1", 14, "and the special numbers"),
        ("x2 cancel 3", 8, "the 2 of a cancel is added after doubling"),
        ("x2 cancel 4", 0, "the 4 is removed before doubling"),
        ("x2 cancel 4 3", 6, "the rest is doubled"),
    ],
)
def test_value_of_a_lot(tickets: str, expected: int, why: str) -> None:
    assert value(tickets) == expected, why
    assert value(" ".join(reversed(tickets.split()))) == expected, "the order does not matter"


def test_rulebook_left_most_of_two_lots_of_nine_gets_the_dearer_tile() -> None:
    state = table(3)
    lay(state, "4 0 3 1", "4 1 2 0", "1 0 4 2")
    assert state.values == [9, 1, 9, 3]
    lots = state.view(None)["lots"]
    assert [lot["tile"]["price"] for lot in lots] == [12, 3, 9, 6]  # type: ignore[attr-defined]
    assert [lot["tile"]["clock"] for lot in lots] == [True, False, False, False]  # type: ignore[attr-defined]


def test_all_lots_equal_get_their_tiles_from_left_to_right() -> None:
    state = table(2)
    lay(state, "0 1 2", "2 1 0")
    assert state.values == [2, 2, 2]
    assert state.tiles == [0, 1, 2]


def test_normal_tickets_come_back_and_specials_are_gone() -> None:
    state = table(2)
    lay(state, "x2 +6 4", "0 -1 cancel")
    assert state.hands == [
        hand("0", "1", "2", "3", "4", "cancel", "-1"),
        hand("0", "1", "2", "3", "4", "+6", "x2"),
    ]


def test_a_ticket_is_laid_once_a_round() -> None:
    state = table(2)
    lay(state, "4")
    assert "ticket 4" not in moves_of(state, 0)
    reason = state.explain(0, TSUKIJI.parse("ticket 4"))
    assert str(reason) == "Your 4 ticket is already on lot 1."
    assert "ticket 4" in moves_of(state, 1)


def test_the_last_of_five_tickets_is_laid_by_itself() -> None:
    """With four players and all specials spent, there are five tickets for five lots."""
    state = table(4)
    state.hands[0] = hand("0", "1", "2", "3", "4")
    lay(state, "4 3 2 1")
    assert state.tickets[0] == [4, 3, 2, 1, 0]
    assert 0 not in state.actors
    assert told(state)[-2:] == ["ticket", "ready"]


def test_with_a_special_left_the_last_ticket_is_a_choice() -> None:
    state = table(4)
    state.hands[0] = hand("0", "1", "2", "3", "4", "x2")
    lay(state, "4 3 2 1")
    assert moves_of(state, 0) == ["ticket 0", "ticket x2"]


def test_tickets_can_be_changed_until_the_last_player_is_done() -> None:
    match = ichiba.Match.new(TSUKIJI, players=2, seed=1)
    for ticket in ("4", "3", "2"):
        match.play(0, TSUKIJI.parse(f"ticket {ticket}"))
    match.play(1, TSUKIJI.parse("ticket 0"))
    assert match.state.actors == (1,)
    match.undo(0)
    match.undo(0)
    assert match.state.actors == (0, 1)
    match.play(0, TSUKIJI.parse("ticket x2"))
    view = match.state.view(0)["restaurants"][0]  # type: ignore[index]
    assert view["tickets"] == ["4", "x2"]
    assert match.state.view(0)["restaurants"][1]["placed"] == 1  # type: ignore[index]


def test_the_cards_of_a_lot_do_not_matter_for_its_value() -> None:
    state = table(2)
    offer(state, "yakuza yakuza yakuza", "ebi ebi ebi", "takusan maguro sake")
    lay(state, "4 3 0", "4 1 0")
    assert state.values == [8, 4, 0]
