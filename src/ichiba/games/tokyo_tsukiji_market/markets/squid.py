"""Squid: worth no resources, but its market always pays the same good price."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.printed_values import PrintedValueMarket


class Squid(PrintedValueMarket):
    """A fish whose only value is its price."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.premium = number(self.data.sale)
