"""Compares two trials game by game: what has changed, and whether it is more than chance.

Both play the same deals. The interval of a difference comes from the differences of the single
deals, which vary much less than the games themselves.
"""

from collections.abc import Callable, Sequence
from math import isclose, sqrt
from statistics import NormalDist, fmean, stdev

import msgspec

from ichiba.arena.lab.trial import STUCK, UNFINISHED, Watched

_CONFIDENCE = 0.95
CLOSE = 0.05  # of the winner's points
# So few games with a difference tell nothing about its spread.
_FEWEST = 10

Figure = Callable[[Watched], float]


class Difference(msgspec.Struct, frozen=True):
    """A figure with printed and with changed numbers, on average over the games."""

    name: str
    unit: str  # `%`, or nothing for a number
    printed: float
    changed: float
    difference: float
    low: float  # bounds of the interval of the difference
    high: float
    is_sure: bool  # whether it is more than chance, given how many figures are compared


def _margin(game: Watched, seat: int) -> float:
    """A seat's points beyond the mean of the others."""
    others = [score for other, score in enumerate(game.scores) if other != seat]
    return game.scores[seat] - fmean(others)


def _last(game: Watched) -> int:
    return (game.first - 1) % len(game.scores)


def _lead(game: Watched) -> int:
    best, second = sorted(game.scores, reverse=True)[:2]
    return best - second


def _is_close(game: Watched) -> bool:
    return _lead(game) <= CLOSE * abs(max(game.scores))


# What is compared: name, unit, and its value in a game.
FIGURES: tuple[tuple[str, str, Figure], ...] = (
    ("wins of the first player", "%", lambda game: game.share(game.first)),
    ("wins of the last player", "%", lambda game: game.share(_last(game))),
    ("first player's points beyond the others", "", lambda game: _margin(game, game.first)),
    ("mean score", "", lambda game: fmean(game.scores)),
    ("winner's lead", "", _lead),
    ("close games", "%", _is_close),
    ("changes of the lead", "", lambda game: game.leads),
    ("rounds", "", lambda game: game.rounds),
    ("decisions", "", lambda game: game.decisions),
)


def mean_with_interval(values: Sequence[float], tests: int = 1) -> tuple[float, float, float]:
    """A mean and its interval. With several tests, the interval is wider (Bonferroni), so that all
    of them together are wrong as rarely as one."""
    mean = fmean(values)
    if len(values) < 2:
        return mean, float("-inf"), float("inf")
    z = NormalDist().inv_cdf(1 - (1 - _CONFIDENCE) / 2 / tests)
    half = z * stdev(values) / sqrt(len(values))
    return mean, mean - half, mean + half


def compare(
    printed: Sequence[Watched], changed: Sequence[Watched], tests: int = 1
) -> list[Difference]:
    """Compare equal deals. `tests` is the number of such comparisons that are made in all."""
    pairs = [*zip(printed, changed, strict=True)]
    found = []
    for name, unit, figure in FIGURES:
        ones, others = [figure(one) for one, _ in pairs], [figure(other) for _, other in pairs]
        differences = [other - one for one, other in zip(ones, others, strict=True)]
        mean, low, high = mean_with_interval(differences)
        _, least, most = mean_with_interval(differences, tests * len(FIGURES))
        moved = sum(not isclose(one, 0.0) for one in differences)
        sure = moved >= _FEWEST and (least > 0 or most < 0)
        found.append(Difference(name, unit, fmean(ones), fmean(others), mean, low, high, sure))
    return found


def same(printed: Sequence[Watched], changed: Sequence[Watched]) -> int:
    """In how many games nothing at all has changed: neither scores nor the number of decisions."""
    return sum(
        one.scores == other.scores and one.decisions == other.decisions
        for one, other in zip(printed, changed, strict=True)
    )


def stopped(games: Sequence[Watched]) -> list[Watched]:
    """Games without a way on, or without an end."""
    return [game for game in games if game.ending in (STUCK, UNFINISHED)]
