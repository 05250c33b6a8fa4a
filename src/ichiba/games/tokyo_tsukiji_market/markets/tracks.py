"""Markets that buy any number of tokens at once (Eel, Fugu, Swordfish), and value tracks."""

from ichiba.core.marked import Numbers
from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import COUNT
from ichiba.games.tokyo_tsukiji_market.data import RESOURCE, number
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class BulkMarket(FishMarket):
    """A market that pays for several tokens together."""

    deals = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.changing = self.kinds

    def proceeds(self, table: MarketTable, count: int) -> int:
        """The yen for this many tokens, all at the value before the sale (C10)."""
        premium = 0 if table.sold else self.visit_premium
        return self.worth(table, count) * RESOURCE + premium

    def add_deals(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the sale of any number of tokens together."""
        actions += [COUNT + place for place in range(table.tokens[seat][self.kinds[0]])]

    def could_deal(self, table: MarketTable, seat: int, money: int) -> bool:
        """Whether the player has a token of this fish."""
        return table.tokens[seat][self.kinds[0]] > 0

    def deal(self, table: MarketTable, seat: int, action: int) -> None:
        """Sell the tokens all at once."""
        count = action - COUNT + 1
        yen = self.proceeds(table, count)
        earn(table, seat, yen)
        kind = self.kinds[0]
        table.tokens[seat][kind] -= count
        self.put_away(table, kind, count)
        self.tell(table, "sold_many", seat=seat, fish=FISH_KEY[self.fish], count=count, yen=yen)

    def put_away(self, table: MarketTable, kind: int, count: int) -> None:
        """Return sold tokens to the board."""
        table.stock[kind] += count

    def deal_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the sale with the number of tokens and the price."""
        count = action - COUNT + 1
        return self.say(
            "sell_many", fish=FISH_KEY[self.fish], count=count, yen=self.proceeds(table, count)
        )

    def pays(self, table: MarketTable, kind: int) -> int:
        """What a single token is worth."""
        return self.worth(table, 1) * RESOURCE

    def quoted(self, worth: int | None) -> int:
        """The price of a single token."""
        return RESOURCE * (1 if worth is None else worth)

    def sale(self, table: MarketTable, seat: int) -> tuple[int, int]:
        """All tokens of the player, with the premium of a new visit."""
        count = table.tokens[seat][self.kinds[0]]
        return count, self.worth(table, count) * RESOURCE + self.visit_premium


class TrackMarket(BulkMarket):
    """A market whose fish has a value marker on a track."""

    worth_note = "now"

    def __init__(self, market: int) -> None:
        super().__init__(market)
        track = self.data.track or Numbers([1, 1, 1], "printed")
        self.least, self.most, self.first = track.value
        self.fall = number(self.data.fall)

    def set_up(self, table: MarketTable) -> None:
        """Put the marker on its starting space."""
        super().set_up(table)
        table.track[self.fish] = self.first

    def worth(self, table: MarketTable, count: int) -> int:
        """The value of the marker for each token."""
        return count * table.track[self.fish]

    def move_marker(self, table: MarketTable, spaces: int) -> None:
        """Move the marker, but not beyond the ends of the track (C9)."""
        value = min(max(table.track[self.fish] + spaces, self.least), self.most)
        if value != table.track[self.fish]:
            table.track[self.fish] = value
            self.tell(table, "marker", fish=FISH_KEY[self.fish], value=value)

    def deal(self, table: MarketTable, seat: int, action: int) -> None:
        """Sell the tokens, then move the marker down."""
        super().deal(table, seat, action)
        table.sold = True
        self.move_marker(table, -self.fall * (action - COUNT + 1))
