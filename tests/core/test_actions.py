"""The action table: kinds are ranges of numbers, each with its notation."""

import pytest

import ichiba
from ichiba.core.actions import ActionTable
from ichiba.core.messages import Reason


@pytest.fixture
def table() -> ActionTable:
    made = ActionTable("fair", "The Fair")
    assert made.add("buy", range(1, 4)) == 0
    assert made.add("pass") == 3
    assert made.add("paint", ["red", "blue"], not_asked="no_paint", rule="paint") == 4
    assert made.add("sing", not_asked="silence") == 6
    return made


def test_an_action_is_its_kind_plus_a_number(table: ActionTable) -> None:
    assert table.notations == ["buy 1", "buy 2", "buy 3", "pass", "paint red", "paint blue", "sing"]
    assert table.kind_of == [0, 0, 0, 3, 4, 4, 6]
    assert len(table) == 7


def test_notations_are_read_back(table: ActionTable) -> None:
    assert [table.parse(text) for text in table.notations] == list(range(7))
    with pytest.raises(ichiba.SetupError, match="“buy 4” is not a move of The Fair"):
        table.parse("buy 4")


def test_a_kind_says_why_nothing_asks_for_it(table: ActionTable) -> None:
    assert table.why_not_asked(0, "turn") is None
    assert table.why_not_asked(4, "turn") == Reason("fair.reason.no_paint", rule="paint")
    assert table.why_not_asked(6, "turn") == Reason("fair.reason.silence", rule="turn")
