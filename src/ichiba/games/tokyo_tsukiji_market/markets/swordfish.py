"""Swordfish: auctioned in pairs of barrels; what is bid for it decides what it is worth."""

from ichiba.games.tokyo_tsukiji_market.data import BOX, number
from ichiba.games.tokyo_tsukiji_market.markets.tracks import TrackMarket
from ichiba.games.tokyo_tsukiji_market.table import Table


class Swordfish(TrackMarket):
    """A value made by bids."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.group = number(self.data.group)
        self.premium = number(self.data.premium)
        self.swing = number(self.data.swing)

    def proceeds(self, table: Table, count: int) -> int:
        """With the first sale of a visit a little more."""
        return super().proceeds(table, count) + (0 if table.sold else self.premium)

    def put_away(self, table: Table, kind: int, count: int) -> None:
        """Sold tokens go to the box."""
        table.box_tokens[kind] += count

    def award(self, table: Table, winner: int, bid: int) -> None:
        """Then the marker follows the bid."""
        super().award(table, winner, bid)
        self.follow_bid(table, bid)

    def follow_bid(self, table: Table, bid: int) -> None:
        """Up if more was bid than one token is worth, down if less (A7, D15)."""
        yen = table.track[self.fish] * BOX.end.yen_per_resource.value
        if bid != yen:
            self.move_marker(table, self.swing if bid > yen else -self.swing)
