"""Tsukiji's master. It decides on all tickets of a round together, and tries out purchases.

What the tickets decide is which lot gets which tile. So it first estimates what each arrangement of
the tiles is worth to everyone, by playing on from there to the end of the game. Then it looks for
tickets that bring about the best arrangements against tickets that the others might lay, and draws
some of them at random, so that nobody can read it (see `rivals`). Its budget is a number of games
played on, so the same seed gives the same moves on every machine.

Without a budget it is short-sighted: it thinks only of the current round, and judges its end by the
learned chances of winning (see `features`).
"""

from collections.abc import Callable
from itertools import permutations
from random import Random
from typing import Final, cast

from ichiba.bots.search import best, draw, lead_value
from ichiba.core.observer import Observer
from ichiba.games.tsukiji.actions import TICKET
from ichiba.games.tsukiji.bots.candidates import (
    Ranking,
    Tickets,
    Tiles,
    Worths,
    keeping,
    possible_tickets,
    ranking,
)
from ichiba.games.tsukiji.bots.features import chances
from ichiba.games.tsukiji.bots.policy import purchase
from ichiba.games.tsukiji.bots.rollout import Guessing, Rivals, play_on, play_round
from ichiba.games.tsukiji.data import ROUNDS, TICKET_BIT
from ichiba.games.tsukiji.pricing import move_market, return_tickets
from ichiba.games.tsukiji.round import begin_turn
from ichiba.games.tsukiji.table import PURCHASE, VALUATION, TsukijiTable

# With this many lots, every arrangement of the tiles can be tried out.
_FEW_LOTS: Final = 3
# How many games it plays on for a decision.
ROLLOUTS: Final = 300
# How many rounds it plays on for a decision if it is short-sighted.
_SHORT: Final = 60
# A lead of this many yen at the end counts as three quarters of a sure win.
_SCALE: Final = 25.0
# How many guesses of the others' tickets are used for all own tickets, and for the best of them.
_FIRST_GUESSES: Final = 10
_LAST_GUESSES: Final = 80
_FINALISTS: Final = 40


