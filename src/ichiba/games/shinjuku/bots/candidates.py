"""The steps that plans of Shinjuku consist of: the actions worth a thought, and how to carry them
out."""

from typing import Final, NamedTuple

from ichiba.games.shinjuku.actions import (
    ACTIONS,
    AT,
    EXPAND,
    FROM,
    GIVE,
    MOVE,
    OPEN,
    PAY,
    STOP,
    STORE,
    THREE,
    TRACK,
    UPGRADE,
    WARD,
)
from ichiba.games.shinjuku.bots.evaluate import Outlook
from ichiba.games.shinjuku.bots.hand import Payment
from ichiba.games.shinjuku.bots.reach import CHART, Reach
from ichiba.games.shinjuku.bots.sketch import Sketch
from ichiba.games.shinjuku.bots.ways import Way, Ways
from ichiba.games.shinjuku.city import CITY, bits
from ichiba.games.shinjuku.customers import KIND_GOOD, KIND_SIZE, count_of, kinds_buying, kinds_in
from ichiba.games.shinjuku.data import DEPARTMENT, GOODS, WILD_CARDS, good_of, store_of
from ichiba.games.shinjuku.table import (
    ACTION,
    EXPAND_FIRST,
    EXPAND_SECOND,
    MOVE_GIVE,
    MOVE_ON,
    MOVE_START,
    MOVE_WARD,
    NONE,
    OPEN_STATION,
    OPEN_STORE,
    PAYMENT,
    PAYMENT_THREE,
    UPGRADE_CUSTOMER,
    UPGRADE_STATION,
    ShinjukuTable,
)

# Weights for a quick estimate of a store or a piece of track, to evaluate only the best in full.
_CARDS: Final = 0.6
_NEAR: Final = 0.35
_HERE: Final = 0.6
_SHARED: Final = 0.15
_WILD: Final = 0.1
_SITE: Final = 1.5

_GOODS: Final = range(len(GOODS))


class Step(NamedTuple):
    """An action with its choices by phase, apart from payment and way, and the map after it."""

    kind: int
    needs: int  # the wards whose cards can pay for it, as bits; 0 if it is free
    choices: dict[int, int]
    after: Sketch
    way: Way | None = None  # of a Move


def next_choice(table: ShinjukuTable, step: Step, payment: Payment) -> int:
    """What to choose now to carry out a step that is paid for with these cards."""
    phase, way = table.phase, step.way
    if phase == ACTION:
        return step.kind
    if phase == PAYMENT:
        return THREE if len(payment) == WILD_CARDS else PAY + payment[0]
    if phase == PAYMENT_THREE:
        return PAY + payment[len(payment) - table.three]
    if way is None or phase not in (MOVE_START, MOVE_GIVE, MOVE_ON):
        return step.choices[phase]
    stops = len(table.path)
    if phase == MOVE_GIVE:
        return GIVE + next(kind for station, _, kind in way.given if station == table.path[-1])
    return AT + way.path[stops] if stops < len(way.path) else STOP


