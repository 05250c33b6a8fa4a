"""Values of finished games for one seat."""

from collections.abc import Sequence
from math import tanh


def lead_value(scores: Sequence[float], seat: int, scale: float) -> float:
    """From -1 to 1: how far ahead of the best other player the seat is.

    A lead of `scale` points counts as about three quarters of a sure win. Small leads count almost
    in full and large ones hardly more, so a search cares most about who wins.
    """
    best = max(score for other, score in enumerate(scores) if other != seat)
    return tanh((scores[seat] - best) / scale)
