"""What the quick player makes of a position: where its stores can be reached from, and what
customers, wards and cards are worth to it. Areas and groups are worked out only once."""

from functools import cache, lru_cache, reduce
from operator import or_
from typing import Final

from ichiba.games.shinjuku.actions import MOVE
from ichiba.games.shinjuku.bots.reach import CHART, flood
from ichiba.games.shinjuku.city import CITY, bits
from ichiba.games.shinjuku.customers import KIND_GOOD, KIND_SIZE, heights, size_of
from ichiba.games.shinjuku.data import DEPARTMENT, GOODS, STORE_NAMES, WILD_CARDS
from ichiba.games.shinjuku.queue import queue_size
from ichiba.games.shinjuku.scoring import points_of
from ichiba.games.shinjuku.table import NONE, ShinjukuTable

WARD_OF: Final = CITY.ward_of
ENDS: Final = CITY.ends
CARDS_IN: Final = tuple(cards.bit_count() for cards in CHART.cards_of)  # by ward
EVERYWHERE: Final = (1 << CITY.stations) - 1
_LINKS_AT: Final[tuple[tuple[tuple[int, int], ...], ...]] = tuple(
    tuple((link, a + b - station) for link, (a, b) in enumerate(ENDS) if station in {a, b})
    for station in range(CITY.stations)
)  # by station: each link, and the station at its other end
STATIONS_IN: Final = tuple(bits(stations) for stations in CITY.stations_in)  # by ward
# The average value of a customer, and how much weight it has next to the exact value of the sets.
_MEAN: Final = 2.63
_ANY_SET: Final = 0.56


def _by_eights(wanted: list[int]) -> tuple[tuple[int, ...], ...]:
    """Of sets of stations, as bits: what all of them have. For each eight stations, it is computed
    in advance."""
    return tuple(
        tuple(
            reduce(or_, [wanted[first + place] for place in bits(chosen)], 0)
            for chosen in range(1 << min(8, len(wanted) - first))
        )
        for first in range(0, len(wanted), 8)
    )


_WARDS: Final[tuple[tuple[int, ...], ...]] = _by_eights([1 << ward for ward in WARD_OF])
_NEIGHBOURS: Final[tuple[tuple[int, ...], ...]] = _by_eights([*CHART.neighbours])


@lru_cache(maxsize=1 << 16)
def area_of(stations: int) -> tuple[int, tuple[int, ...], tuple[int, ...], int]:
    """Of connected stations: their wards as bits and one by one, the wards one link further, and
    the number of cards."""
    wards = near = beyond = 0
    for part in range(len(_WARDS)):
        eight = stations >> 8 * part & 255
        if eight:
            wards |= _WARDS[part][eight]
            near |= _NEIGHBOURS[part][eight]
    near &= ~stations
    for part in range(len(_WARDS)):
        beyond |= _WARDS[part][near >> 8 * part & 255]
    each = bits(wards)
    return wards, each, bits(beyond & ~wards), sum([CARDS_IN[ward] for ward in each])


@lru_cache(maxsize=1 << 16)
def boundary(stations: int) -> tuple[tuple[int, int], ...]:
    """The links between these stations and others: each link, and its station outside."""
    near = 0
    for part in range(len(_NEIGHBOURS)):
        near |= _NEIGHBOURS[part][stations >> 8 * part & 255]
    near &= ~stations
    found = []
    while near:
        low = near & -near
        outside = low.bit_length() - 1
        near ^= low
        for link, other in _LINKS_AT[outside]:
            if stations >> other & 1:
                found.append((link, outside))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def counts_in(group: int) -> tuple[tuple[int, int], ...]:
    """The goods wanted by a group and the number of customers, counting those marked 2 twice."""
    return tuple([(good, count) for good, count in enumerate(heights(group)) if count])


@lru_cache(maxsize=1 << 16)
def worth_of(a: int, b: int, c: int, d: int, bonus: int) -> tuple[float, ...]:
    """By good: what one more customer is worth, next to these numbers of customers."""
    columns = [a, b, c, d]
    base = points_of(columns, bonus)
    found = []
    for good in range(len(GOODS)):
        columns[good] += 1
        more = points_of(columns, bonus) - base
        columns[good] -= 1
        found.append((1 - _ANY_SET) * more + _ANY_SET * _MEAN)
    return tuple(found)


def areas_of(built: list[int]) -> list[int]:
    """By station: all stations connected with it, as bits."""
    areas = [0] * len(built)
    for station, near in enumerate(built):
        if not near:
            areas[station] = 1 << station
        elif not areas[station]:
            area = flood(built, 1 << station, 0)
            for one in bits(area):
                areas[one] = area
    return areas


