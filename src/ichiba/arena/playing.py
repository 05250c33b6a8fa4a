"""One game between bots, from a seed: the same seed gives the same game, wherever it is played."""

from collections.abc import Sequence
from hashlib import sha256
from random import Random

import msgspec

from ichiba.bots import make
from ichiba.core.game import Game
from ichiba.core.observer import Observer
from ichiba.core.options import Values


class Outcome(msgspec.Struct, frozen=True):
    """How one game ended."""

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    decisions: int


def derive(seed: int, *path: int | str) -> int:
    """A seed for one part of a larger whole, such as game 57 of a simulation."""
    text = "/".join(map(str, (seed, *path)))
    return int.from_bytes(sha256(text.encode()).digest()[:16], "big")


def play_bots(game: Game, bots: Sequence[str], seed: int, options: Values) -> Outcome:
    """Play a game to its end; the bots sit in the order given."""
    players = [make(name, game, Random(derive(seed, "bot", i))) for i, name in enumerate(bots)]
    state = game.new(len(bots), seed=seed, **options)
    eyes = [Observer(game, state, seat) for seat in range(len(bots))]
    decisions = 0
    while state.actors:
        seat = state.actors[0]
        state.apply(seat, players[seat].choose(eyes[seat]))
        decisions += 1
    return Outcome(state.scores, state.winners, decisions)
