"""Barter: the others make offers for a group of tokens; the seller takes any of them, or none."""

from ichiba.games.tokyo_tsukiji_market.markets.lots import LotMarket
from ichiba.games.tokyo_tsukiji_market.table import Table


class Barter(LotMarket):
    """Free choice for the seller (F5). `award` is that of every market: the winner pays."""

    def decline(self, table: Table) -> None:
        """Take the tokens back."""
        for kind in table.prize:
            table.tokens[table.seat][kind] += 1
        table.prize = ()
