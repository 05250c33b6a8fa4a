"""The tickets that the other players may lay, as Tsukiji's master imagines them.

They come from three sources: a model of what the others want, chance, and an equilibrium of the
round, in which everyone has considered what everyone else might lay.
"""

from collections.abc import Sequence
from random import Random
from typing import Final, Protocol

from ichiba.bots.search import Mix, draw, equilibrium
from ichiba.bots.tsukiji.light import guess_tickets, wishes
from ichiba.bots.tsukiji.tickets import NORMAL, Tickets, Worths, keeping
from ichiba.games.tsukiji.data import ROUNDS
from ichiba.games.tsukiji.table import TsukijiTable

# How often the others are expected to lay any tickets instead of the likely ones, and how often
# those of the equilibrium. It keeps the master from relying on its guesses.
_SURPRISES: Final = 0.2
_BALANCED: Final = 0.3
# The size of the equilibrium: how many sequences of tickets a player chooses from, and for how many
# rounds everyone learns.
_OPTIONS: Final = 20
_LEARNING: Final = 120


class Guessing(Protocol):
    """A way to guess what the others lay."""

    def guess(self) -> list[Sequence[int]]:
        """Tickets that the others might lay, without those of the seat itself."""

    def find_balance(self, own: Sequence[Tickets], worths: Sequence[Worths], yen: float) -> Mix:
        """Prepare for better guesses, and return the mix of the seat's own tickets."""


class Rivals:
    """The others at the table in one round, before anyone has laid tickets."""

    def __init__(self, world: TsukijiTable, seat: int, rng: Random) -> None:
        self._world = world
        self._seat = seat
        self._rng = rng
        self._left = ROUNDS - world.round + 1
        self._wishes = wishes(world)
        self._options: list[list[Tickets]] = []  # by seat, once there is an equilibrium
        self._mixes: list[Mix] = []

    def guess(self) -> list[Sequence[int]]:
        """Tickets that the others might lay, without those of the seat itself."""
        return [self._guess_of(seat) for seat in self._world.setup.everyone if seat != self._seat]

    def _guess_of(self, seat: int) -> Sequence[int]:
        point = self._rng.random()
        if point < _SURPRISES:
            return self._rng.sample(NORMAL, self._world.setup.lots)
        if self._mixes and point < _SURPRISES + _BALANCED:
            return self._options[seat][draw(self._mixes[seat], self._rng)]
        return guess_tickets(self._wishes[seat], self._world.hands[seat], self._left, self._rng)

    def find_balance(self, own: Sequence[Tickets], worths: Sequence[Worths], yen: float) -> Mix:
        """Find an equilibrium for later guesses, and return the mix of the seat's own tickets.

        The others choose from tickets that they are guessed to lay. A yen is worth `yen`.
        """
        everyone = self._world.setup.everyone
        self._options = [
            [*own] if seat == self._seat else self._some_options(seat) for seat in everyone
        ]
        costs = [[yen * keeping(one, self._left) for one in options] for options in self._options]

        def payoffs(seat: int, chosen: Sequence[int]) -> list[float]:
            others = [self._options[other][chosen[other]] for other in everyone if other != seat]
            found = worths[seat].against(self._options[seat], others)
            return [worth - cost for worth, cost in zip(found, costs[seat], strict=True)]

        counts = [len(options) for options in self._options]
        self._mixes = equilibrium(counts, payoffs, _LEARNING, self._rng)
        return self._mixes[self._seat]

    def _some_options(self, seat: int) -> list[Tickets]:
        guesses = (tuple(self._guess_of(seat)) for _ in range(_OPTIONS))
        return [*dict.fromkeys(guesses)]
