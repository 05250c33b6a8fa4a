"""Decisions: the position asks the open decision, and says why anything else is not possible."""

from random import Random
from typing import Self

import pytest

from ichiba.core.actions import ActionTable
from ichiba.core.decision import Decision, Menu, Part
from ichiba.core.errors import StuckError
from ichiba.core.game import Dump, View
from ichiba.core.messages import Event, Message, Reason, told
from ichiba.core.phased import PhasedState

ACTIONS = ActionTable("fair", "The Fair")
BUY = ACTIONS.add("buy", range(1, 4))
SING = ACTIONS.add("sing", not_asked="silence")
PAINT = ACTIONS.add("paint", ["red", "blue"], not_asked="no_paint", rule="paint")
REST = ACTIONS.add("rest")
MENU, COLOR, OVER = range(3)


class Table(PhasedState):
    """A table with three stalls, of which some are sold."""

    __slots__ = ("done", "sold")

    game = "fair"
    actions = ACTIONS
    sold: list[int]
    done: list[str]

    def copy(self) -> Self:
        raise NotImplementedError

    def view(self, seat: int | None) -> View:
        raise NotImplementedError

    def determinize(self, seat: int | None, rng: Random) -> Self:
        raise NotImplementedError

    def packed(self, seat: int, kind: str) -> bytes:
        raise NotImplementedError

    @property
    def scores(self) -> tuple[int, ...]:
        return (0, 0)

    @property
    def breakdown(self) -> tuple[dict[str, int], ...]:
        raise NotImplementedError

    @property
    def winners(self) -> tuple[int, ...]:
        return () if self.actors else (1,)

    def census(self) -> dict[str, int]:
        raise NotImplementedError

    def dump(self) -> Dump:
        raise NotImplementedError


class Buy(Part[Table]):
    game, chapter, kinds = "fair", "buying", (BUY,)

    def take(self, table: Table, seat: int, action: int) -> None:
        table.sold.append(action - BUY)
        table.tell("bought", seat=seat, stall=action - BUY + 1)
        table.ask(COLOR, seat)

    def label(self, table: Table, seat: int, action: int) -> Message:
        return self.say("buy", stall=action - BUY + 1)

    def why_not(self, table: Table, seat: int, action: int) -> Reason:
        return self.no("sold", stall=action - BUY + 1)


class Sing(Part[Table]):
    game, chapter, kinds = "fair", "songs", (SING,)

    def take(self, table: Table, seat: int, action: int) -> None:
        table.tell("sings", only=seat, seat=seat)

    def label(self, table: Table, seat: int, action: int) -> Message:
        return self.say("sing", "music")


class Stroll(Menu[Table]):
    game, name, chapter = "fair", "stroll", "turn"
    parts = (Buy(), Sing())

    def choices(self, table: Table, seat: int) -> list[int]:
        return [*(BUY + stall for stall in range(3) if stall not in table.sold), SING]


class Color(Decision[Table]):
    game, name, chapter, kinds, waiting_name = "fair", "color", "paint", (PAINT,), "turn"

    def choices(self, table: Table, seat: int) -> list[int]:
        return [PAINT, PAINT + 1][: 3 - len(table.sold)]

    def take(self, table: Table, seat: int, action: int) -> None:
        table.done.append(ACTIONS.notations[action])
        table.phase, table.actors = MENU, (1 - seat,)

    def prompt(self, table: Table, seat: int) -> Message:
        return self.question(table, colors=len(self.choices(table, seat)))


class Fair(Table):
    __slots__ = ()
    decisions = (Stroll(ACTIONS.kind_of), Color())


@pytest.fixture
def fair() -> Fair:
    state = Fair()
    state.phase, state.actors, state.sold, state.done, state.log = MENU, (0,), [], [], []
    return state


