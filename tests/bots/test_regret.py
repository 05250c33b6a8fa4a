"""Regret matching finds equilibria, and the same seed gives the same ones."""

from collections.abc import Sequence
from random import Random

import pytest

from ichiba.bots.search import Mix, Payoffs, draw, equilibrium

# Matching pennies, where a match of heads counts three times as much: in the equilibrium, both show
# heads in a third of the games.
PENNIES = ((3.0, -1.0), (-1.0, 1.0))
EVEN = (2 / 6, 4 / 6)


def pennies(player: int, mixes: Sequence[Mix]) -> list[float]:
    """The mean payoffs against the other player's mix."""
    if player == 0:
        return [row[0] * mixes[1][0] + row[1] * mixes[1][1] for row in PENNIES]
    return [-(PENNIES[0][own] * mixes[0][0] + PENNIES[1][own] * mixes[0][1]) for own in range(2)]


def sampled_pennies(rng: Random) -> Payoffs:
    """The payoffs against choices that are drawn from the other player's mix."""

    def payoffs(player: int, mixes: Sequence[Mix]) -> list[float]:
        chosen = draw(mixes[1 - player], rng)
        certain = [float(option == chosen) for option in range(2)]
        return pennies(player, [certain, certain])

    return payoffs


def test_with_two_opponents_it_finds_the_equilibrium() -> None:
    for mix in equilibrium([2, 2], pennies, 100):
        assert sum(mix) == pytest.approx(1)
        assert mix == pytest.approx(EVEN, abs=0.02)


def test_it_finds_the_equilibrium_from_samples_too() -> None:
    for mix in equilibrium([2, 2], sampled_pennies(Random(1)), 4000):
        assert mix == pytest.approx(EVEN, abs=0.05)


def test_an_option_that_is_always_worse_disappears() -> None:
    def payoffs(player: int, mixes: Sequence[Mix]) -> list[float]:
        others = sum(mix[1] for other, mix in enumerate(mixes) if other != player)
        return [0.0, 1.0 + others, -1.0]

    for mix in equilibrium([3, 3, 3], payoffs, 200):
        assert mix[1] > 0.97


def test_the_same_seed_gives_the_same_mixes() -> None:
    first, again = (equilibrium([2, 2], sampled_pennies(Random(3)), 50) for _ in range(2))
    assert first == again


def test_options_are_drawn_as_often_as_the_mix_says() -> None:
    rng, counts = Random(4), [0, 0, 0]
    for _ in range(2000):
        counts[draw([0.5, 0.0, 0.5], rng)] += 1
    assert counts[1] == 0
    assert abs(counts[0] - 1000) < 100
