"""Regret matching, for choices that all players make at the same time and in secret.

Everyone starts with an even mix of their options, and then often chooses what they regret not
having chosen before. The average of these mixes comes close to an equilibrium, in which nobody
gains by knowing it: exactly so with two opposed players, and roughly with more.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from random import Random

Mix = list[float]  # by option: how often it is chosen; the sum is 1
# A player's payoffs for each of their options, if everyone else chooses by these mixes.
Payoffs = Callable[[int, Sequence[Mix]], Sequence[float]]


def equilibrium(options: Sequence[int], payoffs: Payoffs, rounds: int) -> list[Mix]:
    """A mix for each player, given how many options each has.

    `payoffs(player, mixes)` is asked once a round for each player; the player's own mix must not
    matter. It may return means, or the payoffs for choices that it draws from the mixes; the latter
    needs more rounds. Later rounds count more, because the first ones are far from even.
    """
    regrets = [[0.0] * count for count in options]
    totals = [[0.0] * count for count in options]
    mixes = [_shares(row) for row in regrets]
    for weight in range(1, rounds + 1):
        for player, mix in enumerate(mixes):
            totals[player] = [
                total + weight * share for total, share in zip(totals[player], mix, strict=True)
            ]
            found = payoffs(player, mixes)
            mean = sum([share * value for share, value in zip(mix, found, strict=True)])
            # A regret below zero is forgotten, so that an option can come back quickly.
            regrets[player] = [
                max(regret + value - mean, 0.0)
                for regret, value in zip(regrets[player], found, strict=True)
            ]
            mixes[player] = _shares(regrets[player])
    return [_shares(row) for row in totals]


def draw(mix: Mix, rng: Random) -> int:
    """Draw an option from a mix."""
    point = rng.random()
    for option, reached in enumerate(accumulate(mix)):
        if point < reached:
            return option
    return len(mix) - 1  # only because of rounding


def _shares(row: list[float]) -> Mix:
    """These numbers as shares of their sum; equal shares if it is zero."""
    total = sum(row)
    return [one / total for one in row] if total else [1 / len(row)] * len(row)
