"""Ships: new boats for ¥500 a slot."""

from ichiba.games.tokyo_tsukiji_market.data import (
    BARGE_TYPES,
    BLUE,
    BOATS_OF_TYPE,
    FOUR_SLOT_BARGE,
    NUM_BOATS,
    SIX_SLOT_BARGE,
    STEP,
    TYPE_SLOTS,
    number,
)
from ichiba.games.tokyo_tsukiji_market.markets.yards import Yard
from ichiba.games.tokyo_tsukiji_market.table import AT_SHIPS, IN_BOX, MarketTable


class Ships(Yard):
    """Always in play."""

    closes = False

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.slot, self.barge = number(self.data.slot), number(self.data.barge)
        self.cheapest = self.slot
        self.percent = number(self.data.resale)

    def set_up(self, table: MarketTable) -> None:
        """Stock ships for the number of players, the barge or barges, and perhaps the Blue Ship."""
        setup = table.setup
        ships = next(row.ships for row in self.data.stock if row.players == setup.players)
        wanted = dict(enumerate(ships))
        wanted[FOUR_SLOT_BARGE if setup.four_slot_barges else SIX_SLOT_BARGE] = NUM_BOATS
        wanted[BLUE] = int(setup.blue_ship)
        for boat_type, count in wanted.items():
            boxed = [boat for boat in BOATS_OF_TYPE[boat_type] if table.owner[boat] == IN_BOX]
            for boat in boxed[:count]:
                table.owner[boat] = AT_SHIPS

    def price(self, boat_type: int) -> int:
        """The price: per slot for a ship, in total for a barge."""
        return self.barge if boat_type in BARGE_TYPES else self.slot * TYPE_SLOTS[boat_type]

    def resale(self, boat_type: int) -> int:
        """A tenth of the price, rounded up (A4)."""
        return -(-self.price(boat_type) * self.percent // (100 * STEP)) * STEP

    def has_crashed(self, table: MarketTable) -> bool:
        """Whether no boats are left."""
        return AT_SHIPS not in table.owner
