"""What Eel and Swordfish share: a value marker on a track, and sales of several tokens at once."""

from ichiba.core.marked import Numbers
from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import COUNT
from ichiba.games.tokyo_tsukiji_market.data import BOX, number
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import earn
from ichiba.games.tokyo_tsukiji_market.table import Table


class TrackMarket(FishMarket):
    """A fish whose worth stands on a track."""

    sells = True

    def __init__(self, market: int) -> None:
        super().__init__(market)
        track = self.data.track or Numbers([1, 1, 1], "printed")
        self.least, self.most, self.first = track.value
        self.fall = number(self.data.fall)
        self.changing = self.kinds

    def set_up(self, table: Table) -> None:
        """The marker stands on its first space."""
        super().set_up(table)
        table.track[self.fish] = self.first

    def worth(self, table: Table, count: int) -> int:
        """What the marker shows, for each token."""
        return count * table.track[self.fish]

    def move_marker(self, table: Table, spaces: int) -> None:
        """As far as the track goes (C9)."""
        value = min(max(table.track[self.fish] + spaces, self.least), self.most)
        if value != table.track[self.fish]:
            table.track[self.fish] = value
            self.tell(table, "marker", fish=FISH_KEY[self.fish], value=value)

    def add_sales(self, table: Table, seat: int, actions: list[int]) -> None:
        """Any number of tokens together."""
        actions += [COUNT + place for place in range(table.tokens[seat][self.kinds[0]])]

    def proceeds(self, table: Table, count: int) -> int:
        """Yen for so many tokens, all at the value before the sale (C10)."""
        return self.worth(table, count) * BOX.end.yen_per_resource.value

    def could_sell(self, table: Table, seat: int, money: int) -> bool:
        """Any token of this fish."""
        return table.tokens[seat][self.kinds[0]] > 0

    def sell(self, table: Table, seat: int, action: int) -> None:
        """All at once; then the marker falls."""
        count = action - COUNT + 1
        yen = self.proceeds(table, count)
        earn(table, seat, yen)
        kind = self.kinds[0]
        table.tokens[seat][kind] -= count
        self.put_away(table, kind, count)
        table.sold = True
        self.tell(table, "sold_many", seat=seat, fish=FISH_KEY[self.fish], count=count, yen=yen)
        self.move_marker(table, -self.fall * count)

    def put_away(self, table: Table, kind: int, count: int) -> None:
        """Sold tokens lie on the board again."""
        table.stock[kind] += count

    def sale_label(self, table: Table, seat: int, action: int) -> Message:
        """How many, and for how much."""
        count = action - COUNT + 1
        return self.say(
            "sell_many", fish=FISH_KEY[self.fish], count=count, yen=self.proceeds(table, count)
        )
