"""Rentals: Freezers, which prevent degradation, and Carts, which pay for entering markets."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import RENT_CART, RENT_FREEZER
from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.holding import has_space
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, pay
from ichiba.games.tokyo_tsukiji_market.table import CARTS, CLOSED, FREEZERS, MarketTable


class Rentals(ExternalMarket):
    """Each item can be used twice and takes up a license space until then."""

    takes_payment = True  # a Cart that is used up

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.price = self.least_money = number(self.data.price)
        self.lasts = number(self.data.uses)
        self.others = ((FREEZERS, number(self.data.freezers)), (CARTS, number(self.data.carts)))

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """The items that the player can rent."""
        if table.money[seat] < self.price or not has_space(table, seat):
            return []
        rows = ((FREEZERS, RENT_FREEZER), (CARTS, RENT_CART))
        return [action for row, action in rows if table.others_left[row]]

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether the player could rent something; returning a license can make room."""
        has_room = room > 0 or any(table.licenses[seat])
        return money >= self.price and has_room and not self.has_crashed(table)

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Pay for an item and take it with both uses."""
        pay(table, seat, self.price)
        if action == RENT_FREEZER:
            table.others_left[FREEZERS] -= 1
            table.freezers[seat] = tuple(sorted((*table.freezers[seat], self.lasts)))
        else:
            table.others_left[CARTS] -= 1
            table.carts[seat] = tuple(sorted((*table.carts[seat], self.lasts)))
        self.tell(table, "freezer" if action == RENT_FREEZER else "cart", seat=seat, yen=self.price)
        check_crash(table, self.market)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the choice with its price."""
        return self.say("freezer" if action == RENT_FREEZER else "cart", yen=self.price)

    def price_of(self, action: int) -> int:
        """The price, which is the same for everything here."""
        return self.price if action in (RENT_FREEZER, RENT_CART) else 0

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """The price, or that the harbor is full."""
        if not self.could_come(table, seat):
            return None
        if not has_space(table, seat):
            return self.because("full")
        return self.because("rentals", yen=self.price)

    def has_crashed(self, table: MarketTable) -> bool:
        """Whether nothing is left to rent."""
        return not self.has_others(table)

    def after_use(self, table: MarketTable, things: tuple[int, ...], row: int) -> tuple[int, ...]:
        """The uses left after using the item with the fewest; a used-up one is returned.

        If the market is closed, it goes to the box.
        """
        uses = things[0] - 1
        if uses:
            return (uses, *things[1:])
        rest = table.box_others if table.external[self.index] == CLOSED else table.others_left
        rest[row] += 1
        return things[1:]
