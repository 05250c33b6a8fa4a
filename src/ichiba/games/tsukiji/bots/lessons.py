"""Games of Tsukiji from which values are learned: see scripts/train.py."""

from random import Random
from typing import cast

from ichiba.bots.values import Lesson, Position, Teacher, Values
from ichiba.core.registry import load
from ichiba.games.tsukiji.bots.features import FEATURES, features, stage
from ichiba.games.tsukiji.bots.rollout import lay_for_all, play_round
from ichiba.games.tsukiji.scoring import scores, winners
from ichiba.games.tsukiji.table import TsukijiTable


def play(players: int, seed: int, values: Values | None) -> Lesson:
    """Play a game between quick players, whose judgement is blurred, and describe the position
    between any two rounds."""
    del values
    table = cast(TsukijiTable, load("tsukiji").new(players, seed=seed))
    rng = Random(seed)
    positions = []
    while table.actors:
        lay_for_all(table, rng)
        play_round(table, rng)
        if table.actors:
            positions.append(Position(stage(table), features(table)))
    return Lesson(positions, [*map(float, scores(table))], winners(table))


# A game takes a few milliseconds. The players don't follow the values, so one round is enough.
TEACHER = Teacher(FEATURES, FEATURES, scale=6.0, play=play, games=5000, rounds=1)
