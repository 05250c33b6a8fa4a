"""Tsukiji's master. It decides on all tickets of a round together, and tries out purchases.

What the tickets decide is which lot gets which tile. So it first estimates what each arrangement of
the tiles is worth, by playing on from there to the end of the game. Then it looks for the tickets
that bring about the best arrangements against tickets that the others might lay. Its budget is a
number of games played on, so the same seed gives the same moves on every machine.
"""

from itertools import permutations
from random import Random
from typing import cast

from ichiba.bots.search import best, lead_value
from ichiba.bots.tsukiji.light import guess_tickets, play_on, purchase, wishes
from ichiba.core.observer import Observer
from ichiba.games.tsukiji.actions import TICKET
from ichiba.games.tsukiji.data import FOUR, ROUNDS, TICKET_BIT, TICKETS
from ichiba.games.tsukiji.pricing import lot_value, move_market, return_tickets
from ichiba.games.tsukiji.round import begin_turn
from ichiba.games.tsukiji.table import PURCHASE, VALUATION, TsukijiTable

Tiles = tuple[int, ...]
Tickets = tuple[int, ...]

_NORMAL = range(FOUR + 1)
_SPECIAL = range(FOUR + 1, len(TICKETS))
# With this many lots, every arrangement of the tiles can be tried out.
_FEW_LOTS = 3
# How many games it plays on for a decision.
ROLLOUTS = 400
# A lead of this many yen at the end counts as three quarters of a sure win.
_SCALE = 25.0
# What a special ticket is worth in later rounds, in yen for each round left.
_KEEPING = 1.5
# How often the others are expected to lay any tickets instead of the likely ones. It keeps the
# master from relying on its guesses.
_SURPRISES = 0.2
# How many guesses of the others' tickets are used for all own tickets, and for the best of them.
_FIRST_GUESSES, _LAST_GUESSES = 10, 80
_FINALISTS = 40
# Tickets that are worth nearly the same are chosen at random, so that nobody can read them.
_NEARLY = 0.01


