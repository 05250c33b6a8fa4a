"""Decisions: one class each says what can be chosen, what that does, and how it is told.

A position names its open decision by a number, its phase (`phased`). What is forced is done in one
place, `Decision.settle`. A title either asks for its decisions itself (`state.ask`), or its
decisions only leave a phase and the driver goes on from there (`flowing`).
"""

from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from ichiba.core.compiling import mypyc_attr
from ichiba.core.errors import StuckError
from ichiba.core.messages import Argument, Arguments, Message, Reason

if TYPE_CHECKING:
    from ichiba.core.phased import PhasedState

T = TypeVar("T", bound="PhasedState")


@mypyc_attr(allow_interpreted_subclasses=True)
class Part(Generic[T]):
    """Some kinds of actions: what they do, their labels, and why one of them is not possible.

    There is one object of each class, shared by all games. The data of a game is in its table.
    """

    game: ClassVar[str]  # its name: the first part of all message keys
    chapter: ClassVar[str]  # of the rules
    kinds: ClassVar[tuple[int, ...]] = ()  # the kinds of actions that it is about

    def take(self, table: T, seat: int, action: int) -> None:
        """Carry out an action and everything that follows without a decision.

        A forced action is carried out before its phase is set, so this must not read the phase.
        """
        raise NotImplementedError

    def label(self, table: T, seat: int, action: int) -> Message:
        """The label of a legal action."""
        raise NotImplementedError

    def why_not(self, table: T, seat: int, action: int) -> Reason:
        """Why a seat that has to decide cannot take this action, which is one of the kinds."""
        raise NotImplementedError

    def say(self, key: str, rule: str = "", **arguments: Argument) -> Message:
        """A label; `rule` is the chapter if it is not the usual one."""
        return Message(f"{self.game}.label.{key}", arguments, rule or self.chapter)

    def no(self, key: str, rule: str = "", **arguments: Argument) -> Reason:
        """A reason; `rule` is the chapter if it is not the usual one."""
        return Reason(f"{self.game}.reason.{key}", arguments, rule or self.chapter)


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision(Part[T]):
    """Something that a player is asked. Only `choices` and `take` have to be fast."""

    name: ClassVar[str]  # of the phase, in views and message keys
    waiting_name: ClassVar[str] = ""  # in the key of what the others see, if not the same
    simultaneous: ClassVar[bool] = False
    is_always_asked: ClassVar[bool] = False  # there are several choices, or a good reason to ask
    # The kinds of actions that have to wait for this decision: "First choose a column." Others
    # give their own reason, if they have one. None means that everything else has to wait.
    postpones: ClassVar[tuple[int, ...] | None] = None

    def choices(self, table: T, seat: int) -> list[int]:
        """The seat's legal actions, in a stable order, as a new list."""
        raise NotImplementedError

    def few(self, table: T, seat: int) -> list[int] | None:
        """The choices, or None if the seat is certainly asked, where that is found out faster."""
        return None if self.is_always_asked or self.simultaneous else self.choices(table, seat)

    def is_asked(self, table: T, seat: int, action: int) -> bool:
        """Whether the seat is asked although this is its only choice."""
        return False

    def settle(self, table: T, seat: int, choices: list[int]) -> bool:
        """Make the decision if it is forced: if there is only one choice. Returns whether it was.

        Raises StuckError if there is none.
        """
        if len(choices) == 1:
            if not self.is_asked(table, seat, choices[0]):
                self.take(table, seat, choices[0])
                return True
        elif not choices:
            raise StuckError(self.name)
        return False

    def why_not(self, table: T, seat: int, action: int) -> Reason:
        """Why a seat that has to decide cannot take this action; unless a decision says more."""
        return self.comes_first(table, seat)

    def is_about(self, kind: int) -> bool:
        """Whether the choices can have actions of this kind, so that `why_not` explains them."""
        return kind in self.kinds

    def rule(self, table: T) -> str:
        """The chapter of the rules for this decision."""
        return self.chapter

    def prompt(self, table: T, seat: int) -> Message:
        """What the seat has to do."""
        return self.question(table)

    def question(self, table: T, key: str = "", **arguments: Argument) -> Message:
        """A prompt, with the arguments of its sentence."""
        return Message(f"{self.game}.prompt.{key or self.name}", arguments, self.rule(table))

    def waiting(self, table: T) -> Message:
        """What the others see."""
        key = f"{self.game}.waiting.{self.waiting_name or self.name}"
        return Message(key, waiting_for(table), self.rule(table))

    def comes_first(self, table: T, seat: int) -> Reason:
        """The reason if the seat tries something that has to wait for this decision."""
        return self.no(f"first_{self.name}", self.rule(table))

    def not_your_turn(self, table: T, seat: int, action: int) -> Reason:
        """The reason if a seat tries something although it has nothing to decide."""
        return Reason("core.reason.not_your_turn", waiting_for(table), self.rule(table))


@mypyc_attr(allow_interpreted_subclasses=True)
class Menu(Decision[T]):
    """A decision between different things, each with a part of its own.

    `choices` is written in one function for all parts, because a loop over them is slow.
    """

    parts: ClassVar[tuple[Part[Any], ...]] = ()
    postpones: ClassVar[tuple[int, ...] | None] = ()

    def __init__(self, kind_of: list[int]) -> None:
        self.kind_of = kind_of
        self.part_of = {kind: part for part in self.parts for kind in part.kinds}

    def is_about(self, kind: int) -> bool:
        """Whether one of the parts is, or the menu itself."""
        return kind in self.part_of or kind in self.kinds

    def take(self, table: T, seat: int, action: int) -> None:
        """Carry out an action by its part."""
        self.part_of[self.kind_of[action]].take(table, seat, action)

    def label(self, table: T, seat: int, action: int) -> Message:
        """The label by the action's part."""
        return self.part_of[self.kind_of[action]].label(table, seat, action)

    def why_not(self, table: T, seat: int, action: int) -> Reason:
        """The reason by the action's part."""
        kind = self.kind_of[action]
        if kind not in self.part_of:
            return self.comes_first(table, seat)
        return self.part_of[kind].why_not(table, seat, action)


def waiting_for(table: "PhasedState") -> Arguments:
    """The seats that have to decide, for a sentence."""
    return {"seats": [*table.actors], "count": len(table.actors)}
