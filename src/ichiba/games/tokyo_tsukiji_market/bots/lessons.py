"""Games of Tokyo Tsukiji Market from which values are learned: see scripts/train.py."""

from random import Random
from typing import cast

from ichiba.bots.values import Lesson, Position, Teacher, Values
from ichiba.core.game import Game
from ichiba.core.observer import Observer
from ichiba.core.registry import load
from ichiba.games.tokyo_tsukiji_market.bots.features import FEATURES, estimates, features, stage
from ichiba.games.tokyo_tsukiji_market.bots.greedy import Mind
from ichiba.games.tokyo_tsukiji_market.bots.master import Master
from ichiba.games.tokyo_tsukiji_market.ending import scores
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import TURN

# How often a player takes any useful action, so that there is something to compare.
_CURIOUS = 0.05
# How likely each seat is a short-sighted master, once there are values.
_MASTERS = 0.5
# Games that take longer are ended: the highest score wins.
_ROUNDS = 60


def play(players: int, seed: int, values: Values | None) -> Lesson:
    """Play a game and describe the beginning of some turns. Without values, everybody plays as
    greedy does; afterwards, some are short-sighted masters. Nobody follows the values: they are for
    positions between players of any strength."""
    game, rng = load("tokyo-tsukiji-market"), Random(seed)
    world = cast(MarketState, game.new(players, seed=seed, round_limit=_ROUNDS))
    masters = [
        Master(rng, rollouts=0) if values and rng.random() < _MASTERS else None
        for _ in range(players)
    ]
    positions: list[Position] = []
    due = 0
    while world.actors:
        seat = world.actors[0]
        # Successive positions differ little. With one turn more than a round, the seats take turns.
        if world.phase == TURN and world.turns_begun >= due:
            due = world.turns_begun + players + 1
            positions.append(Position(stage(world), features(world, estimates(world))))
        world.apply(seat, _choose(game, world, seat, masters[seat], rng))
    return Lesson(positions, [*map(float, scores(world))], world.winners)


def _choose(game: Game, world: MarketState, seat: int, master: Master | None, rng: Random) -> int:
    """What a master or greedy would do or, now and then, another useful action."""
    legal = world.legal(seat)
    if len(legal) == 1:
        return legal[0]
    mind = Mind(world, seat)
    if world.phase == TURN and rng.random() < _CURIOUS:
        useful = [action for action in legal if not mind.is_pointless(world, action)]
        return rng.choice(useful or legal)
    return master.choose(Observer(game, world, seat)) if master else mind.best(world, legal)


TEACHER = Teacher(FEATURES, ("outlook", "points", "final"), scale=500.0, play=play)
