"""Mackerel: cheap licenses, one a visit; barrels and tokens sell in pairs."""

from typing import Final

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import PAIR_BARRELS, PAIR_MIXED, PAIR_TOKENS
from ichiba.games.tokyo_tsukiji_market.data import (
    HIMONO,
    JACK_MACKEREL,
    MACKEREL,
    NAME,
    number,
)
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn, give_token, spend_barrel
from ichiba.games.tokyo_tsukiji_market.table import MarketTable

# The number of barrels in a pair (the rest are tokens), and what the pair is called.
_BARRELS: Final = {PAIR_TOKENS: 0, PAIR_MIXED: 1, PAIR_BARRELS: 2}
_PIECES: Final = tuple(f"{NAME}.pair.{made_of}" for made_of in ("tokens", "mixed", "barrels"))


class Mackerel(FishMarket):
    """The staple fish of the base game."""

    sells = True
    licenses_a_visit = 1

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.catchers = (MACKEREL, JACK_MACKEREL, HIMONO)
        self.pair = number(self.data.pair)

    def mixes_with(self, fish: int) -> bool:
        """Return whether the other fish is not Jack Mackerel, which no ship carries with this."""
        return fish != JACK_MACKEREL

    def add_sales(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the sale of pairs of tokens and barrels from the player's harbor, in any mix (C8)."""
        tokens = table.tokens[seat][self.kinds[0]]
        barrels = [ITEM_OF[code] for code in table.harbor[seat]].count(self.fish)
        if tokens > 1:
            actions.append(PAIR_TOKENS)
        if tokens and barrels:
            actions.append(PAIR_MIXED)
        if barrels > 1:
            actions.append(PAIR_BARRELS)

    def could_sell(self, table: MarketTable, seat: int, money: int) -> bool:
        """Return whether the player has a pair."""
        pieces = table.tokens[seat][self.kinds[0]]
        if pieces < 2 and table.harbor[seat]:
            pieces += [ITEM_OF[code] for code in table.harbor[seat]].count(self.fish)
        return pieces > 1

    def sell(self, table: MarketTable, seat: int, action: int) -> None:
        """Sell a pair, which goes back to the board."""
        barrels = _BARRELS[action]
        for _ in range(barrels):
            spend_barrel(table, seat, self.fish)
        for _ in range(2 - barrels):
            give_token(table, seat, self.kinds[0])
        earn(table, seat, self.pair)
        self.tell(table, "sold_pair", seat=seat, pieces=_PIECES[barrels], yen=self.pair)

    def sale_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the sale with what the pair is made of."""
        return self.say("pair", pieces=_PIECES[_BARRELS[action]], yen=self.pair)
