"""Rentals: Freezers, which skip the degradation, and Carts, which pay for entering markets."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import CART, FREEZER
from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.holding import has_space
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, pay
from ichiba.games.tokyo_tsukiji_market.table import CARTS, CLOSED, FREEZERS, Table


class Rentals(ExternalMarket):
    """Each thing is used twice and takes a license space meanwhile."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.price = number(self.data.price)
        self.lasts = number(self.data.uses)

    def set_up(self, table: Table) -> None:
        """Freezers and Carts on the board."""
        for row in (FREEZERS, CARTS):
            table.chest[row], table.boxed[row] = table.boxed[row], 0

    def interactions(self, table: Table, seat: int) -> list[int]:
        """Rent one of either."""
        if table.money[seat] < self.price or not has_space(table, seat):
            return []
        rows = ((FREEZERS, FREEZER), (CARTS, CART))
        return [action for row, action in rows if table.chest[row]]

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """One of either."""
        return money >= self.price and room > 0 and not self.has_crashed(table)

    def interact(self, table: Table, seat: int, action: int) -> None:
        """Pay and take it, with both uses."""
        pay(table, seat, self.price)
        if action == FREEZER:
            table.chest[FREEZERS] -= 1
            table.freezers[seat] = tuple(sorted((*table.freezers[seat], self.lasts)))
        else:
            table.chest[CARTS] -= 1
            table.carts[seat] = tuple(sorted((*table.carts[seat], self.lasts)))
        self.tell(table, "freezer" if action == FREEZER else "cart", seat=seat, yen=self.price)
        check_crash(table, self.market)

    def label(self, table: Table, seat: int, action: int) -> Message:
        """The rent."""
        return self.say("freezer" if action == FREEZER else "cart", yen=self.price)

    def has_crashed(self, table: Table) -> bool:
        """Nothing is left to rent."""
        return not table.chest[FREEZERS] and not table.chest[CARTS]

    def after_use(self, table: Table, things: tuple[int, ...], row: int) -> tuple[int, ...]:
        """Things of one sort after one use: that with the fewest uses left is turned or returned.

        From a closed market it goes to the box.
        """
        uses = things[0] - 1
        if uses:
            return (uses, *things[1:])
        rest = table.boxed if table.external[self.shelf] == CLOSED else table.chest
        rest[row] += 1
        return things[1:]
