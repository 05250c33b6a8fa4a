"""Clams & Oysters: the buyer of a barrel draws a Clam or an Oyster; a set of both sells well."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import SET
from ichiba.games.tokyo_tsukiji_market.data import CLAM, OYSTER, number
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY, TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket, draw_from_bag
from ichiba.games.tokyo_tsukiji_market.pieces import earn, give_token, take_token
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class ClamsOysters(FishMarket):
    """Tokens are drawn from a bag."""

    deals = True
    set_kinds: tuple[int, ...] = (CLAM, OYSTER)
    sale_words = "sell_sets"
    worth_note = "worth_clams_oysters"

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.set_price = number(self.data.set)
        self.gift = number(self.data.gift)

    def bought(self, table: MarketTable, seat: int, row: int) -> None:
        """Draw a token for the buyer; an Oyster comes with money."""
        kind = draw_from_bag(table, self.kinds)
        take_token(table, seat, kind, self.fish)
        gift = self.gift if kind == OYSTER else 0
        self.tell(table, "drawn", seat=seat, token=TOKEN_KEY[kind], yen=gift)
        earn(table, seat, gift)

    def add_deals(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the sale of a Clam and an Oyster together."""
        if table.tokens[seat][CLAM] and table.tokens[seat][OYSTER]:
            actions.append(SET)

    def could_deal(self, table: MarketTable, seat: int, money: int) -> bool:
        """Whether the player has a set."""
        return table.tokens[seat][CLAM] > 0 and table.tokens[seat][OYSTER] > 0

    def deal(self, table: MarketTable, seat: int, action: int) -> None:
        """Sell a set, which goes back into the bag."""
        give_token(table, seat, CLAM)
        give_token(table, seat, OYSTER)
        earn(table, seat, self.set_price)
        self.tell(table, "sold_set", seat=seat, fish=FISH_KEY[self.fish], yen=self.set_price)

    def sale(self, table: MarketTable, seat: int) -> tuple[int, int]:
        """All sets of the player."""
        sets = min(table.tokens[seat][CLAM], table.tokens[seat][OYSTER])
        return 2 * sets, sets * self.set_price

    def quoted(self, worth: int | None) -> int:
        """The price of a set."""
        return self.set_price

    def deal_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the sale with the price of a set."""
        return self.say("sell_set", yen=self.set_price)
