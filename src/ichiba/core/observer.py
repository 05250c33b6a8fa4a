"""All that a bot gets of a game: one seat's world, never the truth."""

from random import Random

from ichiba.core.game import Game, State, View


class Observer:
    """A seat's eyes on a position."""

    __slots__ = ("__state", "game", "seat")

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.__state = state

    def view(self) -> View:
        """What this seat sees."""
        return self.__state.view(self.seat)

    def legal(self) -> list[int]:
        """What this seat may do."""
        return self.__state.legal(self.seat)

    def determinize(self, rng: Random) -> State:
        """A position that could be the true one for all this seat knows, to think ahead in."""
        return self.__state.determinize(self.seat, rng)
