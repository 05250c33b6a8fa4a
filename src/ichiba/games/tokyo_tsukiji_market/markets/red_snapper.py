"""Red Snapper: the fewer tokens are left on the board, the less each is worth."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.table import OVERFISHED, MarketTable


class RedSnapper(FishMarket):
    """Every purchase by any player lowers the value."""

    worth_note = "worth_red_snapper"

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.changing = self.kinds
        self.column = number(self.data.column)
        self.flat = number(self.data.overfished)

    def worth(self, table: MarketTable, count: int) -> int:
        """One for every three tokens left, rounded up; a flat two once overfished (D13)."""
        if table.status[self.fish] == OVERFISHED:
            return count * self.flat
        return count * self._each(table.stock[self.kinds[0]])

    def _each(self, left: int) -> int:
        return -(-left // self.column)

    def next_worth(self, table: MarketTable, seat: int | None) -> int | None:
        """The worth with one token fewer on the board; taking the last one overfishes it."""
        left = table.stock[self.kinds[0]] - 1
        gone = left <= 0 or table.status[self.fish] == OVERFISHED
        return self.flat if gone else self._each(left)

    def added_worth(self, table: MarketTable, seat: int) -> int:
        """The worth of one more, less what the owner's others lose by it."""
        own, left = table.tokens[seat][self.kinds[0]], table.stock[self.kinds[0]]
        if table.status[self.fish] == OVERFISHED or left < 2:
            return self.worth(table, 1)
        return (own + 1) * self._each(left - 1) - own * self._each(left)

    def worth_of_more(self, table: MarketTable, seat: int | None, count: int) -> int:
        """The worth with fewer tokens on the board, less what the buyer's others lose by it."""
        kind = self.kinds[0]
        own, left = 0 if seat is None else table.tokens[seat][kind], table.stock[kind] - count
        each = self._each(left) if left and table.status[self.fish] != OVERFISHED else self.flat
        return (own + count) * each - self.worth(table, own)
