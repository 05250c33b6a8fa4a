"""Games of Shinjuku from which values are learned: see scripts/train.py."""

from random import Random
from typing import cast

from ichiba.bots.values import Lesson, Position, Teacher, Values
from ichiba.core.registry import load
from ichiba.games.shinjuku.bots.features import FEATURES, Judge, Survey
from ichiba.games.shinjuku.bots.greedy import Mind, Plan
from ichiba.games.shinjuku.bots.rollout import carry_out
from ichiba.games.shinjuku.scoring import scores, winners
from ichiba.games.shinjuku.table import OVER, ShinjukuTable

# How often a player takes one of the next best plans, so that there is something to compare.
_CURIOUS = 0.2
_NEXT_BEST = 12


def play(players: int, seed: int, values: Values | None) -> Lesson:
    """Play a game by these values, or as greedy does, and describe the end of each turn."""
    table = cast(ShinjukuTable, load("shinjuku").new(players, seed=seed))
    rng = Random(seed)
    positions = []
    while table.phase != OVER:
        seat = table.player
        mind = Mind(table, seat, Judge(table, seat, values) if values else None)
        plan = _choose(mind.plans(), rng)
        survey = Survey(table, seat)
        positions.append(Position(survey.stage, survey.features(*mind.outcome(plan))))
        carry_out(table, seat, plan)
    return Lesson(positions, [*map(float, scores(table))], winners(table))


def _choose(plans: list[Plan], rng: Random) -> Plan:
    """The best plan or, now and then, another good one."""
    if rng.random() >= _CURIOUS:
        return max(plans, key=_value)
    ranked = sorted(plans, key=_value, reverse=True)
    return rng.choice(ranked[:_NEXT_BEST])


def _value(plan: Plan) -> float:
    return plan.value


TEACHER = Teacher(FEATURES, ("outlook", "points", "hand"), scale=10.0, play=play)
