"""Searches for good ways to move Shinjuku's customers from store to store."""

from typing import Final, NamedTuple

from ichiba.games.shinjuku.bots.evaluate import Outlook
from ichiba.games.shinjuku.bots.sketch import Sketch
from ichiba.games.shinjuku.city import CITY, bits
from ichiba.games.shinjuku.customers import KIND_GOOD, KIND_SIZE, ONE, buyers, kinds_buying
from ichiba.games.shinjuku.data import HAND, STORE_NAMES, good_of, owner_of, store_of
from ichiba.games.shinjuku.table import NONE

# How many of the best next stores are tried for the first stop of a way, the second, ...
_WIDTH: Final = (4, 2, 2, 1, 1, 1)
# How many of the best wards are tried as the place where the remaining customers stay.
_ENDS: Final = 2
# The cost of each card that a rival draws because their track is used.
_FARE: Final = 0.5
# The cost of a step, so that the shortest of equal ways is chosen.
_STEP: Final = 0.01
# The cost of giving a customer to a rival, besides the rival's gain: the customer is lost.
_LOST: Final = 0.4
# The weight of customers who stay somewhere, for the players who can reach them.
_STAY_MINE: Final = 0.5
_STAY_THEIRS: Final = 0.45

_FAR: Final = float("inf")


class Way(NamedTuple):
    """A Move, complete or so far."""

    path: tuple[int, ...]
    group: int  # the customers still travelling
    visited: int
    given: tuple[tuple[int, int, int], ...]  # station, owner, kind
    fares: int
    worth: float


