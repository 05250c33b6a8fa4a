"""Spider Crab: every two barrels unloaded put a token from the bag up for auction."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.printed_values import PrintedValueMarket


class SpiderCrab(PrintedValueMarket):
    """Its market pays more than a token's resources are worth at the end."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.group = number(self.data.group)
        self.premium = number(self.data.premium)
