"""The Government: takes tokens for charity, whatever they are worth, until its spaces are full."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import SECOND, TOKEN_AT
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, earn
from ichiba.games.tokyo_tsukiji_market.table import Table


class Government(ExternalMarket):
    """Free to enter, once a turn."""

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.spaces = self.data.spaces.value if self.data.spaces else []

    def set_up(self, table: Table) -> None:
        """Both spaces are empty."""
        self.clear_shelf(table, len(self.spaces))

    def interactions(self, table: Table, seat: int) -> list[int]:
        """Any token to either space, as long as there is room."""
        shelf = table.shelves[self.shelf]
        kinds = [kind for kind, count in enumerate(table.tokens[seat]) if count]
        return [
            first + kind
            for space, first in enumerate((TOKEN_AT, SECOND))
            if len(shelf[space]) < self.spaces[space][1]
            for kind in kinds
        ]

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """Any token, while there is room."""
        return any(table.tokens[seat]) and not self.has_crashed(table)

    def interact(self, table: Table, seat: int, action: int) -> None:
        """The token stays for the rest of the game."""
        space = int(action >= SECOND)
        kind = action - (SECOND if space else TOKEN_AT)
        yen = self.spaces[space][0]
        table.tokens[seat][kind] -= 1
        self.put_on_shelf(table, space, (kind,))
        earn(table, seat, yen)
        self.tell(table, "given", seat=seat, token=TOKEN_KEY[kind], yen=yen)
        check_crash(table, self.market)

    def label(self, table: Table, seat: int, action: int) -> Message:
        """The token and the money."""
        space = int(action >= SECOND)
        kind = action - (SECOND if space else TOKEN_AT)
        return self.say("give", token=TOKEN_KEY[kind], yen=self.spaces[space][0])

    def has_crashed(self, table: Table) -> bool:
        """Both spaces are full."""
        shelf = table.shelves[self.shelf]
        return all(len(there) >= room for there, (_, room) in zip(shelf, self.spaces, strict=True))
