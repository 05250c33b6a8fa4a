"""Octopus: tokens become Takoyaki, which go on sale on the harbor and never degrade."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import CONVERT
from ichiba.games.tokyo_tsukiji_market.data import TAKOYAKI, TAKOYAKI_ITEM, number
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import give_token
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Octopus(FishMarket):
    """One fish with two kinds of tokens."""

    sells = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.sustaining = self.kinds[:1]  # Takoyaki don't count (D3)
        self.portion = number(self.data.takoyaki)

    def add_sales(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the trade of an Octopus for Takoyaki, while there are any (C6)."""
        if table.tokens[seat][self.kinds[0]] and table.stock[TAKOYAKI]:
            actions.append(CONVERT)

    def could_sell(self, table: MarketTable, seat: int, money: int) -> bool:
        """Return whether the player has an Octopus and Takoyaki are left."""
        return table.tokens[seat][self.kinds[0]] > 0 and table.stock[TAKOYAKI] > 0

    def sell(self, table: MarketTable, seat: int, action: int) -> None:
        """Turn an Octopus into Takoyaki and queue each of them for pricing."""
        count = min(self.portion, table.stock[TAKOYAKI])
        give_token(table, seat, self.kinds[0])
        table.stock[TAKOYAKI] -= count
        table.to_price += (TAKOYAKI_ITEM,) * count
        self.tell(table, "converted", seat=seat, count=count)

    def sale_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the trade with the number of Takoyaki."""
        return self.say("convert", count=min(self.portion, table.stock[TAKOYAKI]))
