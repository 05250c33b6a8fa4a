"""What Ships, Used Ships and Ship Rental share: the boats in a yard, and room in ports."""

from collections.abc import Iterator
from typing import ClassVar, Final

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import BOAT, BUY_BLUE, BUY_BOAT, kind_of
from ichiba.games.tokyo_tsukiji_market.data import (
    BARGE_TYPES,
    BLUE,
    BLUE_SHIP,
    BOAT_TYPE,
    BOATS_OF_TYPE,
    IS_BARGE,
    NUM_FISH,
    NUM_TYPES,
    PORT_PRICE,
    TYPE_SLOTS,
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
    MarketTable,
)

LAST_PORT: Final = PORTS - 1


def free_port(table: MarketTable, seat: int, *, barge: bool, more: int = 0) -> int | None:
    """The leftmost port with room; a barge needs the whole last port, which holds two ships.

    The leftmost port is always the best one, because the last port can hold anything. `more` counts
    ports that the player would open first.
    """
    ports = table.ports[seat] + more
    ships = [0] * PORTS
    for boat in table.fleet[seat]:
        if table.place[boat] < PORTS:
            ships[table.place[boat]] += 2 if IS_BARGE[boat] else 1
    if barge:
        return LAST_PORT if ports == PORTS and not ships[LAST_PORT] else None
    for port in range(ports):
        if ships[port] < (2 if port == LAST_PORT else 1):
            return port
    return None


def port_plans(table: MarketTable, seat: int, money: int) -> Iterator[tuple[int, int]]:
    """Yield how many ports the player could open first, starting at none, and the money left."""
    for more in range(PORTS - table.ports[seat] + 1):
        if more * PORT_PRICE <= money:
            yield more, money - more * PORT_PRICE


def boats_at(table: MarketTable, yard: int) -> list[int]:
    """By type: a boat in the yard, or -1."""
    found = [-1] * NUM_TYPES
    for boat_type in range(NUM_TYPES):
        for boat in BOATS_OF_TYPE[boat_type]:
            if table.owner[boat] == yard:
                found[boat_type] = boat
                break
    return found


def docked(table: MarketTable, seat: int) -> list[int]:
    """The seat's own boats in port, which it could sell."""
    return [
        boat
        for boat in table.fleet[seat]
        if table.place[boat] < PORTS and table.rented[boat] == NOT_RENTED
    ]


def moor(table: MarketTable, seat: int, boat: int) -> None:
    """Give a boat to a seat, in its leftmost port with room."""
    port = free_port(table, seat, barge=IS_BARGE[boat])
    if port is None:
        raise ValueError(boat)
    set_owner(table, boat, seat)
    table.place[boat] = port


