"""A lightweight copy of Shinjuku's map for planning, without the rest of the table.

Sketches are immutable. Each action gives a new one that shares the unchanged parts.
"""

from ichiba.games.shinjuku.bots.reach import Reach, flood
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KIND_GOOD, ONE, buyers
from ichiba.games.shinjuku.data import (
    BONUS_STACKS,
    DEPARTMENT,
    GOODS,
    STORE_NAMES,
    good_of,
    owner_of,
    store_of,
)
from ichiba.games.shinjuku.table import NONE, ShinjukuTable


class Sketch:
    """Stores, track and customers after planned actions."""

    __slots__ = (
        "bonus", "built", "departments", "earned", "fares", "laid", "links", "queue", "reaches",
        "sellers", "stacks", "stores", "supply", "track", "wards", "wild",
    )  # fmt: skip

    stores: list[int]
    sellers: list[int]  # by store: its stations, as bits
    links: list[int]
    built: list[int]
    laid: int  # the links with track, as bits
    wards: list[int]
    queue: list[int]
    earned: list[int]
    bonus: list[int]
    stacks: int  # how many have been claimed
    supply: list[int]
    departments: list[int]
    track: list[int]
    wild: list[int]
    fares: int  # the players who drew cards because their track was used, as bits
    reaches: list[list[Reach]] | None  # by seat and good, computed on demand

    @classmethod
    def of(cls, table: ShinjukuTable) -> "Sketch":
        """The current map."""
        sketch = Sketch.__new__(Sketch)
        sketch.stores = table.stores
        sketch.sellers = table.places
        sketch.links = table.links
        sketch.built = table.built
        sketch.laid = sum(1 << link for link, owner in enumerate(table.links) if owner != NONE)
        sketch.wards = table.wards
        sketch.queue = table.queue_groups
        sketch.earned = table.earned
        sketch.bonus = table.bonus
        sketch.stacks = len(table.stack_owners)
        sketch.supply = table.supply
        sketch.departments = table.departments
        sketch.track = table.track
        sketch.wild = table.wild
        sketch.fares = 0
        sketch.reaches = None
        return sketch

    def _twin(self) -> "Sketch":
        twin = Sketch.__new__(Sketch)
        twin.bonus = self.bonus
        twin.built = self.built
        twin.departments = self.departments
        twin.earned = self.earned
        twin.fares = self.fares
        twin.laid = self.laid
        twin.links = self.links
        twin.queue = self.queue
        twin.reaches = self.reaches
        twin.sellers = self.sellers
        twin.stacks = self.stacks
        twin.stores = self.stores
        twin.supply = self.supply
        twin.track = self.track
        twin.wards = self.wards
        twin.wild = self.wild
        return twin

    def opened(self, seat: int, station: int, good: int, origin: int = NONE) -> "Sketch":
        """The map with a store there, from the supply or from elsewhere."""
        after = self._twin()
        after.reaches = None
        after.stores = self.stores[:]
        after.sellers = self.sellers[:]
        after.wild = self.wild[:]
        store = store_of(seat, good)
        after.stores[station] = store
        after.sellers[store] |= 1 << station
        after.wild[seat] |= 1 << CITY.ward_of[station]
        if origin == NONE:
            after.supply = self.supply[:]
            after.supply[seat * len(GOODS) + good] -= 1
        else:
            after.stores[origin] = NONE
            after.sellers[store] ^= 1 << origin
            after.wild[seat] = after._wild_wards(seat)
        return after

    def _wild_wards(self, seat: int) -> int:
        wards = 0
        for station, store in enumerate(self.stores):
            if store != NONE and owner_of(store) == seat:
                wards |= 1 << CITY.ward_of[station]
        return wards

    def expanded(self, seat: int, link: int) -> "Sketch":
        """The map with a piece of track there."""
        after = self._twin()
        after.reaches = None
        after.links = self.links[:]
        after.built = self.built[:]
        after.track = self.track[:]
        a, b = CITY.ends[link]
        after.links[link] = seat
        after.built[a] |= 1 << b
        after.built[b] |= 1 << a
        after.laid |= 1 << link
        after.track[seat] -= 1
        return after

    def moved(
        self, ward: int, left: int, last: int, given: tuple[tuple[int, int, int], ...], fares: int
    ) -> "Sketch":
        """The map after a Move: these customers were given away, and the rest are left there."""
        after = self._twin()
        after.wards = self.wards[:]
        after.earned = self.earned[:]
        after.fares = fares
        after.wards[ward] = 0
        after.wards[last] += left
        for _, owner, kind in given:
            after.earned[owner] += ONE[kind]
        return after

    def upgraded(self, seat: int, station: int, kind: int, *, queued: bool) -> "Sketch":
        """The map with a department store there, for which a customer was spent."""
        after = self._twin()
        after.reaches = None
        after.stores = self.stores[:]
        after.sellers = self.sellers[:]
        after.earned = self.earned[:]
        after.bonus = self.bonus[:]
        after.departments = self.departments[:]
        after.supply = self.supply[:]
        good = good_of(self.stores[station])
        after.stores[station] = store_of(seat, DEPARTMENT)
        after.sellers[store_of(seat, good)] ^= 1 << station
        after.sellers[store_of(seat, DEPARTMENT)] |= 1 << station
        after.earned[seat] -= ONE[kind]
        after.departments[seat] -= 1
        after.supply[seat * len(GOODS) + good] += 1
        if self.stacks < len(BONUS_STACKS):
            after.bonus[seat] += BONUS_STACKS[self.stacks]
        after.stacks += 1
        if queued:
            after.queue = _joined(self.queue, kind)
        return after

    def sellers_by_seat(self, good: int) -> list[int]:
        """By seat: the stations, as bits, where it sells a good."""
        sellers = self.sellers
        return [
            sellers[first + good] | sellers[first + DEPARTMENT]
            for first in range(0, len(sellers), len(STORE_NAMES))
        ]

    def can_grow(self, seat: int) -> bool:
        """Whether a store of the seat could become a department store."""
        if not self.departments[seat]:
            return False
        own = 0
        for good in range(len(GOODS)):
            own |= self.sellers[store_of(seat, good)]
        return own & CITY.department_sites != 0

    def flood(self, start: int, closed: int) -> int:
        """All stations, as bits, that can be reached from these without entering closed ones."""
        return flood(self.built, start, closed)


def _joined(queue: list[int], kind: int) -> list[int]:
    """The queue with one more customer, on the card with the same good or the first empty one."""
    slots = queue[:]
    good = KIND_GOOD[kind]
    for slot, group in enumerate(slots):
        if buyers(group, good) or not group:
            slots[slot] += ONE[kind]
            break
    return slots
