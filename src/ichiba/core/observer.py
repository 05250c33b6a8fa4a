"""What a bot gets to see of a game: only what its seat may know."""

from random import Random

from ichiba.core.game import Game, State, View


class Observer:
    """A position as one seat sees it."""

    __slots__ = ("__state", "game", "seat")

    def __init__(self, game: Game, state: State, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.__state = state

    def view(self) -> View:
        """What this seat sees."""
        return self.__state.view(self.seat)

    def legal(self) -> list[int]:
        """This seat's legal actions."""
        return self.__state.legal(self.seat)

    def observed(self) -> list[float]:
        """What this seat knows, as the numbers that `Game.observation` describes."""
        return self.__state.observed(self.seat)

    def determinize(self, rng: Random) -> State:
        """A random position that is consistent with what this seat knows, for looking ahead.

        It has no log, which would only slow that down.
        """
        world = self.__state.determinize(self.seat, rng)
        world.log = None
        return world
