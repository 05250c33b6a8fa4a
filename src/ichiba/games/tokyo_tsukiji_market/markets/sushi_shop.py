"""The Sushi Shop: buys one to five tokens of different shapes, each number once."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import SPACE, TAKE_BACK, TOKEN_AT, kind_of
from ichiba.games.tokyo_tsukiji_market.data import TOKEN_SHAPE
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY, tokens_told
from ichiba.games.tokyo_tsukiji_market.markets.base import ShelfMarket
from ichiba.games.tokyo_tsukiji_market.markets.lots import lay, take_back
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, earn
from ichiba.games.tokyo_tsukiji_market.table import NO_SPACE, MarketTable


class SushiShop(ShelfMarket):
    """Each plate is filled once; the more shapes it needs, the more it pays for each."""

    in_steps = True
    counts_shapes = True

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """The plates that the player can fill, or the tokens to add, no shape twice."""
        own = [kind for kind, count in enumerate(table.tokens[seat]) if count]
        if table.space == NO_SPACE:
            shapes, shelf = self.most(table, seat), table.shelves[self.index]
            return [
                SPACE + space
                for space, (need, _) in enumerate(self.spaces)
                if not shelf[space] and need <= shapes
            ]
        laid = {TOKEN_SHAPE[kind] for kind in table.lot}
        return [*(TOKEN_AT + kind for kind in own if TOKEN_SHAPE[kind] not in laid), TAKE_BACK]

    def most(self, table: MarketTable, seat: int) -> int:
        """How many shapes the player has."""
        return len({TOKEN_SHAPE[kind] for kind, count in enumerate(table.tokens[seat]) if count})

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether the player has enough shapes for an empty plate."""
        return any(table.tokens[seat]) and bool(self.interactions(table, seat))

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Choose a plate, add a token or start over; the last token completes the plate."""
        if action == TAKE_BACK:
            take_back(table, seat)
        elif kind_of(action) == SPACE:
            table.space = action - SPACE
        else:
            lay(table, seat, action - TOKEN_AT)
            if len(table.lot) == self.spaces[table.space][0]:
                self._serve(table, seat)

    def _serve(self, table: MarketTable, seat: int) -> None:
        space, lot = table.space, tuple(sorted(table.lot))
        table.space, table.lot = NO_SPACE, ()
        table.interacted = True
        self.put_on_shelf(table, space, lot)
        yen = self.spaces[space][1]
        earn(table, seat, yen)
        if table.log is not None:
            table.tell("traded", seat=seat, tokens=tokens_told(lot), yen=yen)
        check_crash(table, self.market)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the choice: a plate with its price, or a token."""
        if action == TAKE_BACK:
            return self.say("take_back")
        if kind_of(action) == SPACE:
            need, yen = self.spaces[action - SPACE]
            return self.say("plate", count=need, yen=yen)
        return self.say("lay", token=TOKEN_KEY[action - TOKEN_AT])

    def has_crashed(self, table: MarketTable) -> bool:
        """Whether every plate is filled."""
        return all(table.shelves[self.index])
