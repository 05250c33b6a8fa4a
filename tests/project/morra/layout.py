"""Written by scripts/write_fields.py from `fields.py`: edit that instead."""

from typing import TYPE_CHECKING, Self

from ichiba.core.phased import PhasedState

if TYPE_CHECKING:
    from ichiba.games.morra.table import Setup


class Layout(PhasedState):
    """The fields of a table, and how it is copied."""

    __slots__ = (
        "hidden",
        "number",
        "points",
        "round",
        "setup",
    )

    setup: "Setup"
    round: int
    number: int
    hidden: list[int]
    points: list[int]

    def copy(self) -> Self:
        """An independent copy, without a log."""
        twin = self.__class__.__new__(self.__class__)
        twin.log = None
        twin.rng = self.rng.copy()
        twin.actors = self.actors
        twin.reveals = self.reveals
        twin.phase = self.phase
        twin.setup = self.setup
        twin.round = self.round
        twin.number = self.number
        twin.hidden = self.hidden[:]
        twin.points = self.points[:]
        return twin