class Ways:
    """Finds good ways on one map for the seat of an outlook."""

    def __init__(self, outlook: Outlook, sketch: Sketch) -> None:
        self._outlook = outlook
        self._sketch = sketch
        self._seat = outlook.seat
        self._reaches = outlook.reaches(sketch)
        sizes = outlook.table.sizes
        self._fare = [_FARE * max(1, HAND - size) * outlook.share for size in sizes]

    def of_ward(self, ward: int, group: int) -> list[Way]:
        """The best ways for customers who leave a ward, from the best down."""
        found: dict[tuple[object, ...], Way] = {}
        blank = Way((), group, 0, (), 0, 0.0)
        for station in bits(CITY.stations_in[ward]):
            for way in self._arrive(blank, station):
                self._extend(way, 0, found)
        return _ranked(found)

    def onward(self, way: Way) -> list[Way]:
        """The best ways to continue, from the best down; `way` itself is one of them."""
        found: dict[tuple[object, ...], Way] = {}
        self._extend(way, 0, found)
        return _ranked(found)

    def giving(self, way: Way) -> list[Way]:
        """The best ways from a store that is about to take one of the group."""
        found: dict[tuple[object, ...], Way] = {}
        station = way.path[-1]
        for after in self._served(way, station):
            self._extend(after, 0, found)
        return _ranked(found)

    def _extend(self, way: Way, depth: int, found: dict[tuple[object, ...], Way]) -> None:
        """Record a way and its continuations."""
        self._note(way, found)
        if not way.group:
            return
        cost, before = self._routes(way)
        self._note_ends(way, cost, before, found)
        if depth == len(_WIDTH):
            return
        targets = sorted(
            (cost[station] - self._store_worth(way.group, station), station)
            for station in self._own_stores(way)
            if cost[station] < _FAR
        )
        for _, station in targets[: _WIDTH[depth]]:
            for longer in self._follow(way, station, before):
                self._extend(longer, depth + 1, found)

    def _note(self, way: Way, found: dict[tuple[object, ...], Way]) -> None:
        ward = CITY.ward_of[way.path[-1]]
        ended = way._replace(worth=way.worth + self._staying(ward, way.group))
        key = (way.given, way.fares, ward if way.group else NONE)
        known = found.get(key)
        if known is None or known.worth < ended.worth:
            found[key] = ended

    def _note_ends(
        self, way: Way, cost: list[float], before: list[int], found: dict[tuple[object, ...], Way]
    ) -> None:
        """Record continuations to wards where the remaining customers help the seat more."""
        cheapest: dict[int, int] = {}
        for station, price in enumerate(cost):
            if price < _FAR and station not in way.path:
                ward = CITY.ward_of[station]
                if ward not in cheapest or price < cost[cheapest[ward]]:
                    cheapest[ward] = station
        own = set(self._own_stores(way))
        ends = sorted(
            (cost[station] - self._staying(ward, way.group), station)
            for ward, station in cheapest.items()
            if station not in own
        )
        for _, station in ends[:_ENDS]:
            for longer in self._follow(way, station, before):
                self._note(longer, found)

    def _staying(self, ward: int, group: int) -> float:
        """The value of leaving customers in a ward, together with those already there."""
        if not group:
            return 0.0
        outlook = self._outlook
        worth = 0.0
        for seat in outlook.order:
            gain = outlook.gain(seat, self._reaches[seat], ward, group)
            worth += (
                _STAY_MINE * gain if seat == self._seat else -_STAY_THEIRS * outlook.share * gain
            )
        return worth

    def _own_stores(self, way: Way) -> tuple[int, ...]:
        """The seat's stores ahead that would take one of the group."""
        sellers = self._sketch.sellers
        stations = 0
        for good in range(len(STORE_NAMES)):
            if buyers(way.group, good):
                stations |= sellers[store_of(self._seat, good)]
        return bits(stations & ~way.visited)

    def _store_worth(self, group: int, station: int) -> float:
        """The value that a store of the seat would get from a group."""
        worth = self._outlook.worth[self._seat]
        kinds = kinds_buying(group, good_of(self._sketch.stores[station]))
        return max(worth[KIND_GOOD[kind]] * KIND_SIZE[kind] for kind in kinds)

    def _routes(self, way: Way) -> tuple[list[float], list[int]]:
        """The cost of reaching each station, and the previous one. Own stores end a route."""
        sketch, seat = self._sketch, self._seat
        built, links, between = sketch.built, sketch.links, CITY.link_between
        cost = [_FAR] * len(built)
        before = [NONE] * len(built)
        toll = self._tolls(way.group)
        start = way.path[-1]
        cost[start] = 0.0
        open_ends = {(0.0, start)}  # always few
        while open_ends:
            price, station = nearest = min(open_ends)
            open_ends.remove(nearest)
            if price > cost[station] or (station != start and toll[station] < 0):
                continue
            for other in bits(built[station] & ~way.visited):
                step = price + _STEP + max(0.0, toll[other])
                link = between.get((station, other), NONE)
                if link != NONE:
                    owner = links[link]
                    if owner != seat and not way.fares >> owner & 1:
                        step += self._fare[owner]
                if step < cost[other]:
                    cost[other] = step
                    before[other] = station
                    open_ends.add((step, other))
        return cost, before

    def _tolls(self, group: int) -> list[float]:
        """By station: the cost of a rival's store, negative for an own store that takes one."""
        tolls = []
        for store in self._sketch.stores:
            toll = 0.0
            if store != NONE and buyers(group, good_of(store)):
                owner = owner_of(store)
                toll = -1.0 if owner == self._seat else self._loss(owner, group, store)[0]
            tolls.append(toll)
        return tolls

    def _loss(self, owner: int, group: int, store: int) -> tuple[float, int]:
        """The cost of the customer given to a rival's store, and which customer it is."""
        outlook = self._outlook
        mine, theirs = outlook.worth[self._seat], outlook.worth[owner]
        losses = []
        for kind in kinds_buying(group, good_of(store)):
            good = KIND_GOOD[kind]
            loss = KIND_SIZE[kind] * (outlook.share * theirs[good] + _LOST * mine[good])
            losses.append((loss, kind))
        return min(losses)

    def _follow(self, way: Way, station: int, before: list[int]) -> list[Way]:
        """The way, continued along a route."""
        route = [station]
        while before[route[-1]] != way.path[-1]:
            route.append(before[route[-1]])
        ways = [way]
        for stop in reversed(route):
            ways = [longer for so_far in ways for longer in self._go(so_far, stop)]
        return ways

    def _go(self, way: Way, station: int) -> list[Way]:
        """The way with one more link; a rival whose track is used draws cards."""
        if not way.group:
            return [way]
        link = CITY.link_between.get((way.path[-1], station), NONE)
        if link != NONE:
            owner = self._sketch.links[link]
            if owner != self._seat and not way.fares >> owner & 1:
                fares, worth = way.fares | 1 << owner, way.worth - self._fare[owner]
                way = way._replace(fares=fares, worth=worth)
        return self._arrive(way, station)

    def _arrive(self, way: Way, station: int) -> list[Way]:
        """The ways after arriving at a station, where a store takes a customer if it can."""
        visited = way.visited | 1 << station
        here = way._replace(path=(*way.path, station), visited=visited, worth=way.worth - _STEP)
        return self._served(here, station)

    def _served(self, way: Way, station: int) -> list[Way]:
        """The ways to give the store a customer: for an own store, the best of each good."""
        store = self._sketch.stores[station]
        if store == NONE or not buyers(way.group, good_of(store)):
            return [way]
        owner = owner_of(store)
        if owner != self._seat:
            loss, kind = self._loss(owner, way.group, store)
            return [_given(way, station, owner, kind, -loss)]
        worth = self._outlook.worth[owner]
        largest: dict[int, int] = {}  # by good: the kind that counts most
        for kind in kinds_buying(way.group, good_of(store)):
            good = KIND_GOOD[kind]
            if good not in largest or KIND_SIZE[kind] > KIND_SIZE[largest[good]]:
                largest[good] = kind
        return [
            _given(way, station, owner, kind, worth[good] * KIND_SIZE[kind])
            for good, kind in largest.items()
        ]


def _given(way: Way, station: int, owner: int, kind: int, worth: float) -> Way:
    return way._replace(
        group=way.group - ONE[kind],
        given=(*way.given, (station, owner, kind)),
        worth=way.worth + worth,
    )


def _ranked(found: dict[tuple[object, ...], Way]) -> list[Way]:
    return sorted(found.values(), key=lambda way: -way.worth)
