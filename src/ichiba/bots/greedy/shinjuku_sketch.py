"""A sketch of Shinjuku's map: what a planned action changes, without the rest of the table.

A sketch is never changed. Each action gives a new one that shares what stayed the same.
"""

from functools import cache

from ichiba.bots.greedy.shinjuku_reach import Reach
from ichiba.games.shinjuku.city import City, bits
from ichiba.games.shinjuku.data import BONUS_STACKS, DEPARTMENT, GOODS, KIND_GOOD, ONE, SELLS
from ichiba.games.shinjuku.table import NONE, STORES, Table


class Chart:
    """A city's tables that only planning needs."""

    __slots__ = ("cards_of", "deck", "neighbours")

    def __init__(self, city: City) -> None:
        # By station: where track could lead in one step, as bits.
        neighbours = [*city.joined]
        for a, b in city.ends:
            neighbours[a] |= 1 << b
            neighbours[b] |= 1 << a
        self.neighbours = tuple(neighbours)
        # By ward: its cards as bits of the whole deck, so that counting bits weighs wards.
        self.cards_of = tuple(
            sum(1 << place for place, card in enumerate(city.cards) if card == ward)
            for ward in range(city.wards)
        )
        self.deck = len(city.cards)


@cache
def chart_of(city: City) -> Chart:
    """The chart of a city, made once."""
    return Chart(city)


class Sketch:
    """Stores, track and customers as they would be."""

    __slots__ = (
        "bonus", "built", "city", "departments", "earned", "laid", "links", "queue", "reaches",
        "sellers", "stacks", "stores", "supply", "track", "wards", "wild",
    )  # fmt: skip

    city: City
    stores: list[int]
    sellers: list[int]  # by owner and good: the stations, as bits; departments under their own
    links: list[int]
    built: list[int]
    laid: int  # the links with track, as bits
    wards: list[int]
    queue: list[int]
    earned: list[int]
    bonus: list[int]
    stacks: int  # claimed
    supply: list[int]
    departments: list[int]
    track: list[int]
    wild: list[int]
    reaches: list[list[Reach]] | None  # by seat and good, once they are looked for

    @classmethod
    def of(cls, table: Table) -> "Sketch":
        """The map as it is."""
        sketch = cls.__new__(cls)
        sketch.city = table.setup.city
        sketch.stores = table.stores
        sketch.sellers = [0] * (table.setup.players * STORES)
        for station, store in enumerate(table.stores):
            if store != NONE:
                sketch.sellers[store] |= 1 << station
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
        sketch.reaches = None
        return sketch

    def _twin(self) -> "Sketch":
        twin = Sketch.__new__(Sketch)
        for field in self.__slots__:
            setattr(twin, field, getattr(self, field))
        return twin

    def opened(self, seat: int, station: int, good: int, origin: int = NONE) -> "Sketch":
        """With a store there, out of the supply or from elsewhere."""
        after = self._twin()
        after.reaches = None
        after.stores = self.stores[:]
        after.sellers = self.sellers[:]
        after.wild = self.wild[:]
        store = seat * STORES + good
        after.stores[station] = store
        after.sellers[store] |= 1 << station
        after.wild[seat] |= 1 << self.city.ward_of[station]
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
            if store != NONE and store // STORES == seat:
                wards |= 1 << self.city.ward_of[station]
        return wards

    def expanded(self, seat: int, link: int) -> "Sketch":
        """With a piece of track there."""
        after = self._twin()
        after.reaches = None
        after.links = self.links[:]
        after.built = self.built[:]
        after.track = self.track[:]
        a, b = self.city.ends[link]
        after.links[link] = seat
        after.built[a] |= 1 << b
        after.built[b] |= 1 << a
        after.laid |= 1 << link
        after.track[seat] -= 1
        return after

    def moved(
        self, ward: int, left: int, last: int, given: tuple[tuple[int, int, int], ...]
    ) -> "Sketch":
        """After the customers of a ward went: who was given away, and who is left in the last."""
        after = self._twin()
        after.wards = self.wards[:]
        after.earned = self.earned[:]
        after.wards[ward] = 0
        after.wards[last] += left
        for _, owner, kind in given:
            after.earned[owner] += ONE[kind]
        return after

    def upgraded(self, seat: int, station: int, kind: int, *, queued: bool) -> "Sketch":
        """With a department store there, paid with a customer."""
        after = self._twin()
        after.reaches = None
        after.stores = self.stores[:]
        after.sellers = self.sellers[:]
        after.earned = self.earned[:]
        after.bonus = self.bonus[:]
        after.departments = self.departments[:]
        after.supply = self.supply[:]
        good = self.stores[station] % STORES
        after.stores[station] = seat * STORES + DEPARTMENT
        after.sellers[seat * STORES + good] ^= 1 << station
        after.sellers[seat * STORES + DEPARTMENT] |= 1 << station
        after.earned[seat] -= ONE[kind]
        after.departments[seat] -= 1
        after.supply[seat * len(GOODS) + good] += 1
        if self.stacks < len(BONUS_STACKS):
            after.bonus[seat] += BONUS_STACKS[self.stacks]
        after.stacks += 1
        if queued:
            after.queue = _joined(self.queue, kind)
        return after

    def sellers_of(self, good: int, seat: int = NONE) -> int:
        """The stations, as bits, where a good is sold; by one seat, or by anybody."""
        sellers = self.sellers
        if seat != NONE:
            return sellers[seat * STORES + good] | sellers[seat * STORES + DEPARTMENT]
        stations = 0
        for store in range(0, len(sellers), STORES):
            stations |= sellers[store + good] | sellers[store + DEPARTMENT]
        return stations

    def can_grow(self, seat: int) -> bool:
        """Whether a store of the seat could become a department store."""
        if not self.departments[seat]:
            return False
        own = 0
        for good in range(len(GOODS)):
            own |= self.sellers[seat * STORES + good]
        return own & self.city.department_sites != 0

    def flood(self, start: int, closed: int) -> int:
        """All stations, as bits, that can be reached from some, without entering closed ones."""
        built = self.built
        seen = open_ends = start
        while open_ends:
            lowest = open_ends & -open_ends
            fresh = built[lowest.bit_length() - 1] & ~(seen | closed)
            seen |= fresh
            open_ends = open_ends ^ lowest | fresh
        return seen

    def stations_of(self, wards: int) -> int:
        """The stations of some wards, both as bits."""
        stations = 0
        for ward in bits(wards):
            stations |= self.city.stations_in[ward]
        return stations


def _joined(queue: list[int], kind: int) -> list[int]:
    """The queue with one more customer: with its like, or on the first empty card."""
    slots = queue[:]
    alike = SELLS[KIND_GOOD[kind]]
    for slot, group in enumerate(slots):
        if group & alike or not group:
            slots[slot] += ONE[kind]
            break
    return slots
