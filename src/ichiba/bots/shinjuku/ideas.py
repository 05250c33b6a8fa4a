"""What the light player could do: the most promising whole actions of each kind."""

from typing import Final, NamedTuple

from ichiba.bots.shinjuku.glance import FAR, Glance
from ichiba.bots.shinjuku.reach import flood
from ichiba.bots.shinjuku.terrain import (
    CARDS_IN,
    ENDS,
    WARD_OF,
    area_of,
    boundary,
    counts_in,
    join_areas,
    route_to,
)
from ichiba.games.shinjuku.actions import EXPAND, MOVE, OPEN, TRACK, UPGRADE
from ichiba.games.shinjuku.city import CITY, bits
from ichiba.games.shinjuku.customers import KIND_GOOD, KIND_SIZE, ONE, buyers, kinds_buying
from ichiba.games.shinjuku.data import BONUS_STACKS, GOODS, good_of, owner_of, store_of
from ichiba.games.shinjuku.table import NONE, changed

# How much the wards count that one more link would add.
_NEAR: Final = 0.344
# What is left of the promise of an area where others sell the same good.
_CONTEST: Final = 0.606
# The value of new stores and track relative to the promise of their wards.
_OPEN: Final = 1.2
_EXPAND: Final = 0.401
# How much a piece of track costs by what it brings to rivals.
_THEIRS: Final = 1.15
# The value of a ward's wild cards for each card, of a site for a department store, of a token.
_WILD: Final = 0.0907
_SITE: Final = 0.514
_TOKEN: Final = 4.21
# The cost of a customer that a rival gets, relative to its own worth, and of a step.
_LOSS: Final = 0.374
_STEP: Final = 0.0196
# The minimum gain of an action.
LEAST: Final = 0.264
# How many wards are tried for a Move, and how many stores and pieces of track are returned.
_TRIES: Final = 3
_COUNT: Final = 3

_GOODS: Final = range(len(GOODS))
Found = tuple[float, int, tuple[int, ...], tuple[int, ...]]  # worth, ward, path, given


class Action(NamedTuple):
    """A whole action, with its estimated worth."""

    worth: float
    kind: int
    where: int = NONE  # station, link or ward
    what: int = NONE  # good, second link, or the kind of customer to spend
    pays: int = NONE  # the ward to pay for
    path: tuple[int, ...] = ()
    given: tuple[int, ...] = ()  # the kind of customer given at each station, or NONE