class Master:
    """Thinks by playing on with the light player. It remembers its tickets for the round."""

    def __init__(self, rng: Random, rollouts: int = ROLLOUTS) -> None:
        self._rng = rng
        self._rollouts = rollouts
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
            return self._prospect(trial, seat)

        return best(legal, lambda: self._imagine(observer), try_out, self._rollouts)

    def _prospect(self, world: TsukijiTable, seat: int) -> float:
        """From -1 to 1: how far ahead of the best other player the seat ends in a game."""
        return lead_value(play_on(world, self._rng), seat, _SCALE)

    # --- Tickets

    def _next_ticket(self, world: TsukijiTable, seat: int) -> int:
        laid = tuple(world.tickets[seat])
        number, plan = self._plan
        if number != world.round or plan[: len(laid)] != laid:
            plan = self._best_tickets(world, seat, laid)
            self._plan = (world.round, plan)
        return plan[len(laid)]

    def _best_tickets(self, world: TsukijiTable, seat: int, laid: Tickets) -> Tickets:
        _take_back_tickets(world)
        left = ROUNDS - world.round + 1
        values = self._tile_values(world, seat)
        own = _possible_tickets(world.hands[seat], world.setup.lots, laid)
        wish = wishes(world)
        costs = {one: _special_cost(one, left) for one in own}
        for guesses in (_FIRST_GUESSES, _LAST_GUESSES):
            others = [self._guess(world, wish, seat) for _ in range(guesses)]
            worth = _expected_values(own, others, values)
            own.sort(key=lambda one: worth[one] - costs[one], reverse=True)
            most = worth[own[0]] - costs[own[0]]
            if guesses == _FIRST_GUESSES:
                del own[_FINALISTS:]
        return self._rng.choice([one for one in own if worth[one] - costs[one] > most - _NEARLY])

    def _guess(self, world: TsukijiTable, wish: list[list[float]], seat: int) -> list[list[int]]:
        """Tickets that the other players might lay, by what they wish for."""
        left, found = ROUNDS - world.round + 1, []
        for other in world.setup.everyone:
            if other == seat:
                continue
            if self._rng.random() < _SURPRISES:
                found.append(self._rng.sample(_NORMAL, world.setup.lots))
            else:
                found.append(guess_tickets(wish[other], world.hands[other], left, self._rng))
        return found

    def _tile_values(self, world: TsukijiTable, seat: int) -> dict[Tiles, float]:
        """What each arrangement of the tiles is worth, given as the tile of each lot.

        With three lots, each is tried out. With more there are too many, so the value is taken to
        be a sum with a part for each lot and its tile.
        """
        every = [*permutations(range(world.setup.lots))]
        if world.setup.lots == _FEW_LOTS:
            return self._values_one_by_one(world, seat, every)
        return self._values_by_lot(world, seat, every)

    def _values_one_by_one(
        self, world: TsukijiTable, seat: int, every: list[Tiles]
    ) -> dict[Tiles, float]:
        values = dict.fromkeys(every, 0.0)
        times = max(self._rollouts // len(every), 1)
        for _ in range(times):
            future = self._future(world)
            for tiles in every:
                values[tiles] += self._prospect(_with_tiles(future, tiles), seat) / times
        return values

    def _values_by_lot(
        self, world: TsukijiTable, seat: int, every: list[Tiles]
    ) -> dict[Tiles, float]:
        lots = range(world.setup.lots)
        totals = [[0.0] * len(lots) for _ in lots]
        counts = [[0] * len(lots) for _ in lots]
        total = 0.0
        for _ in range(self._rollouts):
            tiles = self._rng.choice(every)
            value = self._prospect(_with_tiles(self._future(world), tiles), seat)
            total += value
            for lot, tile in enumerate(tiles):
                totals[lot][tile] += value
                counts[lot][tile] += 1
        mean = total / self._rollouts
        parts = [
            [totals[lot][tile] / max(counts[lot][tile], 1) - mean for tile in lots] for lot in lots
        ]
        return {
            tiles: mean + sum(parts[lot][tile] for lot, tile in enumerate(tiles)) for tiles in every
        }

    def _future(self, world: TsukijiTable) -> TsukijiTable:
        """A copy in which other cards will be dealt."""
        future = world.copy()
        future.rng = type(world.rng).drawn(self._rng)
        return future


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


def _possible_tickets(hand: int, lots: int, laid: Tickets) -> list[Tickets]:
    """Every sequence of tickets in the hand that begins with those already laid, with at most one
    special ticket more than it has."""
    normal = [ticket for ticket in _NORMAL if hand & TICKET_BIT[ticket] and ticket not in laid]
    special = [ticket for ticket in _SPECIAL if hand & TICKET_BIT[ticket] and ticket not in laid]
    open_lots = lots - len(laid)
    found = [laid + more for more in permutations(normal, open_lots)]
    for ticket in special:
        for others in permutations(normal, open_lots - 1):
            found += [
                (*laid, *others[:place], ticket, *others[place:]) for place in range(open_lots)
            ]
    return found


def _special_cost(tickets: Tickets, left: int) -> float:
    """What the special tickets would be worth later, on the scale of prospects."""
    used = sum(ticket in _SPECIAL for ticket in tickets)
    return used * _KEEPING * (left - 1) / _SCALE


def _expected_values(
    own: list[Tickets], others: list[list[list[int]]], values: dict[Tiles, float]
) -> dict[Tickets, float]:
    """What own tickets are worth on average against these tickets of the others."""
    worth = dict.fromkeys(own, 0.0)
    share = 1 / len(others)
    known: dict[tuple[int, ...], float] = {}
    for guess in others:
        columns = [*zip(*guess, strict=True)]
        by_lot = [
            [lot_value((*column, ticket)) for ticket in range(len(TICKETS))] for column in columns
        ]
        for tickets in own:
            totals = tuple([by_lot[lot][ticket] for lot, ticket in enumerate(tickets)])
            value = known.get(totals)
            if value is None:
                value = known[totals] = values[_tiles_for(totals)] * share
            worth[tickets] += value
    return worth


def _tiles_for(totals: tuple[int, ...]) -> Tiles:
    """The tile of each lot, for lots with these values."""
    tiles = [0] * len(totals)
    ranking = sorted(range(len(totals)), key=totals.__getitem__, reverse=True)
    for tile, lot in enumerate(ranking):
        tiles[lot] = tile
    return tuple(tiles)
