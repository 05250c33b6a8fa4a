"""Describes positions of Shinjuku at the end of a turn in numbers, from which the values are
learned; and values maps by them."""

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from ichiba.bots.values import Values, Weights, load, log_odds, score
from ichiba.games.shinjuku.bots.evaluate import ALL, NEXT, STEPS, Outlook, points, taken
from ichiba.games.shinjuku.bots.hand import faded
from ichiba.games.shinjuku.bots.reach import CHART, Reach, Sharing
from ichiba.games.shinjuku.bots.sketch import Sketch
from ichiba.games.shinjuku.city import CITY, bits
from ichiba.games.shinjuku.customers import KIND_COUNT, buyers, size_of
from ichiba.games.shinjuku.data import BONUS_STACKS, DEPARTMENT, GOODS, HAND, store_of
from ichiba.games.shinjuku.scoring import points_of
from ichiba.games.shinjuku.table import NONE, ShinjukuTable

# By seat. Customers are counted in points, by what one more of their good is worth to the seat.
FEATURES: Final = (
    "outlook",  # what greedy expects at the end, in points, apart from cards
    "points",  # so far
    "tokens",
    "sets",  # points of the customers that the outlook expects, beyond those so far
    "customers",  # their number
    "lowest",  # the number of the rarest good among them
    "next_move",  # customers of the best ward in the next turn
    "waiting",  # customers on the map and in the queue, in reach of own stores
    "bag_alone",  # customers in the bag, by cards of wards that only this seat reaches
    "bag_shared",  # and others reach, too
    "bag_near",  # and that one more link would reach
    "bag_again",  # by cards that several own stores of the good can be reached from
    "goods",  # the number of goods sold
    "capacity",  # the most stores of each good in one connected area
    "stations",  # in reach, by good
    "wild",  # cards of wards with own stores, per turn
    "toll",  # own track, per turn
    "no_track",  # one if there is hardly any left
    "sites",  # stores on sites of department stores
    "site_tokens",  # tokens of the next stack, if there is such a store
    "ready_tokens",  # and the seat has a customer for it
    "departments",  # on the map
    "stores",
    "hand",
    "turns",
    "moved",  # one for the seat whose turn has ended
)
_CUSTOMERS: Final = sum(KIND_COUNT)
_GOODS: Final = range(len(GOODS))
_FEW_TRACK: Final = 2
# How many turns the advantages of stores and track count at most.
_MANY_TURNS: Final = 12.0


class _Ground(NamedTuple):
    """What stores and track are good for, by seat."""

    reaches: list[list[Reach]]
    sharings: list[Sharing]
    bag: list[list[float]]  # expected customers from the bag, by good
    standing: list[float]
    network: list[list[float]]  # features
    turns: list[float]


