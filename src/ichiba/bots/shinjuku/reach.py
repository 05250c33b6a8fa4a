"""What can be reached along existing track: stations, and the wards from which customers come."""

from ichiba.games.shinjuku.city import CITY

Area = tuple[int, int]  # stations as bits, and the number of own stores there


def flood(built: list[int], start: int, closed: int) -> int:
    """All stations that can be reached from these without entering closed ones; all are bits."""
    seen = open_ends = start
    while open_ends:
        lowest = open_ends & -open_ends
        fresh = built[lowest.bit_length() - 1] & ~(seen | closed)
        seen |= fresh
        open_ends = open_ends ^ lowest | fresh
    return seen


class Reach:
    """Where a player can bring customers of one good from, to stores that sell it."""

    __slots__ = ("areas", "by_ward", "cards", "near", "stations", "stores")

    def __init__(self, areas: list[Area], cards: int, near: int) -> None:
        self.areas = areas
        self.cards = cards  # of the wards, as bits of the deck
        self.near = near  # of the wards that one link would add
        self.stores = self.stations = 0
        for area, stores in areas:
            self.stations |= area
            if stores > self.stores:  # noqa: PLR1730 - hot
                self.stores = stores
        # How many stores customers of a ward could reach, or -1 if that isn't known yet.
        self.by_ward = [-1] * CITY.wards

    def stores_from(self, ward: int) -> int:
        """How many stores customers of a ward could reach."""
        found = self.by_ward[ward]
        if found < 0:
            found = 0
            stations = CITY.stations_in[ward]
            for area, stores in self.areas:
                if area & stations and stores > found:
                    found = stores
            self.by_ward[ward] = found
        return found
