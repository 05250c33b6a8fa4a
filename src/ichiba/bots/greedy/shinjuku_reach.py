"""From where customers can come to stores along the track that is built."""

Area = tuple[int, int]  # stations as bits, and how many own stores stand there


class Reach:
    """From where a player can bring customers of a good to a store that sells it."""

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
        """How many stores customers of a ward with these stations could come to."""
        found = self._by_ward.get(ward)
        if found is None:
            found = 0
            for area, stores in self.areas:
                if area & stations and stores > found:
                    found = stores
            self._by_ward[ward] = found
        return found
