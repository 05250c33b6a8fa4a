"""What Spider Crab, Squid and Tuna share: tokens with printed values, sold one by one for them."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import TOKEN_AT
from ichiba.games.tokyo_tsukiji_market.data import RESOURCE, TOKEN_WORTH
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn, give_token
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class PrintedValueMarket(FishMarket):
    """A market whose tokens have printed values and are sold one by one for them."""

    deals = True

    def add_deals(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the sale of each kind of token that the player has."""
        own = table.tokens[seat]
        actions += [TOKEN_AT + kind for kind in self.kinds if own[kind]]

    def could_deal(self, table: MarketTable, seat: int, money: int) -> bool:
        """Whether the player has a token of this fish."""
        own = table.tokens[seat]
        return any(own[kind] for kind in self.kinds)

    def pays(self, table: MarketTable, kind: int) -> int:
        """What a token is worth, and the premium of this market."""
        return TOKEN_WORTH[kind] * RESOURCE + self.premium

    def quoted(self, worth: int | None) -> int:
        """The premium, or the price of a resource."""
        return self.premium or RESOURCE

    def sale(self, table: MarketTable, seat: int) -> tuple[int, int]:
        """All tokens of the player."""
        own = table.tokens[seat]
        count = sum([own[kind] for kind in self.kinds])
        return count, sum([own[kind] * self.pays(table, kind) for kind in self.kinds])

    def deal(self, table: MarketTable, seat: int, action: int) -> None:
        """Sell a token, which goes back to the board or the bag."""
        kind = action - TOKEN_AT
        yen = self.pays(table, kind)
        give_token(table, seat, kind)
        earn(table, seat, yen)
        self.tell(table, "sold", seat=seat, token=TOKEN_KEY[kind], yen=yen)

    def deal_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the sale with the token and its price."""
        kind = action - TOKEN_AT
        return self.say("sell", token=TOKEN_KEY[kind], yen=self.pays(table, kind))
