"""Figures that describe many games: distributions, and intervals of shares."""

from collections.abc import Iterable
from math import sqrt
from statistics import fmean, pstdev, quantiles

import msgspec

_Z95 = 1.959964


class Spread(msgspec.Struct, frozen=True):
    """The distribution of a figure."""

    mean: float
    deviation: float
    least: int
    quarter: float
    median: float
    three_quarters: float
    most: int


def spread(figures: Iterable[int]) -> Spread:
    """The distribution of at least one figure."""
    row = [*figures]
    cuts = quantiles(row, n=4, method="inclusive") if len(row) > 1 else [row[0]] * 3
    return Spread(
        mean=fmean(row),
        deviation=pstdev(row),
        least=min(row),
        quarter=cuts[0],
        median=cuts[1],
        three_quarters=cuts[2],
        most=max(row),
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a win rate."""
    rate = wins / games
    square = _Z95 * _Z95
    centre = rate + square / (2 * games)
    reach = _Z95 * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (centre - reach) / whole), min(1.0, (centre + reach) / whole)
