"""What a title brings so that its values can be learned: a module `lessons` like `Teacher`."""

from typing import NamedTuple, Protocol

from ichiba.bots.values import Rows, Values


class Position(NamedTuple):
    """A position of a game, as its values see it."""

    stage: float  # from 1 at the beginning to 0 at the end
    rows: Rows


class Lesson(NamedTuple):
    """A game that was played to its end."""

    positions: list[Position]
    scores: list[float]
    winners: tuple[int, ...]


class Teacher(Protocol):
    """The module `lessons` of a title. It can also have `GAMES` and `ROUNDS`: how many games are
    played in a round, and how often they are followed by new values."""

    FEATURES: tuple[str, ...]
    TRUSTED: tuple[str, ...]  # the features that matter most, so that little data is enough
    SCALE: float  # a lead of this many points counts as about three quarters of a win

    def play(self, players: int, seed: int, values: Values | None) -> Lesson:
        """Play a game. Players follow the values, if there are some, and try other things now and
        then."""
