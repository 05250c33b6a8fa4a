"""Positions whose flow goes on by itself, from one decision to the next."""

from typing import Final

from ichiba.core.compiling import mypyc_attr
from ichiba.core.errors import StuckError
from ichiba.core.messages import chose
from ichiba.core.phased import PhasedState

# The phase in which nobody decides, and the flow has to find out what comes next.
RESUMING: Final = -1


@mypyc_attr(allow_interpreted_subclasses=True)
class FlowingState(PhasedState):
    """Decisions only leave a phase: the next decision, or RESUMING. The driver goes on from there.

    It finds who is asked, takes what is forced, and stops when somebody has to decide.
    """

    __slots__ = ("cached_choices",)

    # A cache: the choices of the only actor, or nothing if they have not been needed yet.
    cached_choices: list[int]

    def resume(self) -> None:
        """Find out what comes next: change the table, and leave a phase."""
        raise NotImplementedError

    def deciding(self) -> int:
        """The seat that the open decision asks."""
        raise NotImplementedError

    def proceed(self) -> None:
        """Go on until somebody has to decide, or the game is over."""
        while True:
            while self.phase == RESUMING:
                self.resume()
            if self.phase >= len(self.decisions):
                return
            decision = self.decisions[self.phase]
            seat = self.deciding()
            choices = decision.few(self, seat)
            if choices is None:
                if not decision.simultaneous:  # if it is, the decision itself says who is asked
                    self.actors = (seat,)
                return
            if len(choices) > 1 or not decision.settle(self, seat, choices):
                self.cached_choices = choices
                self.actors = (seat,)
                return

    def apply(self, seat: int, action: int) -> None:
        """Carry out an action and everything that follows without a decision."""
        if self.log is not None:
            self.log.append(chose(seat, action))
        cached = self.cached_choices
        self.decisions[self.phase].take(self, seat, action)
        if self.cached_choices is cached:  # unless the decision knows what remains of them
            self.cached_choices = []
        self.proceed()

    def legal(self, seat: int) -> list[int]:
        """The seat's legal actions. If it decides alone, they are found once."""
        if seat not in self.actors:
            return []
        if self.cached_choices:
            return self.cached_choices[:]
        decision = self.decisions[self.phase]
        choices = decision.choices(self, seat)
        if not choices:
            raise StuckError(decision.name)
        if not decision.simultaneous:
            self.cached_choices = choices
            return choices[:]
        return choices
