"""Eel: each barrel unloaded raises its value, and each token sold lowers it."""

from ichiba.games.tokyo_tsukiji_market.markets.tracks import TrackMarket
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Eel(TrackMarket):
    """Every player's catch raises the value."""

    grows = True

    def unloaded(self, table: MarketTable, seat: int) -> None:
        """Move the marker up for each barrel unloaded."""
        self.move_marker(table, 1)

    def shipped_abroad(self, table: MarketTable) -> None:
        """Move the marker up in the Foreign Market as well."""
        self.move_marker(table, 1)
