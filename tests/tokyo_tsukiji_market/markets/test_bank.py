"""The Bank."""

from ichiba.games.tokyo_tsukiji_market import ending
from tokyo_tsukiji_market.scene import do, external_state, is_whole, may, money, moves_of, table


def test_c24_two_points_or_100_yen() -> None:
    state = table(3, "bank")
    assert may(state, 0, "enter bank")
    do(state, 0, "enter bank for yen", "loan", "done")
    assert state.points == 2
    assert state.money[0] == 2400
    do(state, 0, "enter bank", "loan", "done")
    assert state.points == 0
    money(state, 0, 0, 0)


def test_c16_never_both() -> None:
    state = table(3, "bank")
    do(state, 0, "enter bank for yen", "loan")
    assert "share" not in moves_of(state, 0)
    do(state, 0, "done")
    state = table(3, "bank")
    do(state, 0, "enter bank for yen", "share", "share")
    assert state.money[0] == 1300
    assert "loan" not in moves_of(state, 0)


def test_c16_a_loan_on_the_last_turn() -> None:
    state = table(3, "bank")
    money(state, 2000, 5000, 2000)
    do(state, 0, "pass", "pass", "end")
    assert state.turns_left == 3
    do(state, 1, "enter bank for yen", "loan", "done")
    assert state.loans[1] == 1
    assert ending.scores(state)[1] == 5000 - 100 + 500 - 1000 + 200, (
        "and all players are tied on resources"
    )


def test_c17_the_example_of_two_borrowers_and_two_owners() -> None:
    """Loans of 2 and 1, and two owners of one Share each: they split ¥1,500 interest, ¥800 each."""
    state = table(4, "bank")
    state.loans = [2, 1, 0, 0]
    state.shares = [0, 0, 1, 1]
    assert state.setup.bank.settle(state) == [-2000, -1000, 800, 800]


def test_c17_one_owner_takes_all_and_nobody_takes_nothing() -> None:
    state = table(3, "bank")
    state.loans = [1, 0, 0]
    state.shares = [0, 1, 0]
    assert state.setup.bank.settle(state) == [-1000, 500, 0]
    state.shares = [0, 2, 0]
    assert state.setup.bank.settle(state) == [-1000, 500, 0]
    state.shares = [0, 0, 0]
    assert state.setup.bank.settle(state) == [-1000, 0, 0]


def test_g5_a_loan_can_lead_below_zero() -> None:
    state = table(3, "bank")
    money(state, 100, 0, 0)
    state.loans = [3, 0, 0]
    parts = ending.breakdown(state)
    assert parts[0]["tokyo-tsukiji-market.score.bank"] == -3000
    assert ending.scores(state)[0] < 0


def test_it_closes_when_all_loans_and_shares_are_gone() -> None:
    state = table(3, "bank", crashing=True)
    do(state, 0, "enter bank for yen", "loan", "loan", "loan", "done")
    do(state, 0, "pass", "pass", "end")
    do(state, 1, "enter bank for yen", "share", "share", "done?")
    assert external_state(state, "bank") == 3
    assert not may(state, 1, "enter bank for yen")
    assert is_whole(state)