class Steps:
    """Finds steps on one map."""

    def __init__(self, outlook: Outlook, sketch: Sketch, payable: int) -> None:
        self.outlook = outlook
        self.sketch = sketch
        self.payable = payable  # wards, as bits
        self.seat = outlook.seat
        self._alone: dict[int, list[tuple[int, Reach]]] = {}
        self._promises: dict[tuple[int, int, int], float] = {}
        self._selling: list[list[int] | None] = [None] * len(GOODS)  # by good and seat: rivals
        self._waiting = self._customers_by_cards()
        self._reaches = outlook.reaches(sketch)

    def _customers_by_cards(self) -> list[list[tuple[int, float]]]:
        """By good: the cards of wards with such customers, now or soon, and their count."""
        table, cards_of = self.outlook.table, CHART.cards_of
        groups = [(ward, group) for ward, group in enumerate(self.sketch.wards) if group]
        for ward, group in zip(table.queue_wards, self.sketch.queue, strict=True):
            if ward != NONE and group:
                groups.append((ward, group))
        found: list[list[tuple[int, float]]] = [[] for _ in _GOODS]
        for ward, group in groups:
            for kind in kinds_in(group):
                count = float(count_of(group, kind) * KIND_SIZE[kind])
                found[KIND_GOOD[kind]].append((cards_of[ward], count))
        return found

    def _promise(self, seat: int, good: int, station: int) -> float:
        """The points that a player's customers of a good would gain from reaching a station."""
        key = (seat, good, station)
        promise = self._promises.get(key)
        if promise is None:
            promise = self._promises[key] = self._find_promise(seat, good, station)
        return promise

    def _find_promise(self, seat: int, good: int, station: int) -> float:
        outlook = self.outlook
        now = self._reaches[seat][good]
        then = self._reach_alone(station, self._rivals(good, seat))
        fresh = then.cards & ~now.cards
        near = then.near & ~now.cards
        cards = fresh.bit_count() + _NEAR * near.bit_count()
        customers = _CARDS * outlook.to_come[good] * cards / CHART.deck
        for where, count in self._waiting[good]:
            if where & fresh:
                customers += _HERE * count
            elif where & then.cards:
                customers += _SHARED * count
            elif where & near:
                customers += _HERE * _NEAR * count
        return customers * outlook.worth[seat][good]

    def _rivals(self, good: int, seat: int) -> int:
        """The stations, as bits, where others sell a good."""
        rivals = self._selling[good]
        if rivals is None:
            owned = self.sketch.sellers_by_seat(good)
            sold = 0
            for own in owned:
                sold |= own
            rivals = self._selling[good] = [sold & ~own for own in owned]
        return rivals[seat]

    def _reach_alone(self, station: int, rivals: int) -> Reach:
        """The area that a single store at a station would reach."""
        known = self._alone.setdefault(rivals, [])
        place = 1 << station
        for area, reach in known:
            if area & place:
                return reach
        reach = self.outlook.reach_of(self.sketch, place, rivals & ~place)
        known.append((reach.areas[0][0] & ~rivals, reach))
        return reach

    def opens(self, count: int, station: int = NONE) -> list[Step]:
        """The most promising stores, or all possible stores at one station."""
        sketch, seat = self.sketch, self.seat
        empty = [
            s
            for s in (range(len(sketch.stores)) if station == NONE else [station])
            if sketch.stores[s] == NONE and self.payable >> CITY.ward_of[s] & 1
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
        """The value of a store at a station, whatever it sells."""
        sketch, seat = self.sketch, self.seat
        ward = CITY.ward_of[station]
        worth = 0.0
        if not sketch.wild[seat] >> ward & 1:
            worth += _WILD * CHART.cards_of[ward].bit_count()
        if CITY.department_sites >> station & 1 and sketch.departments[seat]:
            worth += _SITE
        return worth

    def _open(self, station: int, good: int) -> list[Step]:
        """A store from the supply or, if there is none, one with the same good from elsewhere."""
        if self.sketch.supply[self.seat * len(GOODS) + good]:
            return [self.open_step(station, good, NONE)]
        origins = bits(self.sketch.sellers[store_of(self.seat, good)])
        return [self.open_step(station, good, origin) for origin in origins]

    def open_step(self, station: int, good: int, origin: int) -> Step:
        """The step of opening one store."""
        store = STORE + good if origin == NONE else FROM + origin
        after = self.sketch.opened(self.seat, station, good, origin)
        needs = 1 << CITY.ward_of[station]
        return Step(OPEN, needs, {OPEN_STATION: AT + station, OPEN_STORE: store}, after)

    def expands(self, count: int) -> list[Step]:
        """The most promising pieces of track, alone and with a second piece."""
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
        """The most promising single pieces at a station."""
        sketch = self.sketch
        if not sketch.track[self.seat]:
            return []
        free = [
            link
            for link, ends in enumerate(CITY.ends)
            if station in ends and sketch.links[link] == NONE
        ]
        ranked = sorted((-self._link_promise(link), link) for link in free)
        return [self._first_step(link) for _, link in ranked[:count]]

    def _first_step(self, link: int) -> Step:
        choices = {EXPAND_FIRST: TRACK + link, EXPAND_SECOND: STOP}
        return Step(EXPAND, 0, choices, self.sketch.expanded(self.seat, link))

    def again(self, step: Step) -> list[Step]:
        """The same store or track on this map, if it is still possible."""
        return self._open_again(step) if step.kind == OPEN else self._expand_again(step)

    def _open_again(self, step: Step) -> list[Step]:
        sketch = self.sketch
        station, store = step.choices[OPEN_STATION] - AT, step.choices[OPEN_STORE]
        if sketch.stores[station] != NONE or not step.needs & self.payable:
            return []
        if ACTIONS.kind_of[store] == STORE:
            return [self.open_step(station, store - STORE, NONE)]
        origin = store - FROM
        good = good_of(sketch.stores[origin])
        return [self.open_step(station, good, origin)] if good != DEPARTMENT else []

    def _expand_again(self, step: Step) -> list[Step]:
        if step.needs and not step.needs & self.payable:
            return []
        after = self.sketch
        for choice in step.choices.values():
            if choice != STOP:
                after = after.expanded(self.seat, choice - TRACK)
        return [step._replace(after=after)]

    def seconds(self, first: int, count: int) -> list[Step]:
        """After a first piece: no second piece, or the most promising ones."""
        sketch = self.sketch
        found = [Step(EXPAND, 0, {EXPAND_SECOND: STOP}, sketch)]
        needs = CITY.wards_at[first]
        if not sketch.track[self.seat] or not needs & self.payable:
            return found
        free = [link for link in CITY.extensions[first] if sketch.links[link] == NONE]
        ranked = sorted((-self._link_promise(link), link) for link in free)
        return found + [self.second_step(first, link) for _, link in ranked[:count]]

    def second_step(self, first: int, link: int) -> Step:
        """The step of laying a second piece."""
        after = self.sketch.expanded(self.seat, link)
        choices = {EXPAND_SECOND: TRACK + link}
        return Step(EXPAND, CITY.wards_at[first], choices, after)

    def _link_promise(self, link: int) -> float:
        """The value of a piece of track for this seat, relative to the others."""
        outlook = self.outlook
        a, b = CITY.ends[link]
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
            for place in bits(sketch.sellers[store_of(seat, good)] & CITY.department_sites):
                if station in (NONE, place) and self.payable >> CITY.ward_of[place] & 1:
                    kinds = kinds_buying(sketch.earned[seat], good)
                    found += [self.upgrade_step(place, kind) for kind in kinds]
        return found

    def upgrade_step(self, station: int, kind: int) -> Step:
        """The step of building one department store."""
        queued = self.outlook.table.last_turns == NONE
        after = self.sketch.upgraded(self.seat, station, kind, queued=queued)
        choices = {UPGRADE_STATION: AT + station, UPGRADE_CUSTOMER: GIVE + kind}
        return Step(UPGRADE, 1 << CITY.ward_of[station], choices, after)

    def moves(self, wards: int, ways: int) -> list[Step]:
        """The best ways for the customers of the most promising wards."""
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
        """The best ways for customers whose starting station is being chosen."""
        found = self._search().of_ward(ward, group)
        return [self.move_step(ward, way)._replace(needs=0) for way in found[:ways]]

    def move_step(self, ward: int, way: Way) -> Step:
        """The step of moving customers along one way."""
        return Step(MOVE, 1 << ward, {MOVE_WARD: WARD + ward}, self._moved(ward, way), way)

    def onward_steps(self, ward: int, path: tuple[int, ...], group: int, ways: int) -> list[Step]:
        """The best ways to continue from the end of a path."""
        found = self._search().onward(self._way(path, group))[:ways]
        return [Step(MOVE, 0, {}, self._moved(ward, way), way) for way in found]

    def giving_steps(self, ward: int, path: tuple[int, ...], group: int, ways: int) -> list[Step]:
        """The best ways from a store that takes one of several customers."""
        found = self._search().giving(self._way(path, group))[:ways]
        return [Step(MOVE, 0, {}, self._moved(ward, way), way) for way in found]

    def _search(self) -> Ways:
        return Ways(self.outlook, self.sketch)

    def _way(self, path: tuple[int, ...], group: int) -> Way:
        table = self.outlook.table
        return Way(path, group, table.visited, (), table.fares, 0.0)

    def _moved(self, ward: int, way: Way) -> Sketch:
        last = CITY.ward_of[way.path[-1]]
        return self.sketch.moved(ward, way.group, last, way.given, way.fares)
