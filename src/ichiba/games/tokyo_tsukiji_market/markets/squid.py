"""Squid: worth no resources, but always sold for the same good price."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.base import PrintedValueMarket


class Squid(PrintedValueMarket):
    """Cash."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.premium = number(self.data.sale)