class Ideas(Glance):
    """Finds actions for the player whose turn it is. `study` comes first."""

    __slots__ = ()

    def best_move(self) -> Action | None:
        """The best Move."""
        worth, ward, path, given = self._find_move()
        if ward == NONE:
            return None
        return Action(worth, MOVE, ward, NONE, ward, path, given)

    def _find_move(self, least: float = LEAST) -> Found:
        """The worth of the best Move, its ward, its path and the customers given on the way. Only
        the most promising wards are tried out. A Move that brings no more than `least` is none."""
        table, worth, own, areas = self.table, self.worth, self.own, self.areas
        wards, costs, three = table.wards, self.costs, self.any_card
        stations_in = CITY.stations_in
        everywhere = own[0] | own[1] | own[2] | own[3]
        ranked = []
        for ward in bits(table.crowded):
            cost = costs.get(ward, FAR)
            cost = cost if cost < three else three
            if cost >= FAR:
                continue
            counts = counts_in(wards[ward])
            for station in bits(stations_in[ward]):
                area = areas[station]
                if not area & everywhere:
                    continue
                gain = -cost
                for good, count in counts:
                    stores = (area & own[good]).bit_count()
                    if stores:
                        limit = 2 * stores if good else stores
                        gain += worth[good] * (count if count < limit else limit)
                if gain > least:
                    ranked.append((gain, station, ward, cost))
        ranked.sort(reverse=True)
        best = least
        found: Found = (0.0, NONE, (), ())
        for most, station, ward, cost in ranked[:_TRIES]:
            if most <= best:
                break
            gain, path, given = self.way(station, wards[ward])
            gain -= cost
            if gain > best:
                best, found = gain, (gain, ward, path, given)
        return found

    def way(self, start: int, group: int) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
        """From store to store, always to the nearest; it ends where the gain is highest."""
        gain, group, kind = self.serve(start, group, 0.0)
        return self.onward(start, group, 1 << start, gain, kind)

    def onward(
        self, start: int, group: int, visited: int, gain: float, kind: int
    ) -> tuple[float, tuple[int, ...], tuple[int, ...]]:
        """The rest of a way: `kind` was given at its start, after visits to some stations."""
        own, rivals, built = self.own, self.rivals, self.table.built
        path, given = [start], [kind]
        here, area = start, self.areas[start]
        best, stops = gain, 1
        while group:
            targets = closed = 0
            for good, _ in counts_in(group):
                targets |= own[good]
                closed |= rivals[good]
            targets &= area & ~visited
            if not targets:
                break
            route = route_to(built, here, targets, visited | closed)
            if not route:
                route = route_to(built, here, targets, visited)
                if not route:
                    break
            for here in route:
                path.append(here)
                visited |= 1 << here
                gain, group, kind = self.serve(here, group, gain - _STEP)
                given.append(kind)
                if not group:
                    break
            if gain > best:
                best, stops = gain, len(path)
        return best, tuple(path[:stops]), tuple(given[:stops])

    def serve(self, station: int, group: int, gain: float) -> tuple[float, int, int]:
        """Give a customer to the store at a station, if there is one who wants its goods: the gain
        after that, the rest of the group, and the kind of customer."""
        store = self.table.stores[station]
        if store == NONE:
            return gain, group, NONE
        kinds = kinds_buying(group, good_of(store))
        if not kinds:
            return gain, group, NONE
        worth = self.worth
        if owner_of(store) == self.seat:
            best, kind = -1.0, NONE
            for one in kinds:
                value = worth[KIND_GOOD[one]] * KIND_SIZE[one]
                if value > best:
                    best, kind = value, one
            gain += best
        else:
            best, kind = FAR, NONE
            for one in kinds:
                value = worth[KIND_GOOD[one]] * KIND_SIZE[one]
                if value < best:
                    best, kind = value, one
            gain -= _LOSS * best
        return gain, group - ONE[kind], kind

    def best_opens(self) -> list[Action]:
        """The most promising stores."""
        table, seat, areas = self.table, self.seat, self.areas
        goods = [good for good in _GOODS if table.supply[seat * len(GOODS) + good]]
        if not goods:
            return []
        wild = table.wild[seat]
        site = 0.0
        stacks = len(table.stack_owners)
        if table.departments[seat] and stacks < len(BONUS_STACKS) and self.turns_left > 1:
            site = _SITE
        fresh = _WILD if self.turns_left > 1 else 0.0
        costs, three = self.costs, self.any_card
        known: dict[int, tuple[float, int]] = {}
        ranked = []
        for station in bits(table.empty):
            ward = WARD_OF[station]
            cost = costs.get(ward, FAR)
            cost = cost if cost < three else three
            if cost >= FAR:
                continue
            area = areas[station]
            value = known.get(area)
            if value is None:
                value = known[area] = self.best_good(area, goods)
            worth = value[0] - cost
            if not wild >> ward & 1:
                worth += fresh * CARDS_IN[ward]
            if CITY.department_sites >> station & 1:
                worth += site
            ranked.append((worth, station, value[1]))
        ranked.sort(reverse=True)
        return [
            Action(worth, OPEN, station, what, WARD_OF[station])
            for worth, station, what in ranked[:_COUNT]
        ]

    def best_good(self, area: int, goods: list[int]) -> tuple[float, int]:
        """What a store in an area is worth, and what it should sell."""
        _, wards, near, _ = area_of(area)
        best, what = -1.0, NONE
        for good in goods:
            row = self.spot[good]
            total = more = 0.0
            for ward in wards:
                total += row[ward]
            for ward in near:
                more += row[ward]
            total += _NEAR * more
            if area & self.rivals[good]:
                total *= _CONTEST
            if total > best:
                best, what = total, good
        return _OPEN * best, what

    def best_expands(self) -> list[Action]:
        """The most promising pieces of track, the best also with a second piece."""
        table = self.table
        free = 0
        for action in table.free_track:
            free |= 1 << action - TRACK
        gains = [0.0] * CITY.links
        for good in _GOODS:
            own, rivals = self.own[good], self.rivals[good]
            if own:
                self._link_gains(gains, free, self.reach[good], rivals, self.spot[good], 1.0)
            if rivals:
                reach = self.reach_of(rivals, own)
                self._link_gains(gains, free, reach, own, self.promise[good], -_THEIRS)
        ranked = [(worth * _EXPAND, link) for link, worth in enumerate(gains) if worth]
        ranked.sort(reverse=True)
        found = [Action(worth, EXPAND, link) for worth, link in ranked[:_COUNT]]
        if table.track[self.seat] > 1:
            for first in found[:2]:
                second = self.second_piece(first)
                if second:
                    found.append(second)
        return found

    def _link_gains(
        self,
        gains: list[float],
        free: int,
        reach: int,
        closed: int,
        row: list[float],
        factor: float,
    ) -> None:
        """Add what each link would bring to stores with this reach."""
        areas, built = self.areas, self.table.built
        known: dict[int, float] = {}
        inside = area_of(reach)[0]
        for link in bits(boundary(reach) & free):
            a, b = ENDS[link]
            other = b if reach >> a & 1 else a
            area = areas[other]
            if area & closed:
                area = flood(built, 1 << other, closed)
            worth = known.get(area)
            if worth is None:
                _, wards, near, _ = area_of(area)
                worth = more = 0.0
                for ward in wards:
                    if not inside >> ward & 1:
                        worth += row[ward]
                for ward in near:
                    if not inside >> ward & 1:
                        more += row[ward]
                worth = known[area] = factor * (worth + _NEAR * more)
            gains[link] += worth

    def second_piece(self, first: Action) -> Action | None:
        """The best way to continue a piece of track for a card."""
        links, areas, link = self.table.links, self.areas, first.where
        a, b = ENDS[link]
        cost_a, cost_b = self.cost(WARD_OF[a]), self.cost(WARD_OF[b])
        payer, cost = (WARD_OF[a], cost_a) if cost_a <= cost_b else (WARD_OF[b], cost_b)
        if cost >= FAR:
            return None
        joined = areas[a] | areas[b]
        best, second_link = 0.0, NONE
        for one in CITY.extensions[link]:
            if links[one] == NONE:
                a, b = ENDS[one]
                in_a, in_b = joined >> a & 1, joined >> b & 1
                if in_a != in_b:
                    more = self._joining(joined, areas[b] if in_a else areas[a])
                    if more > best:
                        best, second_link = more, one
        if second_link == NONE:
            return None
        worth = first.worth + best * _EXPAND - cost
        return Action(worth, EXPAND, link, second_link, payer)

    def _joining(self, first: int, second: int) -> float:
        """Roughly what it is worth to connect two areas."""
        total = 0.0
        for good in _GOODS:
            if self.own[good] & first and not self.own[good] & second:
                _, wards, near, _ = area_of(second)
                row = self.spot[good]
                worth = more = 0.0
                for ward in wards:
                    worth += row[ward]
                for ward in near:
                    more += row[ward]
                worth += _NEAR * more
                total += worth * _CONTEST if second & self.rivals[good] else worth
        return total

    def best_upgrade(self) -> list[Action]:
        """The department store with the best return, if there is one."""
        table, seat = self.table, self.seat
        earned, stacks = table.earned[seat], len(table.stack_owners)
        if not earned or stacks >= len(BONUS_STACKS):
            return []
        tokens = _TOKEN * BONUS_STACKS[stacks]
        best, found = LEAST, []
        for good in _GOODS:
            sites = table.places[store_of(seat, good)] & CITY.department_sites
            if not sites or not buyers(earned, good):
                continue
            kind = min(kinds_buying(earned, good), key=KIND_SIZE.__getitem__)
            base = tokens - self.worth[good] * KIND_SIZE[kind]
            for station in bits(sites):
                worth = base - self.cost(WARD_OF[station])
                if worth > best:
                    best = worth
                    found = [Action(worth, UPGRADE, station, kind, WARD_OF[station])]
        return found

    def move_after(self, build: Action, least: float) -> float:
        """What the best Move would be worth after a store or track; 0 if that is no more than
        `least`, or what it is worth now."""
        if build.kind == OPEN:
            return self._move_to(build, least)
        areas, built = self.areas, self.table.built
        a, b = ENDS[build.where]
        first, second = areas[a], areas[b]
        if build.what != NONE:
            a, b = ENDS[build.what]
            second |= areas[a] | areas[b]
        if not self._helps(first, second) and not self._helps(second, first):
            return 0.0
        self.areas, self.table.built = areas[:], built[:]
        for link in (build.where, build.what):
            if link != NONE:
                a, b = ENDS[link]
                self.table.built[a] |= 1 << b
                self.table.built[b] |= 1 << a
                join_areas(self.areas, link)
        worth = self._move_once_paid(build, least)
        self.areas, self.table.built = areas, built
        return worth

    def _move_to(self, build: Action, least: float) -> float:
        """What the best Move would be worth with one more store; 0 if no more than `least`."""
        table, own, station, good = self.table, self.own, build.where, build.what
        for ward in area_of(self.areas[station])[1]:
            if buyers(table.wards[ward], good):
                break
        else:
            return 0.0
        self.own = [*own]
        self.own[good] |= 1 << station
        stores = table.stores
        table.stores = changed(stores, station, store_of(self.seat, good))
        worth = self._move_once_paid(build, least)
        self.own, table.stores = own, stores
        return worth

    def _helps(self, here: int, there: int) -> bool:
        """Whether there are customers here for own stores there."""
        wards, own = self.table.wards, self.own
        for ward in area_of(here)[1]:
            if wards[ward]:
                for good, _ in counts_in(wards[ward]):
                    if own[good] & there:
                        return True
        return False

    def _move_once_paid(self, build: Action, least: float) -> float:
        """What the best Move is worth without the cards that a store or track costs."""
        costs, wild, three = self.costs, self.wild_card, self.any_card
        if build.pays != NONE:
            self.price_cards(self.payment(build.pays))
        worth = self._find_move(least)[0]
        self.costs, self.wild_card, self.any_card = costs, wild, three
        return worth
