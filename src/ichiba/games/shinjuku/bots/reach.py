"""What can be reached along existing track, and how the players share customers by it."""

from typing import Final, NamedTuple

from ichiba.games.shinjuku.city import CITY, City

Area = tuple[int, int]  # stations as bits, and the number of own stores there


class Chart:
    """Lookup tables of a city that only the bot needs."""

    __slots__ = ("cards_of", "deck", "neighbours")

    def __init__(self, city: City) -> None:
        # By station: the stations one link away, as bits.
        neighbours = [*city.joined]
        for a, b in city.ends:
            neighbours[a] |= 1 << b
            neighbours[b] |= 1 << a
        self.neighbours = tuple(neighbours)
        # By ward: its cards as bits of the whole deck, so that counting bits counts cards.
        self.cards_of = tuple(
            sum(1 << place for place, card in enumerate(city.cards) if card == ward)
            for ward in range(city.wards)
        )
        self.deck = len(city.cards)


CHART: Final = Chart(CITY)


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


# The share of future customers that reachable stores will actually get.
_HARVEST: Final = 0.45
# The weight of a ward that is one link away, relative to a ward in reach.
_NEAR: Final = 0.35
# The share of the rest that each player will get, whatever is on the map now.
_LUCK: Final = 0.12
# How much more a second store with the same good gets from the same wards.
_SECOND: Final = 0.12

Part = tuple[float, tuple[tuple[int, float], ...]]


class Cards(NamedTuple):
    """The cards of wards that a player can bring customers from."""

    alone: int  # of wards that only this player reaches
    shared: int  # and others reach, too
    near: int  # and that one more link would reach
    again: int  # the number of further stores


class Sharing:
    """What the reaches of all players mean together. It is kept, because most maps differ in few
    of them."""

    __slots__ = ("_cards", "_parts", "_row", "bag")

    def __init__(self, row: tuple[Reach, ...]) -> None:
        self._row = row  # by seat
        self.bag = _bag_shares(row)  # by seat: the share of the customers in the bag
        self._parts: list[Part | None] = [None] * CITY.wards
        self._cards: list[Cards] | None = None

    def of_ward(self, ward: int) -> Part:
        """How much a ward counts for those who can get its customers, by seat, and the sum, which
        is at least 1."""
        part = self._parts[ward]
        if part is None:
            cards, total, shares = CHART.cards_of[ward], 0.0, []
            for seat, reach in enumerate(self._row):
                share = _NEAR if reach.near & cards else 0.0
                share = 1.0 if reach.cards & cards else share
                if share:
                    shares.append((seat, share))
                    total += share
            part = self._parts[ward] = (max(1.0, total), tuple(shares))
        return part

    @property
    def cards(self) -> list[Cards]:
        """By seat."""
        if self._cards is None:
            self._cards = [self._cards_of(seat) for seat in range(len(self._row))]
        return self._cards

    def _cards_of(self, seat: int) -> Cards:
        own, others = self._row[seat], 0
        for other, reach in enumerate(self._row):
            if other != seat:
                others |= reach.cards
        shared = (own.cards & others).bit_count()
        alone = own.cards.bit_count() - shared
        return Cards(alone, shared, (own.near & ~others).bit_count(), max(0, own.stores - 1))


def _bag_shares(row: tuple[Reach, ...]) -> list[float]:
    players = len(row)
    least = [0] * (players + 1)  # cards that at least this many players reach
    for reach in row:
        for count in range(players, 1, -1):
            least[count] |= least[count - 1] & reach.cards
        least[1] |= reach.cards
    shares = []
    for reach in row:
        cards = 0.0
        for count in range(1, players + 1):
            cards += (reach.cards & least[count]).bit_count() / count
            if count > 1:
                cards -= (reach.cards & least[count]).bit_count() / (count - 1)
        cards += _NEAR * (reach.near & ~least[1]).bit_count()
        more = 1 + _SECOND * max(0, reach.stores - 1)
        shares.append(_HARVEST * more * cards / CHART.deck + _LUCK / players)
    return shares
