"""Swordfish: two barrels put a token up for auction, and the winning bid moves its value."""

from ichiba.games.tokyo_tsukiji_market.data import RESOURCE, number
from ichiba.games.tokyo_tsukiji_market.markets.tracks import TrackMarket
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Swordfish(TrackMarket):
    """Bids raise and lower the value."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.group = number(self.data.group)
        self.visit_premium = number(self.data.premium)
        self.swing = number(self.data.swing)

    def put_away(self, table: MarketTable, kind: int, count: int) -> None:
        """Put sold tokens into the box."""
        table.box_tokens[kind] += count

    def award(self, table: MarketTable, winner: int, bid: int) -> None:
        """Give the token to the winner, then move the marker."""
        super().award(table, winner, bid)
        self.follow_bid(table, bid)

    def follow_bid(self, table: MarketTable, bid: int) -> None:
        """Move the marker up if the bid is above the worth of a token, down if below (A7, D15)."""
        yen = table.track[self.fish] * RESOURCE
        if bid != yen:
            self.move_marker(table, self.swing if bid > yen else -self.swing)
