"""Games of Tokyo Tsukiji Market from which values are learned: see scripts/train.py."""

from random import Random
from typing import cast

from ichiba.bots.lessons import Lesson, Position
from ichiba.bots.tokyo_tsukiji_market.mind import Mind
from ichiba.bots.tokyo_tsukiji_market.survey import FEATURES, estimates, features, stage
from ichiba.bots.values import Values
from ichiba.core.registry import load
from ichiba.games.tokyo_tsukiji_market.ending import scores, winners
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import TURN

__all__ = ["FEATURES", "SCALE", "TRUSTED", "play"]

TRUSTED = ("outlook", "points")
# A lead of this many yen at the end counts as three quarters of a win.
SCALE = 1500.0
# How often a player takes any useful action, so that there is something to compare.
_CURIOUS = 0.05
# Some games between greedy bots take very long.
_ROUNDS = 50


def play(players: int, seed: int, values: Values | None) -> Lesson:  # noqa: ARG001 - see below
    """Play a game as greedy does, and describe the beginning of each turn. The values are not
    followed: they are for positions between players of any strength."""
    game = load("tokyo-tsukiji-market")
    world = cast(MarketState, game.new(players, seed=seed, round_limit=_ROUNDS))
    rng = Random(seed)
    positions: list[Position] = []
    described = 0
    while world.actors:
        seat = world.actors[0]
        legal = world.legal(seat)
        if world.phase == TURN and world.turns_begun > described:
            described = world.turns_begun
            positions.append(Position(stage(world), features(world, estimates(world))))
        choice = legal[0] if len(legal) == 1 else _choose(Mind(world, seat), world, legal, rng)
        world.apply(seat, choice)
    return Lesson(positions, [*map(float, scores(world))], winners(world))


def _choose(mind: Mind, world: MarketState, legal: list[int], rng: Random) -> int:
    """What greedy would do or, now and then, another useful action."""
    if world.phase == TURN and rng.random() < _CURIOUS:
        useful = [action for action in legal if not mind.is_pointless(world, action)]
        return rng.choice(useful or legal)
    return mind.best(world, legal)
