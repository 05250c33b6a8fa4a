"""What a simulation plays: its parameters, its games, and who sits where.

Each deal is played once for every distinct rotation of the bots around the table, so that every bot
plays every seat equally often with the same cards. If all bots are equal, there is only one
rotation, and every game is a new deal.
"""

import msgspec

from ichiba.arena.playing import Outcome
from ichiba.core.options import Values


class Plan(msgspec.Struct, frozen=True):
    """The parameters of a simulation."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: Values
    records: str | None = None  # the folder for the records of all games


class Played(msgspec.Struct, frozen=True):
    """A game of a simulation. Numbers of games, deals and seats start at 0."""

    number: int
    deal: int
    seed: int
    bots: tuple[str, ...]  # by seat
    outcome: Outcome


def seating(bots: tuple[str, ...], number: int) -> tuple[int, tuple[str, ...]]:
    """The deal of a game of a simulation, and the bots in the order of their seats."""
    deal, turn = divmod(number, seatings(bots))
    return deal, rotated(bots, turn)


def rotated(bots: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """Rotate the bots, so that bot b sits in seat (b + turn)."""
    return tuple(bots[(seat - turn) % len(bots)] for seat in range(len(bots)))


def seatings(bots: tuple[str, ...]) -> int:
    """The number of distinct rotations of the bots around the table."""
    turns = range(1, len(bots))
    return next((turn for turn in turns if rotated(bots, turn) == bots), len(bots))
