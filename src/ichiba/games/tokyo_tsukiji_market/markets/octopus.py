"""Octopus: tokens become Takoyaki, which are for sale on the harbor and never degrade."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import CONVERT
from ichiba.games.tokyo_tsukiji_market.data import TAKOYAKI, TAKOYAKI_ITEM, number
from ichiba.games.tokyo_tsukiji_market.markets.base import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import give_token
from ichiba.games.tokyo_tsukiji_market.table import Table


class Octopus(FishMarket):
    """One fish, two kinds of tokens."""

    sells = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.sustaining = self.kinds[:1]  # Takoyaki don't count (D3)
        self.portion = number(self.data.takoyaki)

    def add_sales(self, table: Table, seat: int, actions: list[int]) -> None:
        """An Octopus for Takoyaki, while there are any (C6)."""
        if table.tokens[seat][self.kinds[0]] and table.stock[TAKOYAKI]:
            actions.append(CONVERT)

    def could_sell(self, table: Table, seat: int, money: int) -> bool:
        """An Octopus."""
        return table.tokens[seat][self.kinds[0]] > 0 and table.stock[TAKOYAKI] > 0

    def sell(self, table: Table, seat: int, action: int) -> None:
        """The Takoyaki need a price each."""
        count = min(self.portion, table.stock[TAKOYAKI])
        give_token(table, seat, self.kinds[0])
        table.stock[TAKOYAKI] -= count
        table.queue += (TAKOYAKI_ITEM,) * count
        self.tell(table, "converted", seat=seat, count=count)

    def sale_label(self, table: Table, seat: int, action: int) -> Message:
        """How many Takoyaki there would be."""
        return self.say("convert", count=min(self.portion, table.stock[TAKOYAKI]))
