"""Jack Mackerel: no license income; its license also catches up to two Mackerel at a time."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import CATCH, JACK_CATCH, kind_of
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    HIMONO,
    JACK_MACKEREL,
    MACKEREL,
    number,
)
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn, open_market
from ichiba.games.tokyo_tsukiji_market.table import BOXED, MarketTable


class JackMackerel(FishMarket):
    """Can be entered only once a turn."""

    pays_income = False
    special_catch = JACK_CATCH
    pays_when_overfished = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.catchers = (JACK_MACKEREL, HIMONO)
        self.compensation = number(self.data.overfished)

    def mixes_with(self, fish: int) -> bool:
        """Whether the other fish is not Mackerel, which no ship carries with this fish."""
        return fish != MACKEREL

    def catches(
        self, table: MarketTable, seat: int, boat: int, used: list[int], dried: int
    ) -> list[int]:
        """Its own fish, and one or two Mackerel."""
        actions = super().catches(table, seat, boat, used, dried)
        if table.licenses[seat][JACK_MACKEREL] > used[JACK_MACKEREL]:
            room = min(BOAT_SLOTS[boat] - len(table.cargo[boat]), table.barrels[MACKEREL], 2)
            if room and table.setup.fish[MACKEREL].fits(table, seat, boat):
                actions += [JACK_CATCH + place for place in range(room)]
        return actions

    def caught(self, action: int) -> tuple[int, int]:
        """Its own fish, or one or two Mackerel."""
        if kind_of(action) == JACK_CATCH:
            return MACKEREL, action - JACK_CATCH + 1
        return super().caught(action)

    def catch_label(self, action: int) -> Message:
        """Label the catch with its own fish, or the number of Mackerel."""
        if kind_of(action) == JACK_CATCH:
            return self.say("jack_catch", count=action - JACK_CATCH + 1)
        return super().catch_label(action)

    def catch(self, table: MarketTable, seat: int, boat: int, action: int) -> None:
        """Use a license for either fish."""
        if kind_of(action) == CATCH:
            super().catch(table, seat, boat, action)
            return
        table.used[JACK_MACKEREL] += 1
        table.setup.fish[MACKEREL].load(table, seat, boat, action - JACK_CATCH + 1)

    def pay_when_overfished(self, table: MarketTable) -> None:
        """Pay every player for each token; they keep the tokens."""
        for seat in table.setup.everyone:
            yen = self.compensation * table.tokens[seat][self.kinds[0]]
            if yen:
                earn(table, seat, yen)
                self.tell(table, "compensation", seat=seat, yen=yen)

    def overfished(self, table: MarketTable) -> None:
        """Bring the Mackerel market into play if it is still in the box."""
        if table.status[MACKEREL] == BOXED and MACKEREL in table.fish_pile:
            table.fish_pile.remove(MACKEREL)
            open_market(table, MACKEREL)
