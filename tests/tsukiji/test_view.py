"""What is visible and what is hidden."""

import json
from typing import Any

from tsukiji.scene import TSUKIJI, do, lay, offer, own, table


def test_tickets_are_seen_by_their_owner_alone_until_the_reveal() -> None:
    state = table(3)
    lay(state, "x2 +6", "4")
    mine: Any = state.view(0)
    assert mine["restaurants"][0]["tickets"] == ["x2", "+6"]
    assert "x2" not in mine["restaurants"][0]["hand"]
    for seat in (1, 2, None):
        seen: Any = state.view(seat)
        theirs = seen["restaurants"][0]
        assert theirs["tickets"] is None
        assert theirs["hand"] is None
        assert theirs["placed"] == 2
        assert theirs["specials"] == ["cancel", "-1", "+6", "x2"], "still unspent for the others"


def test_after_the_reveal_everything_of_the_round_is_open() -> None:
    state = table(2)
    lay(state, "x2 3 0", "4 2 -1")
    for seat in (0, 1, None):
        seen: Any = state.view(seat)
        assert [lot["tickets"] for lot in seen["lots"]] == [["x2", "4"], ["3", "2"], ["0", "-1"]]
        assert [lot["value"] for lot in seen["lots"]] == [8, 5, -1]
        assert seen["restaurants"][0]["specials"] == ["cancel", "-1", "+6"]
        assert seen["restaurants"][1]["specials"] == ["cancel", "+6", "x2"]


def test_lots_tiles_money_and_columns_are_open() -> None:
    state = table(2)
    offer(state, "ebi ebi tako", "sake sake takusan", "fugu maguro yakuza")
    own(state, 1, maguro=2)
    seen: Any = state.view(None)
    assert seen["lots"][1]["cards"] == ["sake", "sake", "takusan"]
    assert [lot["tile"] for lot in seen["lots"]] == [None, None, None]
    assert seen["tiles"][0] == {"price": 12, "move": 4, "clock": True}
    assert seen["restaurants"][1]["columns"]["maguro"] == {"products": 2, "takusan": 0}
    assert [restaurant["money"] for restaurant in seen["restaurants"]] == [50, 50]
    assert seen["deck"] == 54
    lay(state, "4 3 0", "4 3 0")
    do(state, 0, "buy 1")
    bought: Any = state.view(None)
    assert [lot["buyer"] for lot in bought["lots"]] == [0, None, None]


def test_the_cards_to_come_are_a_number() -> None:
    for seat in (0, None):
        first, second = TSUKIJI.new(2, seed=1), TSUKIJI.new(2, seed=1)
        second.deck.reverse()  # type: ignore[attr-defined]
        assert json.dumps(first.view(seat)) == json.dumps(second.view(seat))


def test_prompts_say_what_to_do_and_whom_one_waits_for() -> None:
    state = table(2)
    lay(state, "4")
    assert str(state.prompt(0)) == "Lay a ticket on lot 2."
    assert str(state.prompt(1)) == "Lay a ticket on lot 1."
    assert str(state.prompt(None)) == "Waiting for Player 1 and Player 2 to lay their tickets."
    lay(state, "3 2")
    assert str(state.prompt(0)) == "Waiting for Player 2 to lay their tickets."
    lay(state, "", "1 2 3")
    assert str(state.prompt(0)) == "Buy a lot, or refuse."
    assert str(state.prompt(1)) == "Waiting for Player 1 to buy or refuse."
