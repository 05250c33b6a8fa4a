"""Eel: every barrel that is unloaded raises its value, every sale lowers it."""

from ichiba.games.tokyo_tsukiji_market.markets.tracks import TrackMarket
from ichiba.games.tokyo_tsukiji_market.table import Table


class Eel(TrackMarket):
    """A value that everybody's catch drives up."""

    def unloaded(self, table: Table, seat: int) -> None:
        """A barrel more is for sale: the marker rises."""
        self.move_marker(table, 1)

    def shipped_abroad(self, table: Table) -> None:
        """Abroad as well."""
        self.move_marker(table, 1)
