"""Fugu: one free license that goes back with the catch; n tokens are worth n squared."""

from ichiba.games.tokyo_tsukiji_market.data import FUGU, LOWER
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.markets.tracks import BulkMarket
from ichiba.games.tokyo_tsukiji_market.pieces import return_license
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Fugu(BulkMarket):
    """The more Fugu a player owns, the more each one is worth."""

    grows = True
    personal = True
    worth_note = "worth_fugu"

    def worth(self, table: MarketTable, count: int) -> int:
        """The number of tokens squared."""
        return count * count

    def next_worth(self, table: MarketTable, seat: int | None) -> int | None:
        """The difference to the next square number."""
        return 1 if seat is None else self.added_worth(table, seat)

    def added_worth(self, table: MarketTable, seat: int) -> int:
        """The difference to the next square number."""
        return 2 * table.tokens[seat][self.kinds[0]] + 1

    def lost_worth(self, table: MarketTable, seat: int) -> int:
        """The difference to the last square number."""
        return 2 * table.tokens[seat][self.kinds[0]] - 1

    def unloaded(self, table: MarketTable, seat: int) -> None:
        """Return the license with the first barrel unloaded (D12)."""
        if table.licenses[seat][FUGU]:
            return_license(table, seat, FUGU)
            self.tell(table, "fugu_license", seat=seat)

    def unloading_commits(self, table: MarketTable, seat: int, barrels: int) -> bool:
        """Whether the player has a license, which goes back."""
        return table.licenses[seat][FUGU] > 0

    def cheapest_degraded(self, table: MarketTable, seat: int) -> int | None:
        """The player's own degraded Fugu to buy, if there is a token for it (C26)."""
        if not self.tokens_left(table):
            return None
        for code in table.harbor[seat]:
            if ITEM_OF[code] == FUGU and ROW_OF[code] == LOWER:
                return code
        return None