def join_areas(areas: list[int], link: int) -> None:
    """Connect the areas at both ends of a link."""
    a, b = ENDS[link]
    joined = areas[a] | areas[b]
    for station in bits(joined):
        areas[station] = joined


def route_to(built: list[int], start: int, targets: int, closed: int) -> list[int]:
    """The shortest way to one of the targets; empty if there is none."""
    layers = []
    layer = 1 << start
    closed |= layer
    while layer:
        layers.append(layer)
        fresh = 0
        while layer:
            low = layer & -layer
            fresh |= built[low.bit_length() - 1]
            layer ^= low
        fresh &= ~closed
        found = fresh & targets
        if found:
            here = (found & -found).bit_length() - 1
            route = [here]
            for before in layers[:0:-1]:
                ways = before & built[here]
                here = (ways & -ways).bit_length() - 1
                route.append(here)
            route.reverse()
            return route
        closed |= fresh
        layer = fresh
    return []


# The share of the bag's customers that a player gets: of wards in reach, and of any.
_HARVEST: Final = 0.667
_LUCK: Final = 0.25
# How much the customers of a ward count for a player who gets hold of it: those who are there, or
# can be moved in this turn, those in the queue and those in the bag.
_HERE: Final = 0.0369
_NOW: Final = 0.13
_SOON: Final = 0.145
_CARDS: Final = 0.28
# How much a ward counts that is already in reach.
_SECOND: Final = 0.12
# The price of a card in points, and how much more a wild one costs, or one of a ward with
# customers.
_CARD: Final = 0.401
_CARD_WILD: Final = 1.62
_CARD_CROWD: Final = 0.35
_THREE_CARDS: Final = 2.98
# Cards lose their value when fewer turns are left.
_FEW_TURNS: Final = 0.274

FAR: Final = 99.0  # a price that nobody can pay
_GOODS: Final = range(len(GOODS))
_STORES: Final = len(STORE_NAMES)


@cache
def _in_bag(customers: int) -> tuple[float, ...]:
    """By ward: what customers in the bag promise to whoever reaches it."""
    rate = _CARDS * customers / CHART.deck
    return tuple([rate * cards for cards in CARDS_IN])