class Yard(ExternalMarket):
    """A market that sells and buys boats."""

    yard: ClassVar[int] = AT_SHIPS
    cheapest = 0  # the price of its cheapest boat in yen
    buys_dear = False  # whether selling boats here can be a reason to come

    def price(self, boat_type: int) -> int:
        """The price of a boat in yen."""
        raise NotImplementedError

    def resale(self, boat_type: int) -> int:
        """What the market pays for a boat in yen."""
        raise NotImplementedError

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """The boats that the player can buy, and the boats in port to sell (C18)."""
        sales = [BOAT + boat for boat in docked(table, seat)]
        return self.purchases(table, seat, table.money[seat]) + sales

    def purchases(self, table: MarketTable, seat: int, money: int, more: int = 0) -> list[int]:
        """The boats the player can pay for and moor; the Blue Ship needs a trade-in."""
        if money < self.cheapest:
            return []
        ship_fits = free_port(table, seat, barge=False, more=more) is not None
        barge_fits = free_port(table, seat, barge=True, more=more) is not None
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

    def for_trade_in(self, table: MarketTable, seat: int) -> list[int]:
        """The ships in port that can be traded in for the Blue Ship."""
        return [boat for boat in docked(table, seat) if not IS_BARGE[boat]]

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether the player could sell or buy a boat, perhaps after opening ports (C2)."""
        place, rented = table.place, table.rented
        for boat in table.fleet[seat]:
            if place[boat] < PORTS and not rented[boat]:
                return True
        return money >= self.cheapest and self._could_buy(table, seat, money)

    def _could_buy(self, table: MarketTable, seat: int, money: int) -> bool:
        """Whether the player could buy a boat, perhaps after opening ports."""
        for more, left in port_plans(table, seat, money):
            if self.purchases(table, seat, left, more):
                return True
        return False

    def price_of(self, action: int) -> int:
        """The price of a boat."""
        if action == BUY_BLUE:
            return self.price(BLUE)
        return self.price(action - BUY_BOAT) if kind_of(action) == BUY_BOAT else 0

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """The largest ship the player can buy and moor, or what their boats sell for."""
        if not self.may_enter(table, seat):
            return None
        ships = [
            (TYPE_SLOTS[boat_type], self.price(boat_type), boat_type)
            for boat_type, boat in enumerate(boats_at(table, self.yard))
            if boat >= 0 and boat_type != BLUE and boat_type not in BARGE_TYPES
        ]
        paid = [ship for ship in ships if ship[1] <= table.money[seat]]
        if paid and free_port(table, seat, barge=False) is not None:
            _, yen, boat_type = max(paid)
            return self.because("buy_boat", yen=yen, boat=TYPE_KEY[boat_type])
        if paid:
            return self.because("no_port")
        sales = [(self.resale(BOAT_TYPE[boat]), BOAT_TYPE[boat]) for boat in docked(table, seat)]
        if self.buys_dear and sales:
            yen, boat_type = max(sales)
            return self.because("sell_boat", yen=yen, boat=TYPE_KEY[boat_type])
        return self.because("boat_short", yen=min(ships)[1]) if ships else None

    def only_buys(self, table: MarketTable, seat: int) -> bool:
        """Whether the player has a boat to sell, but could not buy one."""
        return bool(docked(table, seat)) and not self._could_buy(table, seat, table.money[seat])

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Buy or sell a boat."""
        if action == BUY_BLUE:
            pay(table, seat, self.price(BLUE))
            table.phase = TRADING_IN
            return
        if kind_of(action) == BUY_BOAT:
            self._buy(table, seat, action - BUY_BOAT)
        else:
            self._sell(table, seat, action - BOAT)

    def _buy(self, table: MarketTable, seat: int, boat_type: int) -> None:
        boat = boats_at(table, self.yard)[boat_type]
        pay(table, seat, self.price(boat_type))
        moor(table, seat, boat)
        self.tell(
            table, "boat", seat=seat, boat=BOAT_KEY[boat], market=self.key,
            yen=self.price(boat_type),
        )  # fmt: skip
        check_crash(table, self.market)

    def _sell(self, table: MarketTable, seat: int, boat: int) -> None:
        yen = self.resale(BOAT_TYPE[boat])
        set_owner(table, boat, self.yard)
        earn(table, seat, yen)
        self.tell(table, "boat_sold", seat=seat, boat=BOAT_KEY[boat], market=self.key, yen=yen)

    def trade_in(self, table: MarketTable, seat: int, boat: int) -> None:
        """Trade in a ship for the Blue Ship; it goes to Used Ships if that is in play."""
        used = table.external[USED_SHIPS - NUM_FISH] != BOXED
        set_owner(table, boat, AT_USED_SHIPS if used else self.yard)
        moor(table, seat, BLUE_SHIP)
        self.tell(
            table, "blue", seat=seat, boat=BOAT_KEY[boat], market=self.key, yen=self.price(BLUE)
        )
        check_crash(table, self.market)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the choice with the boat and its price."""
        if action == BUY_BLUE:
            return self.say("buy_blue", yen=self.price(BLUE))
        if kind_of(action) == BUY_BOAT:
            boat_type = action - BUY_BOAT
            return self.say("buy_boat", boat=TYPE_KEY[boat_type], yen=self.price(boat_type))
        boat = action - BOAT
        return self.say("sell_boat", boat=BOAT_KEY[boat], yen=self.resale(BOAT_TYPE[boat]))
