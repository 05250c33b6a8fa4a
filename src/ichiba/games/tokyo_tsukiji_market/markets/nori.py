"""Nori: a free license for everybody; each token is worth a tenth of the owner's other tokens."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.markets.base import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import pay
from ichiba.games.tokyo_tsukiji_market.table import Table


class Nori(FishMarket):
    """Wraps what is there. Its worth is counted in `holding`, from all other tokens."""

    licenses_a_visit = 1
    licenses_a_player = 1
    pays_when_overfished = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.fine = number(self.data.overfished)
        self.divisor = number(self.data.divisor)

    def pay_when_overfished(self, table: Table) -> None:
        """Everybody pays for each token what is there to pay, and keeps it (G5)."""
        for seat in table.setup.everyone:
            yen = min(self.fine * table.tokens[seat][self.kinds[0]], table.money[seat])
            if yen > 0:
                pay(table, seat, yen)
                self.tell(table, "fine", seat=seat, yen=yen)
