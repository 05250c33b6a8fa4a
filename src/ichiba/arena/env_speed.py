"""Measures the speed of the environments, in turns with PettingZoo's tic-tac-toe and connect four.

All play at random with observations and masks, by the same loop. OpenSpiel's face is compared with
the engine itself, without observations.
"""

from collections.abc import Callable, Iterator
from importlib.util import find_spec
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec

from ichiba.core.game import Game

ROUNDS = 5
GAMES_AT_ONCE = 64
# What each environment is compared with.
PEERS = ("tic-tac-toe", "connect four")
_Measured = Callable[[float, int], float]  # steps a CPU second, from a time and a seed


class EnvSpeed(msgspec.Struct, frozen=True):
    """The speed of the environments of one title, in steps for each second of CPU time."""

    name: str
    players: int
    turns: float | None = None  # PettingZoo, agents in turn
    parallel: float | None = None  # PettingZoo, all agents at once
    vector: float | None = None  # Gymnasium, many games at once
    spiel: float | None = None  # OpenSpiel, without observations
    raw: float | None = None  # the engine, without observations
    ratio: float | None = None  # of `turns` to tic-tac-toe in the same minute
    spiel_ratio: float | None = None  # of `spiel` to `raw`


def measure(games: list[Game], seconds: float) -> list[EnvSpeed]:
    """Measure all titles with two players, and the peers of PettingZoo if they are installed."""
    found: list[EnvSpeed] = []
    peers = [*_peers()]
    for game in games:
        measured = dict(_faces(game)) | dict(peers)
        speeds: dict[str, list[float]] = {name: [] for name in measured}
        for turn in range(ROUNDS):
            for name, one in measured.items():
                speeds[name].append(one(seconds / ROUNDS, turn))
        found.append(_summary(game, {name: median(each) for name, each in speeds.items()}))
        found += [EnvSpeed(name, 2, turns=median(speeds[name])) for name, _ in peers]
    return found


def _summary(game: Game, speeds: dict[str, float]) -> EnvSpeed:
    peer = speeds.get(PEERS[0])
    turns, spiel = speeds.get("turns"), speeds.get("spiel")
    return EnvSpeed(
        game.name,
        2,
        turns,
        speeds.get("parallel"),
        speeds.get("vector"),
        spiel,
        speeds["raw"],
        turns / peer if turns and peer else None,
        spiel / speeds["raw"] if spiel else None,
    )


def _faces(game: Game) -> Iterator[tuple[str, _Measured]]:
    """The environments of a title that can be measured here."""
    yield "raw", lambda seconds, seed: _raw(game, seconds, seed)
    if find_spec("pettingzoo"):
        from ichiba.envs.pettingzoo import env, parallel_env

        turns, together = env(game.name, 2), parallel_env(game.name, 2)
        yield "turns", lambda seconds, seed: _in_turn(turns, seconds, seed)
        yield "parallel", lambda seconds, seed: _together(together, seconds, seed)
    if find_spec("gymnasium"):
        from ichiba.envs.vector import GamesEnv

        many = GamesEnv(game.name, 2, num_envs=GAMES_AT_ONCE, copy=False)
        yield "vector", lambda seconds, seed: _many(many, seconds, seed)
    if find_spec("pyspiel"):
        import pyspiel

        from ichiba.envs.openspiel import name_of, register

        register()
        spiel = pyspiel.load_game(name_of(game.name), {"deals": GAMES_AT_ONCE})
        yield "spiel", lambda seconds, seed: _spiel(spiel, seconds, seed)


def _peers() -> Iterator[tuple[str, _Measured]]:
    """Two games of PettingZoo without its wrappers; they need pygame."""
    if not (find_spec("pettingzoo") and find_spec("pygame")):
        return
    from pettingzoo.classic.connect_four import connect_four
    from pettingzoo.classic.tictactoe import tictactoe

    for name, module in zip(PEERS, (tictactoe, connect_four), strict=True):
        one = module.raw_env()
        yield name, lambda seconds, seed, one=one: _in_turn(one, seconds, seed)  # type: ignore[misc]


def _raw(game: Game, seconds: float, seed: int) -> float:
    chance = Random(seed).random
    steps = games = 0
    start = process_time()
    while process_time() - start < seconds:
        state = game.new(2, seed=seed << 32 | games, **game.random_options)
        while actors := state.actors:
            seat = actors[0]
            legal = state.legal(seat)
            state.apply(seat, legal[int(chance() * len(legal))])
            steps += 1
        games += 1
    return steps / (process_time() - start)


def _in_turn(env: Any, seconds: float, seed: int) -> float:
    """The loop that the documentation of PettingZoo shows."""
    chance = Random(seed).random
    steps = 0
    start = process_time()
    while process_time() - start < seconds:
        env.reset(seed=seed + steps)
        for _ in env.agent_iter():
            seen, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            legal = seen["action_mask"].nonzero()[0]
            env.step(legal[int(chance() * len(legal))])
            steps += 1
    return steps / (process_time() - start)


def _together(env: Any, seconds: float, seed: int) -> float:
    chance = Random(seed).random
    steps = 0
    start = process_time()
    while process_time() - start < seconds:
        seen, _ = env.reset(seed=seed + steps)
        while env.agents:
            actions = {}
            for name, one in seen.items():
                legal = one["action_mask"].nonzero()[0]
                actions[name] = legal[int(chance() * len(legal))]
            seen, *_ = env.step(actions)
            steps += 1
    return steps / (process_time() - start)


def _many(env: Any, seconds: float, seed: int) -> float:
    import numpy as np

    chance = np.random.default_rng(seed)
    steps = 0
    start = process_time()
    seen, _ = env.reset(seed=seed)
    while process_time() - start < seconds:
        masks = seen["action_mask"]
        counts = masks.cumsum(axis=1, dtype=np.int32)  # the n-th legal action of each game
        nth = (chance.random(len(masks)) * counts[:, -1]).astype(np.int32) + 1
        seen, *_ = env.step((counts >= nth[:, None]).argmax(axis=1))
        steps += len(masks)
    return steps / (process_time() - start)


def _spiel(game: Any, seconds: float, seed: int) -> float:
    chance = Random(seed).random
    steps = games = 0
    start = process_time()
    while process_time() - start < seconds:
        state = game.new_initial_state()
        state.apply_action((seed + games) % GAMES_AT_ONCE)
        while not state.is_terminal():
            legal = state.legal_actions()
            state.apply_action(legal[int(chance() * len(legal))])
            steps += 1
        games += 1
    return steps / (process_time() - start)
