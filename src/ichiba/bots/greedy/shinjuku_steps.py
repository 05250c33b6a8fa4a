"""The steps that a plan of Shinjuku's greedy player is made of: the actions worth a closer look."""

from typing import NamedTuple

from ichiba.bots.greedy.shinjuku_outlook import Outlook
from ichiba.bots.greedy.shinjuku_reach import Reach
from ichiba.bots.greedy.shinjuku_sketch import Sketch
from ichiba.bots.greedy.shinjuku_ways import Way, Ways
from ichiba.games.shinjuku.actions import AT, EXPAND, GIVE, MOVE, OPEN, STOP, STORE, UPGRADE
from ichiba.games.shinjuku.city import bits
from ichiba.games.shinjuku.data import (
    BITS,
    DEPARTMENT,
    GOODS,
    KIND_GOOD,
    KIND_SIZE,
    SELLS,
    SOME,
    kinds_in,
)
from ichiba.games.shinjuku.table import (
    EXPAND_FIRST,
    EXPAND_SECOND,
    MOVE_GIVE,
    MOVE_ON,
    MOVE_START,
    MOVE_WARD,
    NONE,
    OPEN_STATION,
    OPEN_STORE,
    STORES,
    UPGRADE_CUSTOMER,
    UPGRADE_STATION,
)

# A first guess at what a store or a piece of track adds, to look closer at the best only.
_CARDS, _NEAR, _HERE, _SHARED, _WILD, _SITE = 0.6, 0.35, 0.6, 0.15, 0.1, 1.5

_GOODS = range(len(GOODS))


class Step(NamedTuple):
    """An action with all that is chosen for it, by phase, and the map after it."""

    kind: int
    needs: int  # the wards of which a card pays, as bits; 0 = free
    choices: dict[int, int]
    after: Sketch


