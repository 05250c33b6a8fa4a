"""Red Snapper: the fewer tokens are left on the board, the less each is worth."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.base import FishMarket
from ichiba.games.tokyo_tsukiji_market.table import OVERFISHED, Table


class RedSnapper(FishMarket):
    """A value that everybody's purchases lower."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.changing = self.kinds
        self.column = number(self.data.column)
        self.flat = number(self.data.overfished)

    def worth(self, table: Table, count: int) -> int:
        """One for every three tokens left, rounded up; a flat two once overfished (D13)."""
        if table.status[self.fish] == OVERFISHED:
            return count * self.flat
        return count * -(-table.stock[self.kinds[0]] // self.column)
