"""Simulates many games between the same bots, in one process or several."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from ichiba.arena.plan import Plan, Played, seating
from ichiba.arena.playing import derive, play_bots, record_bots
from ichiba.arena.pool import run
from ichiba.arena.report import Report, report
from ichiba.core.registry import load

# The most games that a process plays at a time, to balance the load and to show progress.
_LARGEST_CHUNK = 50


def simulate(plan: Plan, jobs: int = 1) -> Report:
    """Play all games and add up the results."""
    played = play_all(plan, jobs)
    if len(played) < plan.games:
        raise KeyboardInterrupt  # the figures of a part could be mistaken for the whole
    return report(plan, played)


def play_all(
    plan: Plan, jobs: int = 1, each: Callable[[Played], None] = lambda _: None
) -> list[Played]:
    """Play all games, and call a function for each in order.

    The result does not depend on the number of jobs. After Ctrl-C, it has only the games that were
    finished.
    """
    played: list[Played] = []

    def take(one: Played) -> None:
        each(one)
        played.append(one)

    chunk = max(1, min(_LARGEST_CHUNK, plan.games // 40))
    run(partial(_play, plan), range(plan.games), jobs, take, chunk)
    return played


def _play(plan: Plan, number: int) -> Played:
    game = load(plan.game)
    deal, bots = seating(plan.bots, number)
    seed = derive(plan.seed, deal)
    if plan.records is None:
        outcome = play_bots(game, bots, seed, plan.options)
    else:
        outcome, record = record_bots(game, bots, seed, plan.options)
        record.save(Path(plan.records) / f"{plan.game}-{number:06}.json")
    return Played(number, deal, seed, bots, outcome)