class Steps:
    """Finds steps on one map."""

    def __init__(self, outlook: Outlook, sketch: Sketch, payable: int) -> None:
        self.outlook = outlook
        self.sketch = sketch
        self.payable = payable  # wards, as bits
        self.seat = outlook.seat
        self.actions = outlook.table.setup.actions
        self._alone: dict[int, list[tuple[int, Reach]]] = {}
        self._promises: dict[tuple[int, int, int], float] = {}
        self._waiting = self._customers_by_cards()
        self._reaches = outlook.reaches(sketch)

    def _customers_by_cards(self) -> list[list[tuple[int, float]]]:
        """By good: the cards of wards where such customers are or will be, and what they count."""
        table, cards_of = self.outlook.table, self.outlook.chart.cards_of
        groups = [(ward, group) for ward, group in enumerate(self.sketch.wards) if group]
        for ward, group in zip(table.queue_wards, self.sketch.queue, strict=True):
            if ward != NONE and group:
                groups.append((ward, group))
        found: list[list[tuple[int, float]]] = [[] for _ in _GOODS]
        for ward, group in groups:
            for kind in kinds_in(group):
                count = float((group >> BITS * kind & SOME[0]) * KIND_SIZE[kind])
                found[KIND_GOOD[kind]].append((cards_of[ward], count))
        return found

    def _promise(self, seat: int, good: int, station: int) -> float:
        """What reaching a station would add to a player's customers of a good, in points."""
        key = (seat, good, station)
        promise = self._promises.get(key)
        if promise is None:
            promise = self._promises[key] = self._find_promise(seat, good, station)
        return promise

    def _find_promise(self, seat: int, good: int, station: int) -> float:
        outlook, sketch = self.outlook, self.sketch
        now = self._reaches[seat][good]
        rivals = sketch.sellers_of(good) & ~sketch.sellers_of(good, seat)
        then = self._reach_alone(station, rivals)
        fresh = then.cards & ~now.cards
        near = then.near & ~now.cards
        cards = fresh.bit_count() + _NEAR * near.bit_count()
        customers = _CARDS * outlook.to_come[good] * cards / outlook.chart.deck
        for where, count in self._waiting[good]:
            if where & fresh:
                customers += _HERE * count
            elif where & then.cards:
                customers += _SHARED * count
            elif where & near:
                customers += _HERE * _NEAR * count
        return customers * outlook.worth[seat][good]

    def _reach_alone(self, station: int, rivals: int) -> Reach:
        """What a single store at a station would reach."""
        known = self._alone.setdefault(rivals, [])
        place = 1 << station
        for area, reach in known:
            if area & place:
                return reach
        reach = self.outlook.reach_of(self.sketch, place, rivals & ~place)
        known.append((reach.areas[0][0] & ~rivals, reach))
        return reach

    def opens(self, count: int, station: int = NONE) -> list[Step]:
        """The stores that promise most, or all that could stand at one station."""
        sketch, seat = self.sketch, self.seat
        empty = [
            s
            for s in (range(len(sketch.stores)) if station == NONE else [station])
            if sketch.stores[s] == NONE and self.payable >> sketch.city.ward_of[s] & 1
        ]
        ranked = []
        for place in empty:
            standing = self._standing(place)
            for good in _GOODS:
                ranked.append((-standing - self._promise(seat, good, place), place, good))
        ranked.sort()
        found: list[Step] = []
        for _, place, good in ranked[:count]:
            found += self._open(place, good)
        return found

    def _standing(self, station: int) -> float:
        """What a store at a station brings whatever it sells."""
        sketch, seat = self.sketch, self.seat
        ward = sketch.city.ward_of[station]
        worth = 0.0
        if not sketch.wild[seat] >> ward & 1:
            worth += _WILD * self.outlook.chart.cards_of[ward].bit_count()
        if sketch.city.department_sites >> station & 1 and sketch.departments[seat]:
            worth += _SITE
        return worth

    def _open(self, station: int, good: int) -> list[Step]:
        """A store out of the supply, or if there is none, one of its like from elsewhere."""
        if self.sketch.supply[self.seat * len(GOODS) + good]:
            return [self.open_step(station, good, NONE)]
        origins = bits(self.sketch.sellers[self.seat * STORES + good])
        return [self.open_step(station, good, origin) for origin in origins]

    def open_step(self, station: int, good: int, origin: int) -> Step:
        """One store."""
        store = STORE + good if origin == NONE else self.actions.origin + origin
        after = self.sketch.opened(self.seat, station, good, origin)
        needs = 1 << self.sketch.city.ward_of[station]
        return Step(OPEN, needs, {OPEN_STATION: AT + station, OPEN_STORE: store}, after)

    def expands(self, count: int) -> list[Step]:
        """The pieces of track that promise most, alone and with a second piece."""
        sketch = self.sketch
        if not sketch.track[self.seat]:
            return []
        free = [link for link, owner in enumerate(sketch.links) if owner == NONE]
        ranked = sorted((-self._link_promise(link), link) for link in free)
        found = []
        for place, (_, link) in enumerate(ranked[:count]):
            first = self._first_step(link)
            found.append(first)
            if place < count // 2:
                further = Steps(self.outlook, first.after, self.payable)
                for step in further.seconds(link, 2)[1:]:
                    found.append(step._replace(choices=first.choices | step.choices))
        return found

    def expands_at(self, station: int, count: int) -> list[Step]:
        """The single pieces at a station that promise most."""
        sketch = self.sketch
        if not sketch.track[self.seat]:
            return []
        free = [
            link
            for link, ends in enumerate(sketch.city.ends)
            if station in ends and sketch.links[link] == NONE
        ]
        ranked = sorted((-self._link_promise(link), link) for link in free)
        return [self._first_step(link) for _, link in ranked[:count]]

    def _first_step(self, link: int) -> Step:
        choices = {EXPAND_FIRST: self.actions.track + link, EXPAND_SECOND: STOP}
        return Step(EXPAND, 0, choices, self.sketch.expanded(self.seat, link))

    def again(self, step: Step) -> list[Step]:
        """The same store or track on this map, if that is still possible."""
        return self._open_again(step) if step.kind == OPEN else self._expand_again(step)

    def _open_again(self, step: Step) -> list[Step]:
        sketch = self.sketch
        station, store = step.choices[OPEN_STATION] - AT, step.choices[OPEN_STORE]
        if sketch.stores[station] != NONE or not step.needs & self.payable:
            return []
        if store < AT:
            return [self.open_step(station, store - STORE, NONE)]
        origin = store - self.actions.origin
        good = sketch.stores[origin] % STORES
        return [self.open_step(station, good, origin)] if good != DEPARTMENT else []

    def _expand_again(self, step: Step) -> list[Step]:
        if step.needs and not step.needs & self.payable:
            return []
        after = self.sketch
        for choice in step.choices.values():
            if choice != STOP:
                after = after.expanded(self.seat, choice - self.actions.track)
        return [step._replace(after=after)]

    def seconds(self, first: int, count: int) -> list[Step]:
        """After a first piece: none, or the second pieces that promise most."""
        sketch, city = self.sketch, self.sketch.city
        found = [Step(EXPAND, 0, {EXPAND_SECOND: STOP}, sketch)]
        needs = self.second_needs(first)
        if not sketch.track[self.seat] or not needs & self.payable:
            return found
        free = [link for link in bits(city.extensions[first]) if sketch.links[link] == NONE]
        ranked = sorted((-self._link_promise(link), link) for link in free)
        return found + [self.second_step(first, link) for _, link in ranked[:count]]

    def second_step(self, first: int, link: int) -> Step:
        """A second piece."""
        after = self.sketch.expanded(self.seat, link)
        choices = {EXPAND_SECOND: self.actions.track + link}
        return Step(EXPAND, self.second_needs(first), choices, after)

    def second_needs(self, first: int) -> int:
        """The wards whose cards pay for a second piece."""
        city = self.sketch.city
        a, b = city.ends[first]
        return 1 << city.ward_of[a] | 1 << city.ward_of[b]

    def _link_promise(self, link: int) -> float:
        """What a piece of track would add, for this seat against the others."""
        outlook, sketch = self.outlook, self.sketch
        a, b = sketch.city.ends[link]
        promise = 0.0
        for seat, row in enumerate(self._reaches):
            sign = 1.0 if seat == self.seat else -outlook.share
            for good, reach in enumerate(row):
                from_a, from_b = reach.stations >> a & 1, reach.stations >> b & 1
                if from_a != from_b:
                    promise += sign * self._promise(seat, good, b if from_a else a)
        return promise

    def upgrades(self, station: int = NONE) -> list[Step]:
        """All ways to build a department store, or those at one station."""
        sketch, seat = self.sketch, self.seat
        if not sketch.departments[seat]:
            return []
        found = []
        for good in _GOODS:
            for place in bits(sketch.sellers[seat * STORES + good] & sketch.city.department_sites):
                if station in (NONE, place) and self.payable >> sketch.city.ward_of[place] & 1:
                    kinds = kinds_in(sketch.earned[seat] & SELLS[good])
                    found += [self.upgrade_step(place, kind) for kind in kinds]
        return found

    def upgrade_step(self, station: int, kind: int) -> Step:
        """One department store."""
        queued = self.outlook.table.last_turns == NONE
        after = self.sketch.upgraded(self.seat, station, kind, queued=queued)
        choices = {UPGRADE_STATION: AT + station, UPGRADE_CUSTOMER: GIVE + kind}
        return Step(UPGRADE, 1 << self.sketch.city.ward_of[station], choices, after)

    def moves(self, wards: int, ways: int) -> list[Step]:
        """The best ways for the customers of so many wards."""
        outlook, sketch, seat = self.outlook, self.sketch, self.seat
        ranked = sorted(
            (-outlook.gain(seat, self._reaches[seat], ward, group), ward)
            for ward, group in enumerate(sketch.wards)
            if group and self.payable >> ward & 1
        )
        search = self._search()
        return [
            self.move_step(ward, way)
            for _, ward in ranked[:wards]
            for way in search.of_ward(ward, sketch.wards[ward])[:ways]
        ]

    def moves_of(self, ward: int, ways: int) -> list[Step]:
        """The best ways for the customers of a ward."""
        found = self._search().of_ward(ward, self.sketch.wards[ward])
        return [self.move_step(ward, way) for way in found[:ways]]

    def starting_steps(self, ward: int, group: int, ways: int) -> list[Step]:
        """The best ways for customers who are about to set out."""
        found = self._search().of_ward(ward, group)
        return [self.move_step(ward, way)._replace(needs=0) for way in found[:ways]]

    def move_step(self, ward: int, way: Way) -> Step:
        """One way, from its beginning."""
        choices = {MOVE_WARD: self.actions.ward + ward, MOVE_START: AT + way.path[0]}
        return Step(MOVE, 1 << ward, choices, self._moved(ward, way))

    def onward_steps(self, ward: int, path: tuple[int, ...], group: int, ways: int) -> list[Step]:
        """The best ways to go on from the end of a path."""
        found = []
        for way in self._search().onward(self._way(path, group))[:ways]:
            ahead = way.path[len(path) :]
            choices = {MOVE_ON: AT + ahead[0] if ahead else STOP}
            found.append(Step(MOVE, 0, choices, self._moved(ward, way)))
        return found

    def giving_steps(self, ward: int, path: tuple[int, ...], group: int, ways: int) -> list[Step]:
        """The best ways from a store that takes one of several."""
        found = []
        for way in self._search().giving(self._way(path, group))[:ways]:
            choices = {MOVE_GIVE: GIVE + way.given[0][2]}
            found.append(Step(MOVE, 0, choices, self._moved(ward, way)))
        return found

    def _search(self) -> Ways:
        return Ways(self.outlook, self.sketch)

    def _way(self, path: tuple[int, ...], group: int) -> Way:
        table = self.outlook.table
        return Way(path, group, table.visited, (), table.fares, 0.0)

    def _moved(self, ward: int, way: Way) -> Sketch:
        last = self.sketch.city.ward_of[way.path[-1]]
        return self.sketch.moved(ward, way.group, last, way.given)
