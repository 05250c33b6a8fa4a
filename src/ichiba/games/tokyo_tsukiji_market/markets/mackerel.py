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
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.picking import pick
from ichiba.games.tokyo_tsukiji_market.pieces import earn, give_token, spend
from ichiba.games.tokyo_tsukiji_market.table import MarketTable

# The number of barrels in a pair (the rest are tokens), and what the pair is called.
_BARRELS: Final = {PAIR_TOKENS: 0, PAIR_MIXED: 1, PAIR_BARRELS: 2}
_PIECES: Final = tuple(f"{NAME}.pair.{made_of}" for made_of in ("tokens", "mixed", "barrels"))


class Mackerel(FishMarket):
    """The staple fish of the base game."""

    deals = True
    licenses_a_visit = 1

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.catchers = (MACKEREL, JACK_MACKEREL, HIMONO)
        self.pair_price = number(self.data.pair)

    def mixes_with(self, fish: int) -> bool:
        """Whether the other fish is not Jack Mackerel, which no ship carries with this."""
        return fish != JACK_MACKEREL

    def add_deals(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the sale of pairs of tokens and barrels from the player's harbor, in any mix (C8)."""
        tokens, barrels = table.tokens[seat][self.kinds[0]], self._barrels(table, seat)
        if tokens > 1:
            actions.append(PAIR_TOKENS)
        if tokens and barrels:
            actions.append(PAIR_MIXED)
        if barrels > 1:
            actions.append(PAIR_BARRELS)

    def could_deal(self, table: MarketTable, seat: int, money: int) -> bool:
        """Whether the player has a pair."""
        pieces = table.tokens[seat][self.kinds[0]]
        if pieces < 2 and table.harbor[seat]:
            pieces += self._barrels(table, seat)
        return pieces > 1

    def _barrels(self, table: MarketTable, seat: int) -> int:
        """How many barrels the player has for sale."""
        return [ITEM_OF[code] for code in table.harbor[seat]].count(self.fish)

    def sale(self, table: MarketTable, seat: int) -> tuple[int, int]:
        """All pairs of the player."""
        pairs = (table.tokens[seat][self.kinds[0]] + self._barrels(table, seat)) // 2
        return 2 * pairs, pairs * self.pair_price

    def quoted(self, worth: int | None) -> int:
        """The price of a pair."""
        return self.pair_price

    def deal(self, table: MarketTable, seat: int, action: int) -> None:
        """Sell a pair, which goes back to the board."""
        barrels = _BARRELS[action]
        if barrels:
            codes = pick(table, seat, action)
            if not codes:
                return
            for code in codes:
                spend(table, seat, code)
        for _ in range(2 - barrels):
            give_token(table, seat, self.kinds[0])
        earn(table, seat, self.pair_price)
        self.tell(
            table,
            "sold_pair",
            seat=seat,
            fish=FISH_KEY[self.fish],
            pieces=_PIECES[barrels],
            yen=self.pair_price,
        )

    def deal_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the sale with what the pair is made of."""
        return self.say("pair", pieces=_PIECES[_BARRELS[action]], yen=self.pair_price)
