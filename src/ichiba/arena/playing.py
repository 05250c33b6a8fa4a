"""Plays one game between bots from a seed. The same seed always gives the same game."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random

import msgspec
from msgspec import UNSET

from ichiba.bots import make
from ichiba.bots.characters import names_for, with_level
from ichiba.bots.player import Bot
from ichiba.core.game import Game, State
from ichiba.core.observer import Observer
from ichiba.core.options import Values
from ichiba.core.record import Record, Result


class Outcome(msgspec.Struct, frozen=True):
    """The result of a game, who had the first turn, and how long it was."""

    first: int
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int
    rounds: int = 0  # rounds, or turns in a title without rounds
    ending: str = ""


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
    return play(game, seated(game, bots, seed), seed, options, moves)


def seated(game: Game, bots: Sequence[str], seed: int) -> list[Bot]:
    """The bots of a game by seat, each with its own source of chance."""
    return [make(name, game, Random(derive(seed, "bot", i))) for i, name in enumerate(bots)]


def play(
    game: Game,
    players: Sequence[Bot],
    seed: int,
    options: Values,
    moves: list[str] | None = None,
    longest: int | None = None,
) -> Outcome:
    """Play a game to the end with these players. After the given number of decisions, it is ended
    as it stands: the highest scores win."""
    state = game.new(len(players), seed=seed, **options)
    first = int(str(state.view(None).get("first_player", 0)))  # in some games, nobody is
    eyes = [Observer(game, state, seat) for seat in range(len(players))]
    decisions = 0
    while state.actors and decisions != longest:
        seat = state.actors[0]
        action = players[seat].choose(eyes[seat])
        state.apply(seat, action)
        decisions += 1
        if moves is not None:
            moves.append(f"{seat} {game.notation(action)}")
    scores, winners = state.scores, state.winners
    if state.actors:
        winners = tuple(seat for seat, score in enumerate(scores) if score == max(scores))
    return Outcome(first, scores, winners, decisions, _rounds(state), state.ending)


def _rounds(state: State) -> int:
    """The number of the last round, or of the last turn in a title without rounds."""
    view = state.view(None)
    return int(str(view["round"] if "round" in view else view["turn"]))


def record_bots(
    game: Game, bots: Sequence[str], seed: int, options: Values
) -> tuple[Outcome, Record]:
    """Play a game to the end, and return its record too."""
    moves: list[str] = []
    outcome = play_bots(game, bots, seed, options, moves)
    characters = names_for(game.name, bots, ())
    record = Record(
        game=game.name,
        revision=game.revision,
        changes={**game.changes} or UNSET,
        players=len(bots),
        options=options,
        seed=str(seed),
        names=[with_level(name, bot) for name, bot in zip(characters, bots, strict=True)],
        moves=moves,
        result=Result([*outcome.scores], [*outcome.winners]),
    )
    return outcome, record
