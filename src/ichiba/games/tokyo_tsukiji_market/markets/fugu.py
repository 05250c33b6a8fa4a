"""Fugu: one free license that goes back with the catch; tokens count as their number squared."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import COUNT
from ichiba.games.tokyo_tsukiji_market.data import BOX, FUGU
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn, return_license
from ichiba.games.tokyo_tsukiji_market.table import Table


class Fugu(FishMarket):
    """Dear in company."""

    sells = True
    # There is one; to return and retake it again and again would change nothing.
    licenses_a_visit = 1

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.changing = self.kinds

    def worth(self, table: Table, count: int) -> int:
        """The number of tokens multiplied by itself."""
        return count * count

    def unloaded(self, table: Table, seat: int) -> None:
        """The license goes back with the first barrel (D12)."""
        if table.licenses[seat][FUGU]:
            return_license(table, seat, FUGU)
            self.tell(table, "fugu_license", seat=seat)

    def add_sales(self, table: Table, seat: int, actions: list[int]) -> None:
        """Any number of tokens together."""
        actions += [COUNT + place for place in range(table.tokens[seat][self.kinds[0]])]

    def could_sell(self, table: Table, seat: int, money: int) -> bool:
        """Any token of this fish."""
        return table.tokens[seat][self.kinds[0]] > 0

    def sell(self, table: Table, seat: int, action: int) -> None:
        """So many at once."""
        count = action - COUNT + 1
        yen = self.worth(table, count) * BOX.end.yen_per_resource.value
        earn(table, seat, yen)
        table.tokens[seat][self.kinds[0]] -= count
        table.stock[self.kinds[0]] += count
        self.tell(table, "sold_many", seat=seat, fish=FISH_KEY[self.fish], count=count, yen=yen)

    def sale_label(self, table: Table, seat: int, action: int) -> Message:
        """How many, and for how much."""
        count = action - COUNT + 1
        yen = self.worth(table, count) * BOX.end.yen_per_resource.value
        return self.say("sell_many", fish=FISH_KEY[self.fish], count=count, yen=yen)
