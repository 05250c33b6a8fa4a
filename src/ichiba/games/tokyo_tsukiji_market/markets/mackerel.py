"""Mackerel: cheap licenses, one a visit; barrels and tokens are sold in pairs."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import PAIR_BARRELS, PAIR_MIXED, PAIR_TOKENS
from ichiba.games.tokyo_tsukiji_market.data import HIMONO, JACK_MACKEREL, MACKEREL, number
from ichiba.games.tokyo_tsukiji_market.markets.base import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn, give_token, spend_barrel
from ichiba.games.tokyo_tsukiji_market.table import ITEM_BITS, Table

# Barrels in a pair; the rest are tokens.
_BARRELS = {PAIR_TOKENS: 0, PAIR_MIXED: 1, PAIR_BARRELS: 2}


class Mackerel(FishMarket):
    """The everyday fish."""

    sells = True
    licenses_a_visit = 1

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.catchers = (MACKEREL, JACK_MACKEREL, HIMONO)
        self.pair = number(self.data.pair)

    def mixes_with(self, fish: int) -> bool:
        """Not with Jack Mackerel, on no ship."""
        return fish != JACK_MACKEREL

    def add_sales(self, table: Table, seat: int, actions: list[int]) -> None:
        """Whole pairs of barrels from the own harbor and tokens, in any mixture (C8)."""
        tokens = table.tokens[seat][self.kinds[0]]
        barrels = [code & ITEM_BITS for code in table.harbor[seat]].count(self.fish)
        if tokens > 1:
            actions.append(PAIR_TOKENS)
        if tokens and barrels:
            actions.append(PAIR_MIXED)
        if barrels > 1:
            actions.append(PAIR_BARRELS)

    def could_sell(self, table: Table, seat: int, money: int) -> bool:
        """A pair."""
        pieces = table.tokens[seat][self.kinds[0]]
        if pieces < 2 and table.harbor[seat]:
            pieces += [code & ITEM_BITS for code in table.harbor[seat]].count(self.fish)
        return pieces > 1

    def sell(self, table: Table, seat: int, action: int) -> None:
        """A pair goes back to the board."""
        barrels = _BARRELS[action]
        for _ in range(barrels):
            spend_barrel(table, seat, self.fish)
        for _ in range(2 - barrels):
            give_token(table, seat, self.kinds[0])
        earn(table, seat, self.pair)
        self.tell(table, "sold_pair", seat=seat, barrels=barrels, tokens=2 - barrels, yen=self.pair)

    def sale_label(self, table: Table, seat: int, action: int) -> Message:
        """What the pair is made of."""
        barrels = _BARRELS[action]
        return self.say("pair", barrels=barrels, tokens=2 - barrels, yen=self.pair)
