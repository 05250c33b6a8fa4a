"""Sardines: every barrel unloaded brings a token at once, and one more into a can."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import IWASHI
from ichiba.games.tokyo_tsukiji_market.data import HIMONO, SARDINES, number
from ichiba.games.tokyo_tsukiji_market.markets.base import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_overfishing, pay, take_token
from ichiba.games.tokyo_tsukiji_market.table import Table


class Sardines(FishMarket):
    """Not for those who hold its license."""

    sells = True
    restricted = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.catchers = (SARDINES, HIMONO)
        self.can = number(self.data.iwashi)

    def may_enter(self, table: Table, seat: int) -> bool:
        """Only without a license."""
        return not table.licenses[seat][SARDINES]

    def license_price(self, table: Table) -> int:
        """The last one is cheaper."""
        return self.prices[max(table.licenses_left[SARDINES], 1) - 1]

    def unloaded(self, table: Table, seat: int) -> None:
        """A token for whoever unloads, then one for the Iwashi area, while there are any."""
        kind = self.kinds[0]
        if table.stock[kind]:
            take_token(table, seat, kind, SARDINES)
        if table.stock[kind]:
            table.stock[kind] -= 1
            table.iwashi += 1
            check_overfishing(table, SARDINES)

    def add_sales(self, table: Table, seat: int, actions: list[int]) -> None:
        """Canned sardines."""
        if table.iwashi and table.money[seat] >= self.can:
            actions.append(IWASHI)

    def could_sell(self, table: Table, seat: int, money: int) -> bool:
        """A can."""
        return table.iwashi > 0 and money >= self.can

    def sell(self, table: Table, seat: int, action: int) -> None:
        """Buy a can."""
        pay(table, seat, self.can)
        table.iwashi -= 1
        table.tokens[seat][self.kinds[0]] += 1
        self.tell(table, "iwashi", seat=seat, yen=self.can)

    def sale_label(self, table: Table, seat: int, action: int) -> Message:
        """The can's price."""
        return self.say("iwashi", yen=self.can)