class Survey(Outlook):
    """Describes maps for one decision of one seat."""

    def __init__(self, table: ShinjukuTable, seat: int, like: Outlook | None = None) -> None:
        self._known: dict[int, list[list[Reach]]] = {}  # by id
        self._grounds: dict[int, _Ground] = {}  # by the id of its reaches
        super().__init__(table, seat, like)
        waiting = sum(size_of(group) for group in table.queue_groups)
        self.stage = (len(table.bag) + waiting) / _CUSTOMERS
        self._sizes = [*table.sizes]
        self._departments = [store_of(one, DEPARTMENT) for one in self.seats]

    def features(self, sketch: Sketch, hand: float) -> list[list[float]]:
        """By seat: what `FEATURES` names. `hand` is what the seat's own cards are worth."""
        ground = self._ground(sketch)
        reaches = ground.reaches
        soon = [[0.0] * len(GOODS) for _ in self.seats]
        left = self._play_round(sketch, reaches, soon)
        rest = [[0.0] * len(GOODS) for _ in self.seats]
        for ward, group in left.items():
            if group:
                self._share_rest(ward, group, ground.sharings, rest)
        rows = []
        for seat in self.seats:
            near, later, bag = soon[seat], rest[seat], ground.bag[seat]
            counts, bonus = taken(sketch.earned[seat], ALL)[1], sketch.bonus[seat]
            expected = [counts[good] + near[good] + later[good] + bag[good] for good in _GOODS]
            row = [points(expected, bonus) + ground.standing[seat]]
            row += self._customers(counts, bonus, expected)
            worth = self.worth[seat]
            row.append(_worth(worth, near) / NEXT)
            row.append(_worth(worth, later))
            row += ground.network[seat]
            row += self._buildings(sketch, seat)
            row.append(hand if seat == self.seat else self._hand(sketch, seat))
            row.append(ground.turns[seat])
            row.append(1.0 if seat == self.seat else 0.0)
            rows.append(row)
        return rows

    def reaches(self, sketch: Sketch) -> list[list[Reach]]:
        """By seat and good, as in the outlook. They are kept, so that their ids stay unique."""
        found = super().reaches(sketch)
        self._known[id(found)] = found
        return found

    def _ground(self, sketch: Sketch) -> "_Ground":
        """What depends only on stores and track. Maps that differ in customers share it."""
        reaches = self.reaches(sketch)
        found = self._grounds.get(id(reaches))
        if found is None:
            sharings = self.sharings(reaches)
            bag = [[0.0] * len(GOODS) for _ in self.seats]
            self._share_out(sharings, bag)
            turns = self._turns_by_seat(sketch)
            network = [
                self._bag(seat, sharings) + self._network(sketch, seat, reaches[seat], turns[seat])
                for seat in self.seats
            ]
            standing = [self._standing(sketch, seat) for seat in self.seats]
            found = _Ground(reaches, sharings, bag, standing, network, turns)
            self._grounds[id(reaches)] = found
        return found

    def _customers(self, counts: tuple[int, ...], bonus: int, expected: list[float]) -> list[float]:
        so_far = points_of([*counts], bonus)
        ranked = sorted(expected)
        more = sum(ranked) - sum(counts)
        lowest = ranked[0]
        for _ in range(bonus):
            ranked[0] += 1
            ranked.sort()
        sets = sum([step * one for step, one in zip(STEPS, reversed(ranked), strict=True)])
        return [so_far, bonus, sets - so_far, more, lowest]

    def _bag(self, seat: int, sharings: list[Sharing]) -> list[float]:
        """What the wards in reach promise, as long as there are customers in the bag."""
        alone = shared = near = again = 0.0
        for good, coming in enumerate(self.to_come):
            rate = coming * self.worth[seat][good] / CHART.deck
            if rate:
                cards = sharings[good].cards[seat]
                alone += rate * cards.alone
                shared += rate * cards.shared
                near += rate * cards.near
                again += rate * (cards.alone + cards.shared) * cards.again
        return [alone, shared, near, again]

    def _network(self, sketch: Sketch, seat: int, row: list[Reach], turns: float) -> list[float]:
        goods = capacity = stations = 0
        for reach in row:
            goods += reach.stores > 0
            capacity += reach.stores
            stations += reach.stations.bit_count()
        turns = min(turns, _MANY_TURNS)
        wild = turns * self._wild_cards(sketch.wild[seat]) / CHART.deck
        toll = turns * (16 - sketch.track[seat]) / 16
        no_track = 1.0 if sketch.track[seat] < _FEW_TRACK else 0.0
        return [goods, capacity, stations / 44, wild, toll, no_track]

    def _wild_cards(self, wards: int) -> int:
        return sum([CHART.cards_of[ward].bit_count() for ward in bits(wards)])

    def _buildings(self, sketch: Sketch, seat: int) -> list[float]:
        """Department stores, and what it takes to build one."""
        sites = stores = ready = 0
        earned = sketch.earned[seat]
        for good in _GOODS:
            places = sketch.sellers[store_of(seat, good)]
            here = (places & CITY.department_sites).bit_count()
            stores += places.bit_count()
            sites += here
            if here and buyers(earned, good):
                ready = 1
        stack = sketch.stacks
        tokens = BONUS_STACKS[stack] if stack < len(BONUS_STACKS) else 0
        free = sketch.departments[seat] > 0
        built = sketch.sellers[self._departments[seat]].bit_count()
        return [
            min(sites, sketch.departments[seat]),
            tokens if free and sites else 0,
            tokens if free and ready else 0,
            built,
            stores + built,
        ]

    def _hand(self, sketch: Sketch, seat: int) -> float:
        """What the cards of another seat are worth, by their number."""
        size = self._sizes[seat]
        if sketch.fares >> seat & 1:
            size = max(HAND, size + 1)
        return faded(size, self.turns_left)

    def _turns_by_seat(self, sketch: Sketch) -> list[float]:
        """By seat: how many turns it still has after this one. Exact once the bag is empty."""
        table, players = self.table, self.players
        left = table.last_turns
        if left != NONE:
            total = float(left)
        elif table.bag:
            total = self.turns_left * players + players - 1
        else:
            total = float(sum([1 for group in sketch.queue if group]) + players - 1)
        turns = [0.0] * players
        for place in range(players):
            seat = (self.seat + 1 + place) % players
            share = (total - place) / players
            turns[seat] = max(0.0, share) if table.bag else float(-(-(total - place) // players))
        return turns


def _worth(worth: Sequence[float], counts: Sequence[float]) -> float:
    total = 0.0
    for one, count in zip(worth, counts):  # noqa: B905 - hot
        total += one * count
    return total


class Judge(Survey):
    """Values maps by the learned chance of winning instead of points."""

    def __init__(
        self,
        table: ShinjukuTable,
        seat: int,
        values: Values | None = None,
        like: Outlook | None = None,
    ) -> None:
        super().__init__(table, seat, like)
        weights: Weights = (values or learned()).of(self.players)
        self._weights = weights.at(self.stage, FEATURES)
        self.card = self._weights[FEATURES.index("hand")]
        self.effort *= self._weights[FEATURES.index("outlook")]

    def value(self, sketch: Sketch) -> float:
        """The logarithm of the seat's odds, apart from its cards."""
        return self.odds(sketch, 0.0)

    def odds(self, sketch: Sketch, hand: float) -> float:
        """The logarithm of the seat's odds of winning."""
        return log_odds(self.scores(sketch, hand), self.seat)

    def scores(self, sketch: Sketch, hand: float) -> list[float]:
        """By seat: the score from which the chances follow."""
        return [score(row, self._weights) for row in self.features(sketch, hand)]


@cache
def learned() -> Values:
    """The weights of this title."""
    return load(__package__)
