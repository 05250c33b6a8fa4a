"""Squid: worth no resources, but its market always pays the same good price."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.printed_values import PrintedValueMarket
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Squid(PrintedValueMarket):
    """A fish whose only value is its price."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.premium = number(self.data.sale)

    def why_first_license(self, table: MarketTable, seat: int, price: int) -> Message:
        """The price of a token."""
        return self.because("license_cash", yen=price, sale=self.premium)
