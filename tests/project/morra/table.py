"""What is on the table, and the kinds of actions."""

from typing import ClassVar, Self

from ichiba.core.actions import ActionTable
from ichiba.core.fields import Derived, Stored
from ichiba.core.phased import PhasedState

NAME, TITLE, REVISION = "morra", "Morra", 1
ROUNDS, MOST, NUMBERS = 7, 3, 60
SHOWING, OVER = range(2)
NOTHING = -1

ACTIONS = ActionTable(NAME, TITLE)
SHOW = ACTIONS.add("show", range(MOST + 1))


class MorraTable(PhasedState):
    """Everybody hides some pebbles in a hand. Whoever sits where the count ends gets a point."""

    game = NAME
    actions = ACTIONS

    players: Derived[int]
    round: int
    number: int  # drawn in each round: where the count starts
    hidden: list[int]  # by seat: pebbles in the hand, or NOTHING
    points: list[int]

    # --- Written by scripts/write_fields.py from the declarations above; do not edit.
    __slots__ = (
        "hidden",
        "number",
        "players",
        "points",
        "round",
    )
    stored: ClassVar[Stored] = {
        "actors": tuple[int, ...],
        "reveals": int,
        "phase": int,
        "round": int,
        "number": int,
        "hidden": list[int],
        "points": list[int],
    }

    def copy(self) -> Self:
        """An independent copy, without a log."""
        twin = self.__class__.__new__(self.__class__)
        twin.log = None
        twin.actors = self.actors
        twin.reveals = self.reveals
        twin.phase = self.phase
        twin.rng = self.rng.copy()
        twin.players = self.players
        twin.round = self.round
        twin.number = self.number
        twin.hidden = self.hidden[:]
        twin.points = self.points[:]
        return twin

    # --- End of the written part.
