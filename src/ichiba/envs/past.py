"""A position that can tell what its players have seen, without keeping a log at every step.

Most nodes of a search are never asked for an information state, and a log takes time. So the moves
since the last question are kept, and played again with a log only if there is another one.
"""

from random import Random
from typing import Any

import msgspec

from ichiba.core.game import State


class Past:
    """A position without a log, an earlier one with a log, and the moves in between."""

    __slots__ = ("_moves", "_told", "position")

    def __init__(self, position: State, told: State, moves: list[tuple[int, int]]) -> None:
        self.position = position
        # Copies share it, so it is never changed.
        self._told = told
        self._moves = moves

    @classmethod
    def begin(cls, told: State) -> "Past":
        """Begin with a position that has a log."""
        return cls(told.copy(), told, [])

    def play(self, seat: int, action: int) -> None:
        """Carry out a legal action."""
        self.position.apply(seat, action)
        self._moves.append((seat, action))

    def _caught_up(self) -> State:
        """The position with its log."""
        if self._moves:
            told = self._told.copy_with_log()
            for seat, action in self._moves:
                told.apply(seat, action)
            self._told, self._moves = told, []
        return self._told

    def information_state(self, seat: int) -> str:
        """Everything that the seat has seen and chosen so far."""
        return self._caught_up().information_state(seat)

    def redrawn(self, seat: int, rng: Random) -> "Past":
        """The same for a position in which everything is drawn that the seat can't know."""
        return Past.begin(self._caught_up().determinize(seat, rng))

    def text(self) -> str:
        """The whole position."""
        return msgspec.json.encode(self.position.dump()).decode()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Past":
        return Past(self.position.copy(), self._told, self._moves[:])

    def __reduce__(self) -> tuple[Any, ...]:
        return Past.begin, (self._caught_up(),)
