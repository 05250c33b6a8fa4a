"""Used Ships: buys boats from players and resells them, until the end is triggered."""

from ichiba.games.tokyo_tsukiji_market.data import BARGE_TYPES, TYPE_SLOTS, number
from ichiba.games.tokyo_tsukiji_market.markets.yards import Yard
from ichiba.games.tokyo_tsukiji_market.table import AT_USED_SHIPS, NO_END, MarketTable


class UsedShips(Yard):
    """Starts empty, and cannot crash."""

    restricted = True
    buys_dear = True
    yard = AT_USED_SHIPS

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.buying, self.selling = number(self.data.buy), number(self.data.sell)
        self.cheapest = self.buying
        self.buying_barge = number(self.data.buy_barge)
        self.selling_barge = number(self.data.sell_barge)

    def may_enter(self, table: MarketTable, seat: int) -> bool:
        """Whether the end has not been triggered yet (A8)."""
        return table.turns_left == NO_END

    def price(self, boat_type: int) -> int:
        """The price: per slot for a ship, in total for a barge."""
        if boat_type in BARGE_TYPES:
            return self.buying_barge
        return self.buying * TYPE_SLOTS[boat_type]

    def resale(self, boat_type: int) -> int:
        """What it pays: per slot for a ship, in total for a barge."""
        if boat_type in BARGE_TYPES:
            return self.selling_barge
        return self.selling * TYPE_SLOTS[boat_type]
