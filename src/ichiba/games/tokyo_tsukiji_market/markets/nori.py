"""Nori: free licenses; each token is worth a tenth of the owner's other resources."""

from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.holding import nori_worth
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import pay
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Nori(FishMarket):
    """Its worth depends on all other tokens of its owner, so `holding` computes it."""

    licenses_a_visit = 1
    licenses_a_player = 1
    pays_when_overfished = True
    personal = True
    worth_note = "worth_nori"

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.fine = number(self.data.overfished)
        self.divisor = number(self.data.divisor)

    def next_worth(self, table: MarketTable, seat: int | None) -> int | None:
        """The worth of a Nori, given what the buyer owns."""
        return 0 if seat is None else nori_worth(table, seat)

    def added_worth(self, table: MarketTable, seat: int) -> int:
        """The worth of a Nori, given what the owner has."""
        return nori_worth(table, seat)

    def lost_worth(self, table: MarketTable, seat: int) -> int:
        """The worth of a Nori, given what the owner has."""
        return nori_worth(table, seat)

    def pay_when_overfished(self, table: MarketTable) -> None:
        """Make every player pay for each token, as far as their money goes; they keep it (G5)."""
        for seat in table.setup.everyone:
            yen = min(self.fine * table.tokens[seat][self.kinds[0]], table.money[seat])
            if yen > 0:
                pay(table, seat, yen)
                self.tell(table, "fine", seat=seat, yen=yen)
