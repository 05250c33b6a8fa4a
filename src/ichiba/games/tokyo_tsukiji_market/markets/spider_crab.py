"""Spider Crab: two barrels make an auction for a token out of the bag."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.base import PrintedValueMarket


class SpiderCrab(PrintedValueMarket):
    """Sold for more than it is worth."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.group = number(self.data.group)
        self.premium = number(self.data.premium)
