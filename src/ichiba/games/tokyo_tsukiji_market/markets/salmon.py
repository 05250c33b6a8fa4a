"""Salmon: one barrel a boat; a fresh token is worth the number of tokens all players own."""

from ichiba.games.tokyo_tsukiji_market.data import DEGRADED_SALMON, FRESH_SALMON, LOWER
from ichiba.games.tokyo_tsukiji_market.holding import offered
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_overfishing
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Salmon(FishMarket):
    """Every Salmon token that any player owns makes the fresh ones worth more."""

    one_on_a_boat = True
    grows = True
    turned: tuple[tuple[int, int], ...] = ((DEGRADED_SALMON, FRESH_SALMON),)
    worth_note = "worth_salmon"

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.changing = (FRESH_SALMON,)
        self.sustaining = (FRESH_SALMON,)  # tokens on the board count as fresh

    def owned(self, table: MarketTable) -> int:
        """How many Salmon tokens all players own (A5), including those on offer."""
        count = sum([own[FRESH_SALMON] + own[DEGRADED_SALMON] for own in table.tokens])
        if table.lot or table.prize:
            lot = offered(table)
            count += lot.count(FRESH_SALMON) + lot.count(DEGRADED_SALMON)
        return count

    def worth(self, table: MarketTable, count: int) -> int:
        """The worth of fresh tokens: each counts the Salmon tokens that players own."""
        return count * self.owned(table)

    def next_worth(self, table: MarketTable, seat: int | None) -> int | None:
        """The worth of a fresh token once the buyer owns it, too."""
        return self.owned(table) + 1

    def added_worth(self, table: MarketTable, seat: int) -> int:
        """The worth of one more fresh token, with what it adds to the owner's others."""
        return self.owned(table) + table.tokens[seat][FRESH_SALMON] + 1

    def worth_of_more(self, table: MarketTable, seat: int | None, count: int) -> int:
        """Each counts them all, and so do the buyer's other fresh tokens."""
        own = 0 if seat is None else table.tokens[seat][FRESH_SALMON]
        owned = self.owned(table)
        return (own + count) * (owned + count) - own * owned

    def kinds_bought(self, row: int) -> tuple[int, ...]:
        """The degraded token for a degraded barrel."""
        return (DEGRADED_SALMON,) if row == LOWER else self.sustaining

    def bought(self, table: MarketTable, seat: int, row: int) -> None:
        """Give the buyer a fresh or degraded token, depending on the row of the barrel."""
        table.stock[FRESH_SALMON] -= 1
        table.tokens[seat][DEGRADED_SALMON if row == LOWER else FRESH_SALMON] += 1
        check_overfishing(table, self.fish)
