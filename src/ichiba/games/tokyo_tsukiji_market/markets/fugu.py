"""Fugu: one free license that goes back with the catch; n tokens are worth n squared."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import COUNT
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import FUGU, LOWER
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn, return_license
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Fugu(FishMarket):
    """The more Fugu a player owns, the more each one is worth."""

    sells = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.changing = self.kinds

    def worth(self, table: MarketTable, count: int) -> int:
        """Return the number of tokens squared."""
        return count * count

    def next_worth(self, table: MarketTable, seat: int | None) -> int | None:
        """Return the difference to the next square number."""
        count = 0 if seat is None else table.tokens[seat][self.kinds[0]]
        return self.worth(table, count + 1) - self.worth(table, count)

    def unloaded(self, table: MarketTable, seat: int) -> None:
        """Return the license with the first barrel unloaded (D12)."""
        if table.licenses[seat][FUGU]:
            return_license(table, seat, FUGU)
            self.tell(table, "fugu_license", seat=seat)

    def unloading_commits(self, table: MarketTable, seat: int, barrels: int) -> bool:
        """Return whether the player has a license, which goes back."""
        return table.licenses[seat][FUGU] > 0

    def cheapest_degraded(self, table: MarketTable, seat: int) -> int | None:
        """Return the player's own degraded Fugu to buy, if there is a token for it (C26)."""
        if not self.tokens_left(table):
            return None
        for code in table.harbor[seat]:
            if ITEM_OF[code] == FUGU and ROW_OF[code] == LOWER:
                return code
        return None

    def add_sales(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the sale of any number of tokens together."""
        actions += [COUNT + place for place in range(table.tokens[seat][self.kinds[0]])]

    def could_sell(self, table: MarketTable, seat: int, money: int) -> bool:
        """Return whether the player has a token of this fish."""
        return table.tokens[seat][self.kinds[0]] > 0

    def sell(self, table: MarketTable, seat: int, action: int) -> None:
        """Sell this many tokens at once."""
        count = action - COUNT + 1
        yen = self.worth(table, count) * BOX.end.yen_per_resource.value
        earn(table, seat, yen)
        table.tokens[seat][self.kinds[0]] -= count
        table.stock[self.kinds[0]] += count
        self.tell(table, "sold_many", seat=seat, fish=FISH_KEY[self.fish], count=count, yen=yen)

    def sale_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the sale with the number of tokens and the price."""
        count = action - COUNT + 1
        yen = self.worth(table, count) * BOX.end.yen_per_resource.value
        return self.say("sell_many", fish=FISH_KEY[self.fish], count=count, yen=yen)
