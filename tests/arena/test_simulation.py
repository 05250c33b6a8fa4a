"""Simulations: balanced, reproducible, and their figures are right."""

import pytest

from ichiba.arena.playing import Outcome, derive, play_bots
from ichiba.arena.simulation import Plan, _report, simulate, wilson
from ichiba.core.registry import load

PLAIN = {"special_points": False}


def test_the_number_of_jobs_changes_nothing() -> None:
    plan = Plan("tsukiji", ("greedy", "random", "random"), 30, 5, PLAIN)
    assert simulate(plan, jobs=1) == simulate(plan, jobs=3)


def test_another_seed_gives_another_result() -> None:
    reports = [simulate(Plan("tsukiji", ("random",) * 2, 10, seed, PLAIN)) for seed in (1, 2)]
    assert reports[0].lines != reports[1].lines


def test_each_bot_has_each_seat_equally_often() -> None:
    """Outcomes are made up: seat 0 wins always, so each bot wins once in every rotation."""
    plan = Plan("tsukiji", ("a", "b", "c"), 9, 1, PLAIN)
    report = _report(plan, [Outcome((3, 2, 1), (0,), 10)] * 9)
    assert [line.wins for line in report.lines] == [3, 3, 3]
    assert [line.scores.mean for line in report.lines] == [2, 2, 2]
    assert report.by_seat == [1, 0, 0]
    assert report.balanced
    assert report.decisions == 90


def test_a_shared_victory_is_shared_in_the_figures() -> None:
    plan = Plan("tsukiji", ("a", "b"), 2, 1, PLAIN)
    report = _report(plan, [Outcome((5, 5), (0, 1), 1), Outcome((5, 4), (0,), 1)])
    assert [line.wins for line in report.lines] == [0.5, 1.5]


def test_progress_tells_every_game() -> None:
    told: list[int] = []
    simulate(Plan("tsukiji", ("random",) * 2, 101, 1, PLAIN), progress=told.append)
    assert sum(told) == 101


def test_a_game_is_the_same_wherever_it_is_played() -> None:
    game = load("tsukiji")
    first = play_bots(game, ("greedy", "random"), derive(1, 2), {"special_points": False})
    assert first == play_bots(game, ("greedy", "random"), derive(1, 2), {"special_points": False})
    assert derive(1, 23) != derive(12, 3)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(50, 100, 0.4038, 0.5962), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (1, 1, 0.2065, 1.0)],
)
def test_wilson_interval(wins: float, games: int, low: float, high: float) -> None:
    """Known values of the interval at 95 %."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)
