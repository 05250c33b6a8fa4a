"""Measures the speed of the engines: random play, copies and more, compared with Catanatron.

Everything runs alternately in one process on one core, and CPU time is measured, so that other load
on the machine affects both sides equally and the ratio stays meaningful.
"""

from collections.abc import Callable
from random import Random
from statistics import median
from time import process_time
from typing import Any

import msgspec

from ichiba.core.game import Game

PEER = "catanatron"
ROUNDS = 5
_TIMES = 2000
_Turn = tuple[float, ...]  # the figures of one turn, in the order of `Speed`
# Catanatron has 2 to 4 players; games with more are compared with 4.
_PEER_PLAYERS = (2, 4)


class Speed(msgspec.Struct, frozen=True):
    """The measurements of one game with one number of players."""

    name: str
    players: int
    actions_per_second: float
    games_per_second: float
    copy_microseconds: float
    determinize_microseconds: float | None = None
    scores_microseconds: float | None = None
    ratio: float | None = None  # of actions per second, ours to the peer's


def peer_version() -> str | None:
    """The installed version of Catanatron, if any."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(PEER)
    except PackageNotFoundError:
        return None


def measure(games: list[Game], seconds: float) -> list[Speed]:
    """Measure every game with every number of players, and the peer with the same number."""
    with_peer = peer_version() is not None
    found: list[Speed] = []
    for game in games:
        for players in range(game.min_players, game.max_players + 1):
            found += _measure_pair(game, players, seconds / ROUNDS, with_peer=with_peer)
    return found


def _measure_pair(game: Game, players: int, slot: float, *, with_peer: bool) -> list[Speed]:
    """Measure a game and the peer alternately, and take the medians."""
    peer_players = min(max(players, _PEER_PLAYERS[0]), _PEER_PLAYERS[1])
    ours, theirs = [], []
    for turn in range(ROUNDS):
        ours.append(_random_play(game, players, slot, turn))
        if with_peer:
            theirs.append(_peer_play(peer_players, slot, turn))
    own = _summary(game.name, players, ours)
    if not with_peer:
        return [own]
    peer = _summary(PEER, peer_players, theirs)
    ratio = own.actions_per_second / peer.actions_per_second
    return [msgspec.structs.replace(own, ratio=ratio), peer]


def _summary(name: str, players: int, turns: list[_Turn]) -> Speed:
    return Speed(name, players, *(median(column) for column in zip(*turns, strict=True)))


def _random_play(game: Game, players: int, slot: float, turn: int) -> _Turn:
    """Actions and games per second; microseconds for `copy`, `determinize` and `scores`."""
    chance = Random(turn).random
    actions = games = 0
    start = process_time()
    while process_time() - start < slot:
        state = game.new(players, seed=turn << 32 | games, **game.random_options)
        while actors := state.actors:
            seat = actors[0]
            legal = state.legal(seat)
            state.apply(seat, legal[int(chance() * len(legal))])
            actions += 1
        games += 1
    spent = process_time() - start
    state = game.new(players, seed=turn, **game.random_options)
    for _ in range(actions // games // 2):
        state.apply(state.actors[0], state.legal(state.actors[0])[0])
    rng = Random(turn)
    return (
        actions / spent,
        games / spent,
        _microseconds(state.copy),
        _microseconds(lambda: state.determinize(0, rng)),
        _microseconds(lambda: state.scores),
    )


def _microseconds(call: Callable[[], object]) -> float:
    start = process_time()
    for _ in range(_TIMES):
        call()
    return (process_time() - start) / _TIMES * 1e6


def _peer_play(players: int, slot: float, turn: int) -> _Turn:
    """The same for Catanatron, which uses the global random generator."""
    import random

    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    random.seed(turn)
    actions = games = 0
    start = process_time()
    while process_time() - start < slot:
        catan: Any = Catan([RandomPlayer(color) for color in list(Color)[:players]])
        catan.play()
        actions += len(catan.state.actions)
        games += 1
    spent = process_time() - start
    catan = Catan([RandomPlayer(color) for color in list(Color)[:players]])
    for _ in range(actions // games // 2):
        if catan.winning_color() is None:
            catan.play_tick()
    return actions / spent, games / spent, _microseconds(catan.copy)
