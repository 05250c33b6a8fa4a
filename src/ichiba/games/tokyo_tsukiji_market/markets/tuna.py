"""Tuna: three barrels make an auction for a token out of the bag, the dearest fish of all."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.base import PrintedValueMarket


class Tuna(PrintedValueMarket):
    """Rare and dear."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.group = number(self.data.group)
