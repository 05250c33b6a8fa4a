"""A position whose phase names the open decision; the decision does the rest."""

from typing import TYPE_CHECKING, Any, ClassVar

from ichiba.core.actions import ActionTable
from ichiba.core.compiling import mypyc_attr
from ichiba.core.decision import Decision
from ichiba.core.errors import StuckError
from ichiba.core.messages import Argument, Event, Message, Reason, chose
from ichiba.core.state import Dump, State

if TYPE_CHECKING:
    from ichiba.core.dumping import Dumping


@mypyc_attr(allow_interpreted_subclasses=True)
class PhasedState(State):
    """Implements `legal`, `apply`, `prompt`, `label` and `explain` by the open decision.

    A phase is a number: the place of its decision in `decisions`. Once the game is over, the phase
    is one without a decision.
    """

    __slots__ = ("phase",)

    phase: int

    game: ClassVar[str]  # its name: the first part of all message keys
    actions: ClassVar[ActionTable]
    decisions: ClassVar[tuple[Decision[Any], ...]]
    dumping: "ClassVar[Dumping[Any]]"

    @property
    def phase_name(self) -> str:
        """The name of the phase, in views and message keys."""
        return self.decisions[self.phase].name if self.actors else "over"

    @property
    def simultaneous(self) -> bool:
        """Whether the open decisions are private and independent, so that each can be undone."""
        return bool(self.actors) and self.decisions[self.phase].simultaneous

    @property
    def num_actions(self) -> int:
        """The size of the game's table of actions."""
        return len(self.actions)

    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions, in a stable order; empty only if it is not an actor.

        Raises StuckError if an actor has nothing to choose from.
        """
        if seat not in self.actors:
            return []
        return self.decisions[self.phase].choices(self, seat) or self._stuck()

    def _stuck(self) -> list[int]:
        """Raise the error that an actor has nothing to choose from."""
        raise StuckError(self.phase_name)

    def apply(self, seat: int, action: int) -> None:
        """Carry out an action. It must be legal; this is not checked."""
        if self.log is not None:
            self.log.append(chose(seat, action))
        self.decisions[self.phase].take(self, seat, action)

    def label(self, seat: int, action: int) -> Message:
        """The label of a legal action, for a button or a list."""
        return self.decisions[self.phase].label(self, seat, action)

    def prompt(self, seat: int | None) -> Message:
        """What the seat has to do, or whom it is waiting for; `rule` names the rules chapter."""
        if not self.actors:
            seats = [*self.winners]
            told: dict[str, Argument] = {"seats": seats, "count": len(seats)}
            return Message(f"{self.game}.prompt.over", told, "end")
        decision = self.decisions[self.phase]
        if seat is None or seat not in self.actors:
            return decision.waiting(self)
        return decision.prompt(self, seat)

    def explain(self, seat: int, action: int) -> Reason | None:
        """Why the seat cannot take this action now; None if it can."""
        if not self.actors:
            return Reason("core.reason.game_over", rule="end")
        missing = self.missing(action)
        if missing is not None:
            return missing
        decision = self.decisions[self.phase]
        if seat not in self.actors:
            return decision.not_your_turn(self, seat, action)
        if action in self.legal(seat):
            return None
        kind = self.actions.kind_of[action]
        if decision.is_about(kind):
            return decision.why_not(self, seat, action)
        postponed = decision.postpones
        own = self.actions.why_not_asked(kind, decision.rule(self))
        if own is None or postponed is None or kind in postponed:
            return decision.comes_first(self, seat)
        return own

    def missing(self, action: int) -> Reason | None:
        """Why this action does not exist with these players and options; None if it does."""
        del action
        return None

    def ask(self, phase: int, seat: int, *, optional: bool = False) -> bool:
        """Ask a seat for a decision, or make it at once if it is forced.

        If nothing can be chosen, an optional decision is left out, and the result is False. For
        others that raises StuckError.
        """
        decision = self.decisions[phase]
        choices = decision.few(self, seat)
        if choices is not None and len(choices) < 2:
            if optional and not choices:
                return False
            if decision.settle(self, seat, choices):
                return True
        self.phase = phase
        self.actors = (seat,)
        return True

    def dump(self) -> Dump:
        """The whole position as plain data, including everything hidden."""
        return self.dumping.dump(self)

    def known(self, seat: int | None) -> Dump:
        """The same with None wherever the seat may not look; None is a spectator."""
        return self.dumping.known(self, seat)

    def tell(self, key: str, *, only: int | None = None, **arguments: Argument) -> None:
        """Add an event to the log, if there is one, for everybody or for one seat.

        In code that runs often, check first that there is a log, to save making the arguments.
        """
        if self.log is not None:
            audience = None if only is None else (only,)
            self.log.append(Event(f"{self.game}.event.{key}", arguments, audience=audience))

    def tell_over(self) -> None:
        """Add the end of the game to the log: the winners, and the others in order of score."""
        if self.log is not None:
            scores, seats = self.scores, [*self.winners]
            others = [seat for seat in range(len(scores)) if seat not in seats]
            others.sort(key=lambda seat: -scores[seat])
            behind = [scores[seat] for seat in others]
            self.tell(
                "over", seats=seats, count=len(seats), score=scores[seats[0]],
                others=others, scores=behind,
            )  # fmt: skip
