"""Barter: the other players make offers for a lot; the seller accepts any of them, or none."""

from ichiba.games.tokyo_tsukiji_market.markets.lots import LotMarket
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Barter(LotMarket):
    """`award` is inherited: the winner pays the seller."""

    seller_chooses = True

    def decline(self, table: MarketTable) -> None:
        """Return the tokens to the seller."""
        for kind in table.prize:
            table.tokens[table.seat][kind] += 1
        table.prize = ()
