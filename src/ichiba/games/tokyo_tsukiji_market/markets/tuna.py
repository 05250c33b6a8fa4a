"""Tuna: every three barrels unloaded put a token from the bag up for auction."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.printed_values import PrintedValueMarket


class Tuna(PrintedValueMarket):
    """The rarest and most valuable fish."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.group = number(self.data.group)
