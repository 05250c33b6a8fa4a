"""What can be reached along existing track: stations, and the wards from which customers come."""

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

    __slots__ = ("_by_ward", "areas", "cards", "near", "stations", "stores")

    def __init__(self, areas: list[Area], cards: int, near: int) -> None:
        self.areas = areas
        self.cards = cards  # of the wards, as bits of the deck
        self.near = near  # of the wards that one link would add
        self.stores = max((stores for _, stores in areas), default=0)
        self.stations = 0
        for area, _ in areas:
            self.stations |= area
        self._by_ward: dict[int, int] = {}

    def stores_from(self, ward: int, stations: int) -> int:
        """How many stores customers of a ward with these stations could reach."""
        found = self._by_ward.get(ward)
        if found is None:
            found = 0
            for area, stores in self.areas:
                if area & stations and stores > found:
                    found = stores
            self._by_ward[ward] = found
        return found