class Master:
    """Thinks by playing on with the quick player. It remembers its tickets for the round."""

    def __init__(
        self,
        rng: Random,
        rollouts: int = ROLLOUTS,
        rivals: Callable[[TsukijiTable, int, Random], Guessing] = Rivals,
    ) -> None:
        self._rng = rng
        self._short_sighted = not rollouts
        self._rollouts = rollouts or _SHORT
        self._rivals = rivals
        self._plan: tuple[int, Tickets] = (0, ())  # the round, and the tickets for it

    def choose(self, observer: Observer) -> int:
        """Choose the best action."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        world = self._imagine(observer)
        if world.phase == VALUATION:
            return TICKET + self._next_ticket(world, observer.seat)
        if world.phase == PURCHASE:
            return self._best_purchase(observer, legal)
        return purchase(world, observer.seat, None)

    def _imagine(self, observer: Observer) -> TsukijiTable:
        return cast(TsukijiTable, observer.determinize(self._rng))

    # --- Purchases

    def _best_purchase(self, observer: Observer, legal: list[int]) -> int:
        seat = observer.seat

        def try_out(world: TsukijiTable, action: int) -> float:
            trial = world.copy()
            trial.apply(seat, action)
            return self._prospects(trial)[seat]

        return best(legal, lambda: self._imagine(observer), try_out, self._rollouts)

    def _prospects(self, world: TsukijiTable) -> list[float]:
        """By seat, from -1 to 1: how far ahead of the best other player it ends in a game."""
        if self._short_sighted:
            play_round(world, self._rng)
            if world.actors:
                return [2 * chance - 1 for chance in chances(world)]
        scores = play_on(world, self._rng)
        return [lead_value(scores, seat, _SCALE) for seat in world.setup.everyone]

    # --- Tickets

    def _next_ticket(self, world: TsukijiTable, seat: int) -> int:
        laid = tuple(world.tickets[seat])
        number, plan = self._plan
        if number != world.round or plan[: len(laid)] != laid:
            plan = self._best_tickets(world, seat, laid)
            self._plan = (world.round, plan)
        return plan[len(laid)]

    def _best_tickets(self, world: TsukijiTable, seat: int, laid: Tickets) -> Tickets:
        own, rivals, worths = self._consider(world, seat, laid)
        mix = rivals.balance(own, worths, 1 / _SCALE)
        return own[draw(mix, self._rng)][1]

    def rank_tickets(self, world: TsukijiTable, seat: int, laid: Tickets) -> Ranking:
        """The best tickets for the whole round that begin with those laid, with what they are
        worth against guesses; the best first. All tickets of the others are taken back."""
        return self._consider(world, seat, laid)[0]

    def _consider(
        self, world: TsukijiTable, seat: int, laid: Tickets
    ) -> tuple[Ranking, Guessing, list[Worths]]:
        _take_back_tickets(world)
        left = ROUNDS - world.round + 1
        worths = [Worths(values) for values in self._tile_values(world)]
        rivals = self._rivals(world, seat, self._rng)

        def ranked(own: list[Tickets], guesses: int) -> Ranking:
            others = [rivals.guess() for _ in range(guesses)]
            costs = [keeping(one, left) / _SCALE for one in own]
            return ranking(own, costs, worths[seat].on_average(own, others))

        every = possible_tickets(world.hands[seat], world.setup.lots, laid)
        finalists = [one for _, one in ranked(every, _FIRST_GUESSES)[:_FINALISTS]]
        return ranked(finalists, _LAST_GUESSES), rivals, worths

    def _tile_values(self, world: TsukijiTable) -> list[dict[Tiles, float]]:
        """By seat: what each arrangement of the tiles is worth.

        With three lots, each is tried out. With more there are too many, so the value is taken to
        be a sum with a part for each lot and its tile.
        """
        every = [*permutations(range(world.setup.lots))]
        if world.setup.lots == _FEW_LOTS:
            return self._values_one_by_one(world, every)
        return self._values_by_lot(world, every)

    def _values_one_by_one(
        self, world: TsukijiTable, every: list[Tiles]
    ) -> list[dict[Tiles, float]]:
        values = [dict.fromkeys(every, 0.0) for _ in world.setup.everyone]
        times = max(self._rollouts // len(every), 1)
        for _ in range(times):
            future = self._future(world)
            for tiles in every:
                for seat, value in enumerate(self._prospects(_with_tiles(future, tiles))):
                    values[seat][tiles] += value / times
        return values

    def _values_by_lot(self, world: TsukijiTable, every: list[Tiles]) -> list[dict[Tiles, float]]:
        tables = [_ByLot(world.setup.lots) for _ in world.setup.everyone]
        for _ in range(self._rollouts):
            tiles = self._rng.choice(every)
            found = self._prospects(_with_tiles(self._future(world), tiles))
            for table, value in zip(tables, found, strict=True):
                table.add(tiles, value)
        return [table.values(every) for table in tables]

    def _future(self, world: TsukijiTable) -> TsukijiTable:
        """A copy in which other cards will be dealt."""
        future = world.copy()
        future.rng = type(world.rng).drawn(self._rng)
        return future


class _ByLot:
    """Values of arrangements as sums, with a part for each lot and its tile."""

    def __init__(self, lots: int) -> None:
        self._totals = [[0.0] * lots for _ in range(lots)]
        self._counts = [[0] * lots for _ in range(lots)]

    def add(self, tiles: Tiles, value: float) -> None:
        """Add the result of a game with this arrangement."""
        for lot, tile in enumerate(tiles):
            self._totals[lot][tile] += value
            self._counts[lot][tile] += 1

    def values(self, every: list[Tiles]) -> dict[Tiles, float]:
        """The value of each of these arrangements."""
        mean = sum(self._totals[0]) / sum(self._counts[0])
        parts = [
            [total / count - mean if count else -mean for total, count in zip(*rows, strict=True)]
            for rows in zip(self._totals, self._counts, strict=True)
        ]
        return {
            tiles: mean + sum([parts[lot][tile] for lot, tile in enumerate(tiles)])
            for tiles in every
        }


def _take_back_tickets(world: TsukijiTable) -> None:
    """Return all tickets of this round to the hands. What the others have laid is only a guess."""
    for seat, laid in enumerate(world.tickets):
        for ticket in laid:
            world.hands[seat] |= TICKET_BIT[ticket]
        world.tickets[seat] = []


def _with_tiles(future: TsukijiTable, tiles: Tiles) -> TsukijiTable:
    """The position after a reveal that gave the lots these tiles."""
    world = future.copy()
    world.tiles = [*tiles]
    return_tickets(world)
    move_market(world)
    world.turn = 0
    begin_turn(world)
    return world