def test_the_open_decision_says_what_is_legal_and_does_it(fair: Fair) -> None:
    assert fair.legal(0) == [BUY, BUY + 1, BUY + 2, SING]
    assert fair.legal(1) == []
    assert fair.phase_name == "stroll"
    fair.apply(0, BUY + 1)
    assert fair.phase_name == "color"
    assert fair.legal(0) == [PAINT, PAINT + 1]
    fair.apply(0, PAINT + 1)
    assert (fair.done, fair.actors, fair.phase_name) == (["paint blue"], (1,), "stroll")


def test_a_forced_decision_is_made_at_once(fair: Fair) -> None:
    fair.sold = [0]
    fair.apply(0, BUY + 1)
    assert (fair.done, fair.actors, fair.phase_name) == (["paint red"], (1,), "stroll")


def test_a_decision_without_choices_is_not_asked(fair: Fair) -> None:
    fair.sold = [0, 1, 2]
    assert not fair.ask(COLOR, 0, optional=True)
    assert (fair.done, fair.phase_name) == ([], "stroll")
    with pytest.raises(StuckError, match="color"):
        fair.ask(COLOR, 0)
    assert (fair.done, fair.phase_name) == ([], "stroll")


def test_parts_of_a_menu_have_their_own_labels_and_reasons(fair: Fair) -> None:
    assert fair.label(0, BUY + 2) == Message("fair.label.buy", {"stall": 3}, "buying")
    assert fair.label(0, SING) == Message("fair.label.sing", {}, "music")
    fair.sold = [2]
    assert fair.explain(0, BUY) is None
    assert fair.explain(0, BUY + 2) == Reason("fair.reason.sold", {"stall": 3}, "buying")


def test_other_kinds_say_why_they_are_not_asked_for(fair: Fair) -> None:
    """In a menu they give their own reason, if they have one; elsewhere they have to wait."""
    assert fair.explain(0, PAINT) == Reason("fair.reason.no_paint", rule="paint")
    assert fair.explain(0, REST) == Reason("fair.reason.first_stroll", rule="turn")
    fair.phase = COLOR
    assert fair.explain(0, SING) == Reason("fair.reason.first_color", rule="paint")


def test_others_wait(fair: Fair) -> None:
    waiting = {"seats": [0], "count": 1}
    assert fair.explain(1, BUY) == Reason("core.reason.not_your_turn", waiting, "turn")
    assert fair.prompt(0) == Message("fair.prompt.stroll", {}, "turn")
    assert fair.prompt(1) == fair.prompt(None) == Message("fair.waiting.stroll", waiting, "turn")
    fair.phase = COLOR
    assert fair.prompt(0) == Message("fair.prompt.color", {"colors": 2}, "paint")
    assert fair.prompt(1) == Message("fair.waiting.turn", waiting, "paint")


def test_at_the_end_nothing_is_asked(fair: Fair) -> None:
    fair.phase, fair.actors = OVER, ()
    assert fair.phase_name == "over"
    assert not fair.simultaneous
    assert fair.legal(0) == []
    assert fair.explain(0, BUY) == Reason("core.reason.game_over", rule="end")
    assert fair.prompt(0) == Message("fair.prompt.over", {"seats": [1], "count": 1}, "end")


def test_events_are_for_everybody_or_for_one_seat(fair: Fair) -> None:
    fair.apply(0, BUY)
    fair.phase = MENU
    fair.apply(0, SING)
    assert told(fair.log or ()) == [
        Event("fair.event.bought", {"seat": 0, "stall": 1}),
        Event("fair.event.sings", {"seat": 0}, audience=(0,)),
    ]
    fair.log = None
    fair.apply(0, SING)


def test_an_actor_without_choices_is_an_error(fair: Fair) -> None:
    fair.sold = [0, 1, 2]
    fair.phase, fair.actors = COLOR, (0,)
    with pytest.raises(StuckError, match="color"):
        fair.legal(0)
    assert fair.legal(1) == [], "the other player has nothing to decide"
