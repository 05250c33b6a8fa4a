"""What the quick player could build: the most promising stores, track and department stores."""

from typing import Final, NamedTuple

from ichiba.games.shinjuku.actions import EXPAND, OPEN, UPGRADE
from ichiba.games.shinjuku.bots.quick.evaluate import (
    CARDS_IN,
    ENDS,
    FAR,
    WARD_OF,
    Glance,
    area_of,
    boundary,
)
from ichiba.games.shinjuku.bots.reach import flood
from ichiba.games.shinjuku.city import CITY, bits
from ichiba.games.shinjuku.customers import KIND_SIZE, buyers, kinds_buying
from ichiba.games.shinjuku.data import BONUS_STACKS, GOODS, store_of
from ichiba.games.shinjuku.table import NONE

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
_WILD: Final = 0.065
_SITE: Final = 1.0
_TOKEN: Final = 4.21
# The minimum gain of an action.
LEAST: Final = 0.33
# How many stores and pieces of track are returned.
_COUNT: Final = 3

_GOODS: Final = range(len(GOODS))


class Action(NamedTuple):
    """A whole action, with its estimated worth."""

    worth: float
    kind: int
    where: int = NONE  # station, link or ward
    what: int = NONE  # good, second link, or the kind of customer to spend
    pays: int = NONE  # the ward to pay for
    path: tuple[int, ...] = ()
    given: tuple[int, ...] = ()  # the kind of customer given at each station, or NONE


class Builds(Glance):
    """Finds stores and track for the player whose turn it is. `study` comes first."""

    __slots__ = ()

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
        peaks = self._peaks(goods)
        known: dict[int, float] = {}
        ranked = []
        for station, store in enumerate(table.stores):
            if store != NONE:
                continue
            ward = WARD_OF[station]
            cost = costs.get(ward, FAR)
            cost = cost if cost < three else three
            if cost >= FAR:
                continue
            area = areas[station]
            most = known.get(area)
            if most is None:
                _, wards, near, _ = area_of(area)
                most = known[area] = _OPEN * _total_of(peaks, wards, near)
            apart = -cost
            if not wild >> ward & 1:
                apart += fresh * CARDS_IN[ward]
            if CITY.department_sites >> station & 1:
                apart += site
            ranked.append((most + apart, station, apart))
        ranked.sort(reverse=True)
        return self._best_stores(ranked, goods)

    def _peaks(self, goods: list[int]) -> list[float]:
        """By ward: the most that one of these goods is worth there."""
        peaks = self.spot[goods[0]][:]
        for good in goods[1:]:
            for ward, worth in enumerate(self.spot[good]):
                if worth > peaks[ward]:  # noqa: PLR1730 - hot
                    peaks[ward] = worth
        return peaks

    def _best_stores(
        self, ranked: list[tuple[float, int, float]], goods: list[int]
    ) -> list[Action]:
        """The best stores, from the most that each station could bring, itself, and what it brings
        apart from customers."""
        known: dict[int, tuple[float, int]] = {}
        found: list[tuple[float, int, int]] = []
        for most, station, apart in ranked:
            if len(found) == _COUNT and most < found[-1][0]:
                break
            area = self.areas[station]
            value = known.get(area)
            if value is None:
                value = known[area] = self.best_good(area, goods)
            found.append((value[0] + apart, station, value[1]))
            found.sort(reverse=True)
            del found[_COUNT:]
        return [
            Action(worth, OPEN, station, what, WARD_OF[station]) for worth, station, what in found
        ]

    def best_good(self, area: int, goods: list[int]) -> tuple[float, int]:
        """What a store in an area is worth, and what it should sell."""
        _, wards, near, _ = area_of(area)
        best, what = -1.0, NONE
        for good in goods:
            total = _total_of(self.spot[good], wards, near)
            if area & self.rivals[good]:
                total *= _CONTEST
            if total > best:
                best, what = total, good
        return _OPEN * best, what

    def best_expands(self) -> list[Action]:
        """The most promising pieces of track, the best also with a second piece."""
        ranked = [(worth * _EXPAND, link) for link, worth in self._link_gains().items()]
        ranked.sort(reverse=True)
        threats = self._threats()
        best: list[tuple[float, int]] = []
        for most, link in ranked:
            if len(best) == _COUNT and most < best[-1][0]:
                break
            worth = most - _THEIRS * _EXPAND * self._harm(link, threats)
            best.append((worth, link))
            best.sort(reverse=True)
            del best[_COUNT:]
        found = [Action(worth, EXPAND, link) for worth, link in best]
        if self.table.track[self.seat] > 1:
            for first in found[:2]:
                second = self.second_piece(first)
                if second:
                    found.append(second)
        return found

    def _link_gains(self) -> dict[int, float]:
        """What each free link at the edge of the own reach would bring."""
        areas, links = self.areas, self.table.links
        gains: dict[int, float] = {}
        for good in _GOODS:
            if not self.own[good]:
                continue
            reach, closed = self.reach[good], self.rivals[good]
            row = self.spot[good][:]
            for ward in area_of(reach)[1]:
                row[ward] = 0.0
            known: dict[int, float] = {}
            for link, other in boundary(reach):
                if links[link] != NONE:
                    continue
                area = areas[other]
                if area & closed:
                    area = flood(self.table.built, 1 << other, closed)
                worth = known.get(area)
                if worth is None:
                    _, wards, near, _ = area_of(area)
                    worth = known[area] = _total_of(row, wards, near)
                gains[link] = gains.get(link, 0.0) + worth
        return gains

    def _threats(self) -> list[tuple[int, int, list[float]]]:
        """For each good that others sell: where their stores can be reached from, the own stores
        that stand in the way, and what wards outside promise them."""
        found = []
        for good in _GOODS:
            if self.rivals[good]:
                reach = self.reach_of(self.rivals[good], self.own[good])
                row = self.promise[good][:]
                for ward in area_of(reach)[1]:
                    row[ward] = 0.0
                found.append((reach, self.own[good], row))
        return found

    def _harm(self, link: int, threats: list[tuple[int, int, list[float]]]) -> float:
        """What a link would bring to the others."""
        a, b = ENDS[link]
        harm = 0.0
        for reach, closed, row in threats:
            from_a = reach >> a & 1
            if from_a == reach >> b & 1:
                continue
            other = b if from_a else a
            area = self.areas[other]
            if area & closed:
                area = flood(self.table.built, 1 << other, closed)
            _, wards, near, _ = area_of(area)
            harm += _total_of(row, wards, near)
        return harm

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
                worth = _total_of(self.spot[good], wards, near)
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


def _total_of(row: list[float], wards: tuple[int, ...], near: tuple[int, ...]) -> float:
    """What an area is worth, by the worth of each ward: its wards, and those one link further."""
    total = more = 0.0
    for ward in wards:
        total += row[ward]
    for ward in near:
        more += row[ward]
    return total + _NEAR * more
