"""Barter: the other players make offers for a lot; the seller accepts any of them, or none."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.markets.lots import LotMarket
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Barter(LotMarket):
    """`award` is inherited: the winner pays the seller."""

    seller_chooses = True

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """How many tokens the player could offer."""
        count = sum(table.tokens[seat])
        return self.because("barter", count=count) if count else None

    def decline(self, table: MarketTable) -> None:
        """Return the tokens to the seller."""
        for kind in table.prize:
            table.tokens[table.seat][kind] += 1
        table.prize = ()
