"""The Government: buys tokens at fixed prices, whatever they are worth, until it is full."""

from typing import Final

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import SECOND, TOKEN_AT, kind_of
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import ShelfMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, earn
from ichiba.games.tokyo_tsukiji_market.table import MarketTable

# The space of each kind of action.
_SPACES: Final = {TOKEN_AT: 0, SECOND: 1}


class Government(ShelfMarket):
    """Free to enter, once a turn."""

    takes_singles = True

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """Each kind of token for each space that has room."""
        shelf = table.shelves[self.index]
        kinds = [kind for kind, count in enumerate(table.tokens[seat]) if count]
        return [
            first + kind
            for first, space in _SPACES.items()
            if len(shelf[space]) < self.spaces[space][1]
            for kind in kinds
        ]

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether the player has a token and a space has room."""
        return any(table.tokens[seat]) and not self.has_crashed(table)

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Sell a token, which stays here for the rest of the game."""
        first = kind_of(action)
        space, kind = _SPACES[first], action - first
        yen = self.spaces[space][0]
        table.tokens[seat][kind] -= 1
        self.put_on_shelf(table, space, (kind,))
        earn(table, seat, yen)
        self.tell(table, "given", seat=seat, token=TOKEN_KEY[kind], yen=yen)
        check_crash(table, self.market)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the sale with the token and its price."""
        first = kind_of(action)
        space, kind = _SPACES[first], action - first
        return self.say("give", token=TOKEN_KEY[kind], yen=self.spaces[space][0])

    def pays(self, table: MarketTable, kind: int) -> int:
        """The best price of a space that has room."""
        shelf = table.shelves[self.index]
        return max(
            [yen for place, (yen, room) in enumerate(self.spaces) if len(shelf[place]) < room],
            default=0,
        )

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        """How many tokens the player could sell here, and for how much."""
        own = left = sum(table.tokens[seat])
        yen = 0
        for there, (price, room) in zip(table.shelves[self.index], self.spaces, strict=True):
            taken = min(room - len(there), left)
            left, yen = left - taken, yen + taken * price
        return self.because("takes", count=own - left, yen=yen) if yen else None

    def has_crashed(self, table: MarketTable) -> bool:
        """Whether both spaces are full."""
        shelf = table.shelves[self.index]
        return all(len(there) >= room for there, (_, room) in zip(shelf, self.spaces, strict=True))
