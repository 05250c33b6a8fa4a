"""How the others play on in Tsukiji: the tickets that they might lay, and whole rounds and games.

Whether a ticket is good depends on what the others lay at the same time."""

from collections.abc import Sequence
from operator import sub
from random import Random
from typing import Final, Protocol

from ichiba.bots.search import Mix, equilibrium
from ichiba.games.tsukiji.bots.candidates import (
    NORMAL,
    Ranking,
    Tickets,
    Worths,
    keeping,
    possible_tickets,
    ranking,
)
from ichiba.games.tsukiji.bots.evaluate import outlook
from ichiba.games.tsukiji.bots.policy import guess_tickets, purchase, wishes
from ichiba.games.tsukiji.data import (
    ROUNDS,
    TICKET_BIT,
)
from ichiba.games.tsukiji.round import reveal_tickets
from ichiba.games.tsukiji.scoring import scores
from ichiba.games.tsukiji.table import VALUATION, TsukijiTable

# How often the others are expected to lay any tickets instead of the likely ones.
_SURPRISES: Final = 0.05
# How often they are expected to follow the model in the equilibrium.
_MODELLED: Final = 0.35
# The size of the equilibrium: how many sequences of tickets the other player chooses from, by how
# many guesses they are found, and for how many rounds both learn.
_OPTIONS: Final = 60
_GUESSES: Final = 10
_LEARNING: Final = 100
_PAIR: Final = 2
# With more players, one of the tickets that are worth nearly the same is chosen at random.
_NEARLY: Final = 0.01


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
        """How often to lay each of the seat's own tickets: with two players, in an equilibrium of
        the round; with more, only those that are worth most."""
        everyone = self._world.setup.everyone
        if len(everyone) != _PAIR:
            best = [worth > own[0][0] - _NEARLY for worth, _ in own]
            return [is_best / sum(best) for is_best in best]
        mine = [one for _, one in own]
        options = [
            mine if seat == self._seat else self._options(seat, mine, worths[seat], yen)
            for seat in everyone
        ]
        costs = [[yen * keeping(one, self._left) for one in each] for each in options]
        game = _Round(options, worths, costs)
        modelled = [_MODELLED * worth for worth, _ in own]

        def payoffs(seat: int, mixes: Sequence[Mix]) -> list[float]:
            found = game.payoffs(seat, mixes)
            if seat != self._seat:
                return found
            return [
                worth + (1 - _MODELLED) * free for worth, free in zip(modelled, found, strict=True)
            ]

        return equilibrium([len(each) for each in options], payoffs, _LEARNING)[self._seat]

    def _options(self, seat: int, mine: list[Tickets], worths: Worths, yen: float) -> list[Tickets]:
        """The tickets that the other player chooses from: the best answer to each of the master's
        own, and the best against guesses."""
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
    """The tickets that two players choose from, and what they are worth and cost."""

    def __init__(
        self, options: list[list[Tickets]], worths: Sequence[Worths], costs: list[list[float]]
    ) -> None:
        self._options = options
        self._worths = worths
        self._costs = costs
        self._known: list[dict[int, list[float]]] = [{} for _ in options]

    def payoffs(self, seat: int, mixes: Sequence[Mix]) -> list[float]:
        """What each option of a seat is worth on average, if the other chooses by this mix."""
        totals = [0.0] * len(self._options[seat])
        for chosen, share in enumerate(mixes[1 - seat]):
            if share > 0:
                found = self._against(seat, chosen)
                totals = [total + share * value for total, value in zip(totals, found, strict=True)]
        return totals

    def _against(self, seat: int, chosen: int) -> list[float]:
        found = self._known[seat].get(chosen)
        if found is None:
            laid = self._options[1 - seat][chosen]
            worth = self._worths[seat].against(self._options[seat], [laid])
            found = [each - cost for each, cost in zip(worth, self._costs[seat], strict=True)]
            self._known[seat][chosen] = found
        return found


def lay(table: TsukijiTable, seat: int, tickets: list[int]) -> None:
    """Put down all tickets of a seat."""
    table.tickets[seat] = tickets
    for ticket in tickets:
        table.hands[seat] &= ~TICKET_BIT[ticket]


def lay_for_all(table: TsukijiTable, rng: Random) -> None:
    """Lay all tickets of a round for everyone at once, and reveal them."""
    left = ROUNDS - table.round + 1
    for seat, wish in enumerate(wishes(table)):
        lay(table, seat, guess_tickets(wish, table.hands[seat], left, rng))
    reveal_tickets(table)


def play_round(table: TsukijiTable, rng: Random) -> None:
    """Make all purchases of a round that are left."""
    yen = outlook(table, ROUNDS - table.round)
    while table.actors and table.phase != VALUATION:
        seat = table.actors[0]
        table.apply(seat, purchase(table, seat, rng, yen))


def play_on(table: TsukijiTable, rng: Random) -> tuple[int, ...]:
    """Play the game to its end, and return the scores."""
    while table.actors:
        if table.phase == VALUATION:
            lay_for_all(table, rng)
        play_round(table, rng)
    return scores(table)
