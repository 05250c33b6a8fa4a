"""How Shinjuku's players share the customers of one good, by what each of them can reach."""

from typing import Final, NamedTuple

from ichiba.bots.shinjuku.reach import Reach
from ichiba.bots.shinjuku.sketch import CHART
from ichiba.games.shinjuku.city import CITY

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
