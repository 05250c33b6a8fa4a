"""The tickets that the other players may lay, as Tsukiji's master imagines them, and its answer.

They come from a model of what the others want, and from chance. A master that simply laid the best
tickets against them could be read. So it lays tickets of an equilibrium, in which the others
follow the model with a fixed probability and are free to choose otherwise. Little is gained by
knowing how often it lays which tickets, and it still wins against players who follow the model.
"""

from collections.abc import Sequence
from operator import sub
from random import Random
from typing import Final, Protocol

from ichiba.bots.search import Mix, draw, equilibrium
from ichiba.bots.tsukiji.light import guess_tickets, wishes
from ichiba.bots.tsukiji.tickets import (
    NORMAL,
    Ranking,
    Tickets,
    Worths,
    keeping,
    possible_tickets,
    ranking,
)
from ichiba.games.tsukiji.data import ROUNDS
from ichiba.games.tsukiji.table import TsukijiTable

# How often the others are expected to lay any tickets instead of the likely ones.
_SURPRISES: Final = 0.05
# How often they are expected to follow the model in the equilibrium.
_MODELLED: Final = 0.35
# The size of the equilibrium: how many sequences of tickets another player chooses from, by how
# many guesses they are found, and for how many rounds everyone learns. More than two players have
# many more tickets to compare, so they choose from fewer, and each round is only a sample.
_OPTIONS: Final = 60
_FEW_OPTIONS: Final = 20
_GUESSES: Final = 10
_LEARNING: Final = 100
_LEARNING_BY_SAMPLES: Final = 120
_PAIR: Final = 2


class Guessing(Protocol):
    """A way to guess what the others lay."""

    def guess(self) -> list[Sequence[int]]:
        """Tickets that the others might lay, without those of the seat itself."""

    def balance(self, own: Ranking, worths: Sequence[Worths], yen: float) -> Mix:
        """How often to lay each of the seat's own tickets, given what they are worth against
        guesses. A yen is worth `yen`."""


class Rivals:
    """The others at the table in one round, before anyone has laid tickets."""

    def __init__(self, world: TsukijiTable, seat: int, rng: Random) -> None:
        self._world = world
        self._seat = seat
        self._rng = rng
        self._left = ROUNDS - world.round + 1
        self._wishes = wishes(world)

    def guess(self) -> list[Sequence[int]]:
        """Tickets that the others might lay, without those of the seat itself."""
        return self._guess_without(self._seat)

    def _guess_without(self, left_out: int) -> list[Sequence[int]]:
        everyone = self._world.setup.everyone
        return [self._guess_of(seat) for seat in everyone if seat != left_out]

    def _guess_of(self, seat: int) -> Sequence[int]:
        if self._rng.random() < _SURPRISES:
            return self._rng.sample(NORMAL, self._world.setup.lots)
        return guess_tickets(self._wishes[seat], self._world.hands[seat], self._left, self._rng)

    def balance(self, own: Ranking, worths: Sequence[Worths], yen: float) -> Mix:
        """How often to lay each of the seat's own tickets, in an equilibrium of the round."""
        everyone = self._world.setup.everyone
        mine = [one for _, one in own]
        options = [
            mine if seat == self._seat else self._options(seat, mine, worths[seat], yen)
            for seat in everyone
        ]
        costs = [[yen * keeping(one, self._left) for one in each] for each in options]
        game = _Round(options, worths, costs, self._rng)
        modelled = [_MODELLED * worth for worth, _ in own]

        def payoffs(seat: int, mixes: Sequence[Mix]) -> list[float]:
            found = game.payoffs(seat, mixes)
            if seat != self._seat:
                return found
            return [
                worth + (1 - _MODELLED) * free for worth, free in zip(modelled, found, strict=True)
            ]

        rounds = _LEARNING if len(options) == _PAIR else _LEARNING_BY_SAMPLES
        return equilibrium([len(each) for each in options], payoffs, rounds)[self._seat]

    def _options(self, seat: int, mine: list[Tickets], worths: Worths, yen: float) -> list[Tickets]:
        """The tickets that another player chooses from. With two players, these are the best answer
        to each of the master's own and the best against guesses; with more, just guesses."""
        if self._world.setup.players != _PAIR:
            return [*dict.fromkeys([tuple(self._guess_of(seat)) for _ in range(_FEW_OPTIONS)])]
        every = possible_tickets(self._world.hands[seat], self._world.setup.lots, ())
        costs = [yen * keeping(one, self._left) for one in every]
        found = []
        for one in mine:
            gains = map(sub, worths.against(every, [one]), costs)
            found.append(max(zip(gains, every, strict=True))[1])
        guesses = [self._guess_without(seat) for _ in range(_GUESSES)]
        found += [one for _, one in ranking(every, costs, worths.on_average(every, guesses))]
        return [*dict.fromkeys(found)][:_OPTIONS]


class _Round:
    """The tickets that everyone chooses from, and what they are worth and cost."""

    def __init__(
        self,
        options: list[list[Tickets]],
        worths: Sequence[Worths],
        costs: list[list[float]],
        rng: Random,
    ) -> None:
        self._options = options
        self._worths = worths
        self._costs = costs
        self._rng = rng
        self._known: list[dict[tuple[int, ...], list[float]]] = [{} for _ in options]

    def payoffs(self, seat: int, mixes: Sequence[Mix]) -> list[float]:
        """What each option of a seat is worth, if the others choose by these mixes: the mean with
        two players, and a sample with more."""
        others = [mix for other, mix in enumerate(mixes) if other != seat]
        if len(others) > 1:
            return self._against(seat, tuple([draw(mix, self._rng) for mix in others]))
        totals = [0.0] * len(self._options[seat])
        for chosen, share in enumerate(others[0]):
            if share > 0:
                found = self._against(seat, (chosen,))
                totals = [total + share * value for total, value in zip(totals, found, strict=True)]
        return totals

    def _against(self, seat: int, chosen: tuple[int, ...]) -> list[float]:
        found = self._known[seat].get(chosen)
        if found is None:
            theirs = [options for other, options in enumerate(self._options) if other != seat]
            laid = [options[one] for options, one in zip(theirs, chosen, strict=True)]
            worth = self._worths[seat].against(self._options[seat], laid)
            found = [each - cost for each, cost in zip(worth, self._costs[seat], strict=True)]
            self._known[seat][chosen] = found
        return found
