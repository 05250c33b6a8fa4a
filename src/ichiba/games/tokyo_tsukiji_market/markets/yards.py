"""What Ships, Used Ships and Ship Rental share: boats of a yard, and the ports they go to."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import BOAT, BUY_BLUE, BUY_BOAT
from ichiba.games.tokyo_tsukiji_market.data import (
    BARGE_TYPES,
    BLUE,
    BLUE_SHIP,
    BOATS_OF_TYPE,
    IS_BARGE,
    NUM_FISH,
    NUM_TYPES,
    USED_SHIPS,
)
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY, TYPE_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, earn, pay, set_owner
from ichiba.games.tokyo_tsukiji_market.table import (
    AT_SHIPS,
    AT_USED_SHIPS,
    BOXED,
    NOT_RENTED,
    PORTS,
    TRADING_IN,
    Table,
)

LAST_PORT = PORTS - 1


def free_port(table: Table, seat: int, *, barge: bool) -> int | None:
    """The leftmost port with room: a barge needs the whole last one, which else holds two ships.

    A ship further left is never worse, since the last port takes everything that the others take.
    """
    ships = [0] * PORTS
    for boat in table.fleet[seat]:
        if table.place[boat] < PORTS:
            ships[table.place[boat]] += 2 if IS_BARGE[boat] else 1
    if barge:
        return LAST_PORT if table.ports[seat] == PORTS and not ships[LAST_PORT] else None
    for port in range(table.ports[seat]):
        if ships[port] < (2 if port == LAST_PORT else 1):
            return port
    return None


def boats_at(table: Table, yard: int) -> list[int]:
    """By type: a boat that lies in a yard, or -1."""
    found = [-1] * NUM_TYPES
    for boat_type in range(NUM_TYPES):
        for boat in BOATS_OF_TYPE[boat_type]:
            if table.owner[boat] == yard:
                found[boat_type] = boat
                break
    return found


def docked(table: Table, seat: int) -> list[int]:
    """The seat's own boats in its ports: those that it could sell."""
    return [
        boat
        for boat in table.fleet[seat]
        if table.place[boat] < PORTS and table.rented[boat] == NOT_RENTED
    ]


def moor(table: Table, seat: int, boat: int) -> None:
    """Put a boat into the seat's leftmost port with room."""
    port = free_port(table, seat, barge=IS_BARGE[boat])
    if port is None:
        raise ValueError(boat)
    set_owner(table, boat, seat)
    table.place[boat] = port


class Yard(ExternalMarket):
    """Sells boats and takes them back."""

    yard = AT_SHIPS
    cheapest = 0  # yen for the cheapest boat that it could have

    def price(self, boat_type: int) -> int:
        """Yen for a boat."""
        raise NotImplementedError

    def resale(self, boat_type: int) -> int:
        """Yen for selling one."""
        raise NotImplementedError

    def interactions(self, table: Table, seat: int) -> list[int]:
        """Buy what can be paid and has room, sell what is in port (C18)."""
        sales = [BOAT + boat for boat in docked(table, seat)]
        return self.purchases(table, seat, table.money[seat]) + sales

    def purchases(self, table: Table, seat: int, money: int) -> list[int]:
        """Boats that can be paid and have room; for the Blue Ship a ship is traded in."""
        if money < self.cheapest:
            return []
        ship_fits = free_port(table, seat, barge=False) is not None
        barge_fits = free_port(table, seat, barge=True) is not None
        actions = []
        for boat_type, boat in enumerate(boats_at(table, self.yard)):
            if boat < 0 or self.price(boat_type) > money:
                continue
            if boat_type == BLUE:
                if self.for_trade_in(table, seat):
                    actions.append(BUY_BLUE)
            elif barge_fits if boat_type in BARGE_TYPES else ship_fits:
                actions.append(BUY_BOAT + boat_type)
        return actions

    def for_trade_in(self, table: Table, seat: int) -> list[int]:
        """Ships in port that could be given for the Blue Ship."""
        return [boat for boat in docked(table, seat) if not IS_BARGE[boat]]

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """A boat to sell, or one to buy."""
        place, rented = table.place, table.rented
        for boat in table.fleet[seat]:
            if place[boat] < PORTS and not rented[boat]:
                return True
        return bool(self.purchases(table, seat, money))

    def interact(self, table: Table, seat: int, action: int) -> None:
        """Buy or sell."""
        if action == BUY_BLUE:
            pay(table, seat, self.price(BLUE))
            table.phase = TRADING_IN
            return
        if action >= BUY_BOAT:
            self._buy(table, seat, action - BUY_BOAT)
        else:
            self._sell(table, seat, action - BOAT)

    def _buy(self, table: Table, seat: int, boat_type: int) -> None:
        boat = boats_at(table, self.yard)[boat_type]
        pay(table, seat, self.price(boat_type))
        moor(table, seat, boat)
        self.tell(
            table, "boat", seat=seat, boat=BOAT_KEY[boat], market=self.key,
            yen=self.price(boat_type),
        )  # fmt: skip
        check_crash(table, self.market)

    def _sell(self, table: Table, seat: int, boat: int) -> None:
        yen = self.resale(self._type(boat))
        set_owner(table, boat, self.yard)
        earn(table, seat, yen)
        self.tell(table, "boat_sold", seat=seat, boat=BOAT_KEY[boat], market=self.key, yen=yen)

    @staticmethod
    def _type(boat: int) -> int:
        return next(t for t in range(NUM_TYPES) if boat in BOATS_OF_TYPE[t])

    def trade_in(self, table: Table, seat: int, boat: int) -> None:
        """Give a ship for the Blue Ship: to Used Ships if that is in play."""
        used = table.external[USED_SHIPS - NUM_FISH] != BOXED
        set_owner(table, boat, AT_USED_SHIPS if used else self.yard)
        moor(table, seat, BLUE_SHIP)
        self.tell(
            table, "blue", seat=seat, boat=BOAT_KEY[boat], market=self.key, yen=self.price(BLUE)
        )
        check_crash(table, self.market)

    def label(self, table: Table, seat: int, action: int) -> Message:
        """The boat and its price."""
        if action == BUY_BLUE:
            return self.say("buy_blue", yen=self.price(BLUE))
        if action >= BUY_BOAT:
            boat_type = action - BUY_BOAT
            return self.say("buy_boat", boat=TYPE_KEY[boat_type], yen=self.price(boat_type))
        boat = action - BOAT
        return self.say("sell_boat", boat=BOAT_KEY[boat], yen=self.resale(self._type(boat)))
