"""Plays one game between bots from a seed. The same seed always gives the same game."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random
from typing import NamedTuple

import msgspec

from ichiba.bots import make
from ichiba.bots.player import Bot
from ichiba.core.game import Game, State
from ichiba.core.observer import Observer
from ichiba.core.options import Values


class Outcome(msgspec.Struct, frozen=True):
    """The result of a game, who had the first turn, and how long it was."""

    first: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    rounds: int = 0  # rounds, or turns in a title without rounds
    ending: str = ""
    cut: bool = False  # whether it was ended after the largest number of decisions


class Play(NamedTuple):
    """The moves of a game as a record stores them, and how many actions each was chosen from."""

    moves: list[str]
    choices: list[int]


def derive(seed: int, *path: int | str) -> int:
    """Derive a seed for one part of a larger run, such as game 57 of a simulation."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")


def play_bots(
    game: Game, bots: Sequence[str], seed: int, options: Values, moves: list[str] | None = None
) -> Outcome:
    """Play a game to the end, with the bots seated in the given order.

    If a list is given, the moves are added to it, as a record stores them.
    """
    played = None if moves is None else Play(moves, [])
    return play(game, seated(game, bots, seed), seed, options, played)


def seated(game: Game, bots: Sequence[str], seed: int) -> list[Bot]:
    """The bots of a game by seat, each with its own source of chance."""
    return [make(name, game, Random(derive(seed, "bot", i))) for i, name in enumerate(bots)]


def play(
    game: Game,
    players: Sequence[Bot],
    seed: int,
    options: Values,
    played: Play | None = None,
    longest: int | None = None,
) -> Outcome:
    """Play a game to the end with these players, and add the moves to `played`. After the given
    number of decisions, it is ended as it stands: the highest scores win."""
    state = game.new(len(players), seed=seed, **options)
    first = int(str(state.view(None).get("first_player", 0)))  # in some games, nobody is
    eyes = [Observer(game, state, seat) for seat in range(len(players))]
    decisions = 0
    while state.actors and decisions != longest:
        seat = state.actors[0]
        action = players[seat].choose(eyes[seat])
        if played is not None:
            played.moves.append(f"{seat} {game.notation(action)}")
            played.choices.append(len(state.legal(seat)))
        state.apply(seat, action)
        decisions += 1
    scores, winners = state.scores, state.winners
    if state.actors:
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    cut = bool(state.actors)
    return Outcome(first, scores, winners, decisions, _rounds(state), state.ending, cut)


def _rounds(state: State) -> int:
    """The number of the last round, or of the last turn in a title without rounds."""
    view = state.view(None)
    return int(str(view["round"] if "round" in view else view["turn"]))
