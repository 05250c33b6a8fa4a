"""Regret matching finds equilibria, and the same seed gives the same ones."""

from collections.abc import Sequence
from random import Random

import pytest

from ichiba.bots.search import draw, equilibrium

# Matching pennies, where a match of heads counts three times as much: in the equilibrium, both show
# heads in a third of the games.
PENNIES = ((3.0, -1.0), (-1.0, 1.0))


def pennies(player: int, chosen: Sequence[int]) -> list[float]:
    if player == 0:
        return [row[chosen[1]] for row in PENNIES]
    return [-value for value in PENNIES[chosen[0]]]


def test_with_two_opponents_it_finds_the_equilibrium() -> None:
    mixes = equilibrium([2, 2], pennies, 4000, Random(1))
    expected = (2 / 6, 4 / 6)
    for mix in mixes:
        assert sum(mix) == pytest.approx(1)
        assert mix == pytest.approx(expected, abs=0.05)


def test_an_option_that_is_always_worse_disappears() -> None:
    def payoffs(player: int, chosen: Sequence[int]) -> list[float]:
        return [0.0, 1.0 + sum(chosen) - chosen[player], -1.0]

    for mix in equilibrium([3, 3, 3], payoffs, 200, Random(2)):
        assert mix[1] > 0.97


def test_the_same_seed_gives_the_same_mixes() -> None:
    first, again = (equilibrium([2, 2], pennies, 50, Random(3)) for _ in range(2))
    assert first == again


def test_options_are_drawn_as_often_as_the_mix_says() -> None:
    rng, counts = Random(4), [0, 0, 0]
    for _ in range(2000):
        counts[draw([0.5, 0.0, 0.5], rng)] += 1
    assert counts[1] == 0
    assert abs(counts[0] - 1000) < 100
