"""Learned values: each seat's chance of winning, from numbers that describe a position.

A title brings its `features`: by seat, a number for each name. Every feature has a weight for the
beginning of a game and one for its end; in between, the weight moves from one to the other. A
seat's score is the sum of its features times their weights, and the scores give the chances. The
weights are in a file of the title, which `make train` writes and which tells how it was made. It
learns from lessons: games that a title's `TEACHER`, in its module `lessons`, plays and describes.
"""

from collections.abc import Callable, Sequence
from importlib.resources import files
from math import exp, log
from typing import NamedTuple

import msgspec

from ichiba.core.structs import json_reader

_FILE = "weights.json"

Rows = Sequence[Sequence[float]]  # by seat: its features


class Made(msgspec.Struct, forbid_unknown_fields=True):
    """How weights were made, and how well they foretell who wins games that they haven't seen."""

    command: str
    revision: int  # of the rules
    games: int
    positions: int
    log_loss: float
    log_loss_by_points: float  # of a model that knows only the points so far
    calibration: list[tuple[float, float, int]]  # foretold chance, share of wins, positions
    by_stage: list[tuple[float, float, float]] = []  # the stage, and both log-losses there


class Weights(msgspec.Struct, forbid_unknown_fields=True):
    """The weights for a number of players."""

    made: Made
    weights: dict[str, tuple[float, float]]  # by feature: at the beginning, at the end

    def at(self, stage: float, names: Sequence[str]) -> list[float]:
        """The weights of these features at a stage of the game, from 1 at the beginning to 0."""
        late = 1.0 - stage
        return [stage * self.weights[name][0] + late * self.weights[name][1] for name in names]


class Values(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    players: dict[str, Weights]  # by number of players

    def of(self, players: int) -> Weights:
        """The weights for a number of players, or for the nearest number that has some."""
        nearest = min(self.players, key=lambda one: (abs(int(one) - players), one))
        return self.players[nearest]


_read = json_reader(Values)


def load(package: str) -> Values:
    """The weights in a title's package of bots."""
    return _read((files(package) / _FILE).read_bytes())


def score(features: Sequence[float], weights: Sequence[float]) -> float:
    """A seat's score."""
    total = 0.0
    for feature, weight in zip(features, weights):  # noqa: B905 - hot
        total += feature * weight
    return total


def chances(scores: Sequence[float]) -> list[float]:
    """By seat: the chance of winning. They add up to 1."""
    most = max(scores)
    parts = [exp(one - most) for one in scores]
    total = sum(parts)
    return [part / total for part in parts]


def log_odds(scores: Sequence[float], seat: int) -> float:
    """The logarithm of a seat's odds of winning. It ranks like the chance, but never saturates."""
    others = [one for other, one in enumerate(scores) if other != seat]
    most = max(others)
    return scores[seat] - most - log(sum([exp(one - most) for one in others]))


class Position(NamedTuple):
    """A position of a game, as its values see it."""

    stage: float  # from 1 at the beginning to 0 at the end
    rows: Rows


class Lesson(NamedTuple):
    """A game that was played to its end."""

    positions: list[Position]
    scores: list[float]
    winners: tuple[int, ...]


class Teacher(NamedTuple):
    """How a title's values are learned."""

    features: tuple[str, ...]
    trusted: tuple[str, ...]  # the features that matter most, so that little data is enough
    scale: float  # a lead of this many points counts as about three quarters of a win
    # Plays a game, given the players and a seed. Players follow the values, if there are some, and
    # try other things now and then.
    play: Callable[[int, int, Values | None], Lesson]
    games: int = 200  # in a round
    rounds: int = 2  # each but the last is followed by new values
