"""Values of finished games for one seat."""

from collections.abc import Sequence
from math import exp, tanh


def lead_value(scores: Sequence[float], seat: int, scale: float) -> float:
    """From -1 to 1: how far ahead of the best other player the seat is.

    A lead of `scale` points counts as about three quarters of a sure win. Small leads count almost
    in full and large ones hardly more, so a search cares most about who wins.
    """
    best = max(score for other, score in enumerate(scores) if other != seat)
    return tanh((scores[seat] - best) / scale)


def win_chance(totals: Sequence[float], seat: int, scale: float) -> float:
    """From 0 to 1: how likely the seat wins, given what each seat will probably have at the end.

    The chances of all seats add up to 1. `scale` says how uncertain the totals are: who leads a
    single opponent by that much wins about 73 games in 100.
    """
    best = max(totals)
    odds = [exp((total - best) / scale) for total in totals]
    return odds[seat] / sum(odds)
