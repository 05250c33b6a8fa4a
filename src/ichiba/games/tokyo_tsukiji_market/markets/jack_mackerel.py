"""Jack Mackerel: no income, one visit a turn; its license also catches Mackerel, two at a time."""

from ichiba.games.tokyo_tsukiji_market.actions import JACK_CATCH
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    HIMONO,
    JACK_MACKEREL,
    MACKEREL,
    number,
)
from ichiba.games.tokyo_tsukiji_market.markets.base import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn, open_market
from ichiba.games.tokyo_tsukiji_market.table import BOXED, Table


class JackMackerel(FishMarket):
    """The other Mackerel."""

    pays_income = False
    pays_when_overfished = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.catchers = (JACK_MACKEREL, HIMONO)
        self.compensation = number(self.data.overfished)

    def mixes_with(self, fish: int) -> bool:
        """Not with Mackerel, on no ship."""
        return fish != MACKEREL

    def catches(self, table: Table, seat: int, boat: int) -> list[int]:
        """Its own fish, or one or two Mackerel."""
        actions = super().catches(table, seat, boat)
        if table.licenses[seat][JACK_MACKEREL] > table.used[JACK_MACKEREL]:
            room = min(BOAT_SLOTS[boat] - len(table.cargo[boat]), table.barrels[MACKEREL], 2)
            if room and table.setup.fish[MACKEREL].fits(table, seat, boat):
                actions += [JACK_CATCH + place for place in range(room)]
        return actions

    def catch(self, table: Table, seat: int, boat: int, action: int) -> None:
        """Use a license for either."""
        if action < JACK_CATCH:
            super().catch(table, seat, boat, action)
            return
        table.used[JACK_MACKEREL] += 1
        table.setup.fish[MACKEREL].load(table, seat, boat, action - JACK_CATCH + 1)

    def pay_when_overfished(self, table: Table) -> None:
        """Everybody takes money for each token, and keeps it."""
        for seat in table.setup.everyone:
            yen = self.compensation * table.tokens[seat][self.kinds[0]]
            if yen:
                earn(table, seat, yen)
                self.tell(table, "compensation", seat=seat, yen=yen)

    def overfished(self, table: Table) -> None:
        """The Mackerel Market comes, if it is not there yet."""
        if table.status[MACKEREL] == BOXED and MACKEREL in table.fish_pile:
            table.fish_pile.remove(MACKEREL)
            open_market(table, MACKEREL)