class Glance:
    """An imagined table, as the player whose turn it is sees it."""

    __slots__ = (
        "any_card", "areas", "costs", "own", "price", "promise", "reach", "rest", "rivals", "seat",
        "spot", "table", "turns_left", "wild_card", "worth",
    )  # fmt: skip

    table: ShinjukuTable
    areas: list[int]  # by station: the stations connected with it
    seat: int
    turns_left: float
    rest: list[int]  # by good: customers in the bag, counting those marked 2 twice
    own: list[int]  # by good: the stations where the seat sells it, as bits
    rivals: list[int]  # by good: the stations where others sell it
    reach: list[int]  # by good: the stations from which own stores can be reached
    worth: tuple[float, ...]  # by good: points for one more customer
    promise: list[list[float]]  # by good and ward: customers for whoever reaches the ward
    spot: list[list[float]]  # the same in points for this seat, on top of its reach
    price: float  # of a card
    costs: dict[int, float]  # by ward in hand: what its card costs
    wild_card: int  # the cheapest wild card, or NONE
    any_card: float  # the cost of paying for any ward

    def __init__(self, table: ShinjukuTable) -> None:
        self.table = table
        self.areas = areas_of(table.built)

    def study(self) -> None:
        """Estimate everything anew."""
        table = self.table
        self.seat = table.player
        bag, rest = table.bag, [0] * len(GOODS)
        for kind, (good, size) in enumerate(zip(KIND_GOOD, KIND_SIZE)):  # noqa: B905 - hot
            rest[good] += bag.count(kind) * size
        self.rest = rest
        self.turns_left = 0.0
        if table.last_turns == NONE:
            waiting = len(bag) + size_of(sum(table.queue_groups))
            self.turns_left = waiting / max(1.0, queue_size(table) / 2.6) / table.setup.players
        self.price = _CARD * min(1.0, self.turns_left / _FEW_TURNS)
        self._find_stores()
        reached = self._weigh_customers()
        self.price_cards()
        self._find_promises()
        self._find_spots(reached)

    def _find_stores(self) -> None:
        """Where each good is sold, and where own stores can be reached from."""
        places, first = self.table.places, self.seat * _STORES
        everywhere = places[first + DEPARTMENT]
        own = self.own = [places[first + good] | everywhere for good in _GOODS]
        food = clothing = books = electronics = 0
        for other in range(0, len(places), _STORES):
            if other != first:
                everywhere = places[other + DEPARTMENT]
                food |= places[other] | everywhere
                clothing |= places[other + 1] | everywhere
                books |= places[other + 2] | everywhere
                electronics |= places[other + 3] | everywhere
        rivals = self.rivals = [food, clothing, books, electronics]
        self.reach = [self.reach_of(own[good], rivals[good]) for good in _GOODS]

    def _weigh_customers(self) -> list[int]:
        """Find what one more customer of each good is worth; return the wards in reach by good."""
        table, rest = self.table, self.rest
        luck = _LUCK / table.setup.players
        columns = heights(table.earned[self.seat])
        reached = []
        for good in _GOODS:
            wards, _, _, cards = area_of(self.reach[good])
            reached.append(wards)
            columns[good] += int(rest[good] * (_HARVEST * cards / CHART.deck + luck) + 0.5)
        food, clothing, books, electronics = columns
        self.worth = worth_of(food, clothing, books, electronics, table.bonus[self.seat])
        return reached

    def reach_of(self, stores: int, closed: int) -> int:
        """The stations from which stores can be reached without passing closed ones."""
        areas, found = self.areas, 0
        while stores:
            area = areas[(stores & -stores).bit_length() - 1]
            if area & closed:
                found |= flood(self.table.built, stores & area, closed)
            else:
                found |= area
            stores &= ~area
        return found

    def _find_promises(self) -> None:
        """By good and ward: the customers that the ward promises to whoever reaches it."""
        table = self.table
        found = [[*_in_bag(rest)] for rest in self.rest]
        can_move = not table.done and not table.used >> MOVE & 1
        any_ward, costs = self.any_card < FAR, self.costs
        for ward in bits(table.crowded):
            here = _NOW if can_move and (any_ward or ward in costs) else _HERE
            for good, count in counts_in(table.wards[ward]):
                found[good][ward] += here * count
        for ward, group in zip(table.queue_wards, table.queue_groups):  # noqa: B905 - hot
            if group:
                for good, count in counts_in(group):
                    found[good][ward] += _SOON * count
        self.promise = found

    def _find_spots(self, reached: list[int]) -> None:
        """What the promises are worth to the player, where they are new."""
        self.spot = []
        for good in _GOODS:
            worth = self.worth[good]
            row = [worth * one for one in self.promise[good]]
            for ward in bits(reached[good]):
                row[ward] *= _SECOND
            self.spot.append(row)

    def price_cards(self, gone: tuple[int, ...] = ()) -> None:
        """What paying for each ward costs, once some cards are gone."""
        table, seat = self.table, self.seat
        price, wild, crowded = self.price, table.wild[seat], table.crowded
        costs: dict[int, float] = {}
        best_wild, cheapest = NONE, FAR
        first, size = seat * CITY.wards, table.sizes[seat] - len(gone)
        for ward in bits(table.held[seat]):
            if gone and table.cards[first + ward] <= gone.count(ward):
                continue
            cost = 1.0 + (_CARD_CROWD if crowded >> ward & 1 else 0.0)
            if wild >> ward & 1:
                cost += _CARD_WILD
                if cost < cheapest:
                    best_wild, cheapest = ward, cost
            costs[ward] = cost
        self.wild_card = best_wild
        self.costs = costs
        for ward in costs:
            costs[ward] *= price
        self.any_card = FAR
        if best_wild != NONE:
            self.any_card = costs[best_wild]
        elif size >= WILD_CARDS:
            self.any_card = _THREE_CARDS * price

    def cost(self, ward: int) -> float:
        """What paying for a ward costs; FAR if it is not possible."""
        cost = self.costs.get(ward, FAR)
        return cost if cost < self.any_card else self.any_card

    def payment(self, ward: int) -> tuple[int, ...]:
        """The cheapest cards that pay for a ward."""
        if self.costs.get(ward, FAR) <= self.any_card:
            return (ward,)
        if self.wild_card != NONE:
            return (self.wild_card,)
        return tuple(self.cheapest_cards(WILD_CARDS))

    def cheapest_cards(self, count: int) -> list[int]:
        """This many cards that are missed least."""
        first = self.seat * CITY.wards
        counts = self.table.cards[first : first + CITY.wards]
        cards = [card for card in bits(self.table.held[self.seat]) for _ in range(counts[card])]
        cards.sort(key=self.costs.__getitem__)
        return cards[:count]
