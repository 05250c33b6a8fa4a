"""Ship Rental: rents boats from Ships and Used Ships for one trip."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import BUY_BOAT, USED_BOAT, kind_of
from ichiba.games.tokyo_tsukiji_market.data import (
    BARGE_TYPES,
    BLUE,
    NUM_FISH,
    SHIPS,
    TYPE_SLOTS,
    USED_SHIPS,
    number,
)
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY, MARKET_KEY, TYPE_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.markets.yards import boats_at, free_port, moor, port_plans
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, pay, set_owner
from ichiba.games.tokyo_tsukiji_market.table import (
    AT_SHIPS,
    AT_USED_SHIPS,
    CLOSED,
    FROM_SHIPS,
    FROM_USED_SHIPS,
    NOT_RENTED,
    RENTAL_TOKENS,
    MarketTable,
)


class ShipRental(ExternalMarket):
    """Rents out every boat except the Blue Ship."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.slot = self.least_money = number(self.data.slot)
        self.others = ((RENTAL_TOKENS, number(self.data.tokens)),)

    def rent(self, boat_type: int) -> int:
        """The rent for one trip in yen."""
        return self.slot * TYPE_SLOTS[boat_type]

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """The boats that the player can pay for and has room for."""
        return self.boats_for_rent(table, seat, table.money[seat])

    def boats_for_rent(self, table: MarketTable, seat: int, money: int, more: int = 0) -> list[int]:
        """The boats of both yards that can be rented, as actions."""
        if not table.others_left[RENTAL_TOKENS]:
            return []
        ship_fits = free_port(table, seat, barge=False, more=more) is not None
        barge_fits = free_port(table, seat, barge=True, more=more) is not None
        return [
            first + boat_type
            for first, yard in ((BUY_BOAT, AT_SHIPS), (USED_BOAT, AT_USED_SHIPS))
            for boat_type, boat in enumerate(boats_at(table, yard))
            if boat >= 0
            and boat_type != BLUE
            and self.rent(boat_type) <= money
            and (barge_fits if boat_type in BARGE_TYPES else ship_fits)
        ]

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether a boat could be rented, perhaps after opening ports (C2)."""
        return any(
            self.boats_for_rent(table, seat, left, more)
            for more, left in port_plans(table, seat, money)
        )

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Rent a boat and record which yard it goes back to."""
        kind = kind_of(action)
        used, boat_type = kind == USED_BOAT, action - kind
        boat = boats_at(table, AT_USED_SHIPS if used else AT_SHIPS)[boat_type]
        pay(table, seat, self.rent(boat_type))
        moor(table, seat, boat)
        table.rented[boat] = FROM_USED_SHIPS if used else FROM_SHIPS
        table.others_left[RENTAL_TOKENS] -= 1
        self.tell(table, "rented", seat=seat, boat=BOAT_KEY[boat], yen=self.rent(boat_type))
        check_crash(table, self.market)
        check_crash(table, SHIPS)

    def give_back(self, table: MarketTable, boat: int) -> None:
        """Return boat and token after the trip; the token of a closed market goes to the box."""
        from_ships, seat = table.rented[boat] == FROM_SHIPS, table.owner[boat]
        set_owner(table, boat, AT_SHIPS if from_ships else AT_USED_SHIPS)
        table.rented[boat] = NOT_RENTED
        closed = table.external[self.market - NUM_FISH] == CLOSED
        (table.box_others if closed else table.others_left)[RENTAL_TOKENS] += 1
        market = MARKET_KEY[SHIPS if from_ships else USED_SHIPS]
        self.tell(table, "rental_over", seat=seat, boat=BOAT_KEY[boat], market=market)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the choice with the boat, its yard and the rent."""
        kind = kind_of(action)
        used, boat_type = kind == USED_BOAT, action - kind
        market = MARKET_KEY[USED_SHIPS if used else SHIPS]
        return self.say("rent", boat=TYPE_KEY[boat_type], market=market, yen=self.rent(boat_type))

    def price_of(self, action: int) -> int:
        kind = kind_of(action)
        return self.rent(action - kind) if kind in (BUY_BOAT, USED_BOAT) else 0

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """The price of a slot, if a port has room for a ship."""
        if free_port(table, seat, barge=False) is None or not self.could_come(table, seat):
            return None
        return self.because("ship_rental", yen=self.slot)

    def has_crashed(self, table: MarketTable) -> bool:
        """Whether no rental tokens are left."""
        return not self.has_others(table)
