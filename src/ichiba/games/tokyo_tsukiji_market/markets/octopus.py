"""Octopus: tokens become Takoyaki, which go on sale on the harbor and never degrade."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import CONVERT
from ichiba.games.tokyo_tsukiji_market.data import (
    TAKOYAKI,
    TAKOYAKI_ITEM,
    TOKEN_WORTH,
    UPPER,
    number,
)
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import give_token
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Octopus(FishMarket):
    """One fish with two kinds of tokens."""

    deals = True
    takes_payment = True  # a Takoyaki
    worth_note = "worth_octopus"

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.sustaining = self.kinds[:1]  # Takoyaki don't count (D3)
        self.portion = number(self.data.takoyaki)

    def add_deals(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the trade of an Octopus for Takoyaki, while there are any (C6)."""
        if table.tokens[seat][self.kinds[0]] and table.stock[TAKOYAKI]:
            actions.append(CONVERT)

    def could_deal(self, table: MarketTable, seat: int, money: int) -> bool:
        """Whether the player has an Octopus and Takoyaki are left."""
        return table.tokens[seat][self.kinds[0]] > 0 and table.stock[TAKOYAKI] > 0

    def deal(self, table: MarketTable, seat: int, action: int) -> None:
        """Turn an Octopus into Takoyaki and queue each of them for pricing."""
        count = min(self.portion, table.stock[TAKOYAKI])
        give_token(table, seat, self.kinds[0])
        table.stock[TAKOYAKI] -= count
        table.to_price += (TAKOYAKI_ITEM,) * count
        self.tell(table, "converted", seat=seat, count=count)

    def why_deal(self, table: MarketTable, seat: int) -> Message | None:
        """How many Takoyaki the player would get for an Octopus.

        One that pays for entering goes to the market before the Octopus is traded.
        """
        paid = table.tokens[seat][TAKOYAKI] > 0 or any(
            ITEM_OF[code] == TAKOYAKI_ITEM and ROW_OF[code] == UPPER for code in table.harbor[seat]
        )
        count = min(self.portion, table.stock[TAKOYAKI] or paid)
        if not count or not table.tokens[seat][self.kinds[0]]:
            return None
        return self.because("convert", count=count, resources=TOKEN_WORTH[TAKOYAKI])

    def quoted(self, worth: int | None) -> int:
        """The number of Takoyaki for an Octopus."""
        return self.portion

    def deal_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the trade with the number of Takoyaki."""
        return self.say("convert", count=min(self.portion, table.stock[TAKOYAKI]))
