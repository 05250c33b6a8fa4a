"""How fast the engines are: random play and copies, and the same for Catanatron beside them.

Everything runs in one process on one core, in turns, so that a busy machine slows all alike and the
ratio stays true.
"""

from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import msgspec

from ichiba.core.game import Game

PEER = "catanatron"
ROUNDS = 5
_COPIES = 2000
# Catanatron plays with 2 to 4; a title for more is compared with its largest table.
_PEER_PLAYERS = (2, 4)


class Speed(msgspec.Struct, frozen=True):
    """What was measured for one title at one number of players."""

    name: str
    players: int
    actions_per_second: float
    games_per_second: float
    copy_microseconds: float
    ratio: float | None = None  # to the peer's actions per second


def peer_version() -> str | None:
    """The installed version of Catanatron, if any."""
    try:
        return version(PEER)
    except PackageNotFoundError:
        return None


def measure(games: list[Game], seconds: float) -> list[Speed]:
    """Measure every title at every number of players, and the peer at the same."""
    with_peer = peer_version() is not None
    found: list[Speed] = []
    for game in games:
        for players in range(game.min_players, game.max_players + 1):
            found += _measure_pair(game, players, seconds / ROUNDS, with_peer=with_peer)
    return found


def _measure_pair(game: Game, players: int, slot: float, *, with_peer: bool) -> list[Speed]:
    """A title and its peer in turns; the median of the turns counts."""
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


def _summary(name: str, players: int, turns: list[tuple[float, float, float]]) -> Speed:
    actions, games, copies = (median(column) for column in zip(*turns, strict=True))
    return Speed(name, players, actions, games, copies)


def _random_play(game: Game, players: int, slot: float, turn: int) -> tuple[float, float, float]:
    """Actions and games a second, and microseconds for a copy in the middle of a game."""
    chance = Random(turn).random
    actions = games = 0
    start = perf_counter()
    while perf_counter() - start < slot:
        state = game.new(players, seed=turn << 32 | games, **game.random_options)
        while actors := state.actors:
            seat = actors[0]
            legal = state.legal(seat)
            state.apply(seat, legal[int(chance() * len(legal))])
            actions += 1
        games += 1
    spent = perf_counter() - start
    state = game.new(players, seed=turn, **game.random_options)
    for _ in range(actions // games // 2):
        state.apply(state.actors[0], state.legal(state.actors[0])[0])
    return actions / spent, games / spent, _time_copies(state.copy)


def _time_copies(copy: Callable[[], object]) -> float:
    start = perf_counter()
    for _ in range(_COPIES):
        copy()
    return (perf_counter() - start) / _COPIES * 1e6


def _peer_play(players: int, slot: float, turn: int) -> tuple[float, float, float]:
    """The same for Catanatron, whose chance is the global generator."""
    import random

    from catanatron import Color, RandomPlayer
    from catanatron import Game as Catan

    random.seed(turn)
    actions = games = 0
    start = perf_counter()
    while perf_counter() - start < slot:
        catan: Any = Catan([RandomPlayer(color) for color in list(Color)[:players]])
        catan.play()
        actions += len(catan.state.actions)
        games += 1
    spent = perf_counter() - start
    catan = Catan([RandomPlayer(color) for color in list(Color)[:players]])
    for _ in range(actions // games // 2):
        if catan.winning_color() is None:
            catan.play_tick()
    return actions / spent, games / spent, _time_copies(catan.copy)
