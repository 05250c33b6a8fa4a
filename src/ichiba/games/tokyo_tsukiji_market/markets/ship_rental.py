"""Ship Rental: a boat of Ships or Used Ships for one trip."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import BUY_BOAT, USED_BOAT
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
from ichiba.games.tokyo_tsukiji_market.markets.yards import boats_at, free_port, moor
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, pay, set_owner
from ichiba.games.tokyo_tsukiji_market.table import (
    AT_SHIPS,
    AT_USED_SHIPS,
    CLOSED,
    FROM_SHIPS,
    FROM_USED_SHIPS,
    NOT_RENTED,
    RENTAL_TOKENS,
    Table,
)


class ShipRental(ExternalMarket):
    """The Blue Ship is not for rent."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.slot = number(self.data.slot)

    def set_up(self, table: Table) -> None:
        """Rental tokens on the board."""
        table.chest[RENTAL_TOKENS], table.boxed[RENTAL_TOKENS] = table.boxed[RENTAL_TOKENS], 0

    def rent(self, boat_type: int) -> int:
        """Yen for a trip."""
        return self.slot * TYPE_SLOTS[boat_type]

    def interactions(self, table: Table, seat: int) -> list[int]:
        """Any boat that can be paid and has room."""
        return self.boats_for_rent(table, seat, table.money[seat])

    def boats_for_rent(self, table: Table, seat: int, money: int) -> list[int]:
        """Boats of both yards, as actions."""
        if not table.chest[RENTAL_TOKENS]:
            return []
        ship_fits = free_port(table, seat, barge=False) is not None
        barge_fits = free_port(table, seat, barge=True) is not None
        return [
            first + boat_type
            for first, yard in ((BUY_BOAT, AT_SHIPS), (USED_BOAT, AT_USED_SHIPS))
            for boat_type, boat in enumerate(boats_at(table, yard))
            if boat >= 0
            and boat_type != BLUE
            and self.rent(boat_type) <= money
            and (barge_fits if boat_type in BARGE_TYPES else ship_fits)
        ]

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """A boat for rent."""
        return bool(self.boats_for_rent(table, seat, money))

    def interact(self, table: Table, seat: int, action: int) -> None:
        """The token remembers where the boat goes back to."""
        used = action >= USED_BOAT
        boat_type = action - (USED_BOAT if used else BUY_BOAT)
        boat = boats_at(table, AT_USED_SHIPS if used else AT_SHIPS)[boat_type]
        pay(table, seat, self.rent(boat_type))
        moor(table, seat, boat)
        table.rented[boat] = FROM_USED_SHIPS if used else FROM_SHIPS
        table.chest[RENTAL_TOKENS] -= 1
        self.tell(table, "rented", seat=seat, boat=BOAT_KEY[boat], yen=self.rent(boat_type))
        check_crash(table, self.market)
        check_crash(table, SHIPS)

    def give_back(self, table: Table, boat: int) -> None:
        """The trip is over: boat and token go back, the token of a closed market to the box."""
        yard = AT_SHIPS if table.rented[boat] == FROM_SHIPS else AT_USED_SHIPS
        set_owner(table, boat, yard)
        table.rented[boat] = NOT_RENTED
        closed = table.external[self.market - NUM_FISH] == CLOSED
        (table.boxed if closed else table.chest)[RENTAL_TOKENS] += 1

    def label(self, table: Table, seat: int, action: int) -> Message:
        """The boat, where from, and the rent."""
        used = action >= USED_BOAT
        boat_type = action - (USED_BOAT if used else BUY_BOAT)
        market = MARKET_KEY[USED_SHIPS if used else SHIPS]
        return self.say("rent", boat=TYPE_KEY[boat_type], market=market, yen=self.rent(boat_type))

    def has_crashed(self, table: Table) -> bool:
        """No token is left."""
        return not table.chest[RENTAL_TOKENS]
