"""What Spider Crab, Squid and Tuna share: tokens with printed values, sold one by one for them."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import TOKEN_AT
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import TOKEN_WORTH
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn, give_token
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class PrintedValueMarket(FishMarket):
    """A market whose tokens have printed values and are sold one by one for them."""

    sells = True
    premium = 0

    def add_sales(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the sale of each kind of token that the player has."""
        own = table.tokens[seat]
        actions += [TOKEN_AT + kind for kind in self.kinds if own[kind]]

    def could_sell(self, table: MarketTable, seat: int, money: int) -> bool:
        """Return whether the player has a token of this fish."""
        own = table.tokens[seat]
        return any(own[kind] for kind in self.kinds)

    def sale_price(self, kind: int) -> int:
        """Return the price of one token in yen."""
        return TOKEN_WORTH[kind] * BOX.end.yen_per_resource.value + self.premium

    def sell(self, table: MarketTable, seat: int, action: int) -> None:
        """Sell a token, which goes back to the board or the bag."""
        kind = action - TOKEN_AT
        give_token(table, seat, kind)
        earn(table, seat, self.sale_price(kind))
        self.tell(table, "sold", seat=seat, token=TOKEN_KEY[kind], yen=self.sale_price(kind))

    def sale_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the sale with the token and its price."""
        kind = action - TOKEN_AT
        return self.say("sell", token=TOKEN_KEY[kind], yen=self.sale_price(kind))
