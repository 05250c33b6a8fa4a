"""Trading: tokens for yen on an empty space, or tokens for the tokens on a filled space."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import OFFER, SPACE, TAKE_BACK, TOKEN_AT, kind_of
from ichiba.games.tokyo_tsukiji_market.holding import counted, resources, worth
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY, tokens_told
from ichiba.games.tokyo_tsukiji_market.markets.base import ShelfMarket
from ichiba.games.tokyo_tsukiji_market.markets.lots import lay, take_back
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, earn
from ichiba.games.tokyo_tsukiji_market.table import NO_SPACE, MarketTable


class Trading(ShelfMarket):
    """Each of the five spaces pays yen once; after that, its tokens can be traded for others."""

    in_steps = True
    closes = False
    trades_again = True

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """The spaces that the player's tokens are worth, or the tokens to add to the lot."""
        if table.space == NO_SPACE:
            own = resources(table, seat)
            return [SPACE + space for space, (need, _) in enumerate(self.spaces) if need <= own]
        actions = [TOKEN_AT + kind for kind, count in enumerate(table.tokens[seat]) if count]
        if worth(table, seat, counted(table.lot)) >= self.spaces[table.space][0]:
            actions.append(OFFER)
        actions.append(TAKE_BACK)
        return actions

    def most(self, table: MarketTable, seat: int) -> int:
        """The resources of the player."""
        return resources(table, seat)

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether the player's tokens are worth enough for the cheapest space."""
        return any(table.tokens[seat]) and resources(table, seat) >= self.spaces[0][0]

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Choose a space, add a token, trade the lot or take it back."""
        if action == TAKE_BACK:
            take_back(table, seat)
        elif action == OFFER:
            self._trade(table, seat)
        elif kind_of(action) == SPACE:
            table.space = action - SPACE
        else:
            lay(table, seat, action - TOKEN_AT)

    def _trade(self, table: MarketTable, seat: int) -> None:
        """Take the yen of an empty space, or all tokens of a filled one (C15)."""
        space, lot = table.space, table.lot
        table.space, table.lot = NO_SPACE, ()
        table.interacted = True
        there = table.shelves[self.index][space]
        spaces = list(table.shelves[self.index])
        spaces[space] = tuple(sorted(lot))
        table.shelves[self.index] = tuple(spaces)
        given = tokens_told(sorted(lot)) if table.log is not None else []
        if there:
            for kind in there:
                table.tokens[seat][kind] += 1
            if table.log is not None:
                table.tell("swapped", seat=seat, tokens=given, taken=tokens_told(there))
        else:
            yen = self.spaces[space][1]
            earn(table, seat, yen)
            self.tell(table, "traded", seat=seat, tokens=given, yen=yen)
            check_crash(table, self.market)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the choice with what the space costs and gives."""
        if action == TAKE_BACK:
            return self.say("take_back")
        if kind_of(action) == SPACE:
            return self._space_label(table, action - SPACE)
        if action == OFFER:
            space = table.space
            there = table.shelves[self.index][space]
            if there:
                return self.say("swap", tokens=tokens_told(there))
            return self.say("trade", yen=self.spaces[space][1])
        return self.say("lay", token=TOKEN_KEY[action - TOKEN_AT])

    def _space_label(self, table: MarketTable, space: int) -> Message:
        need, yen = self.spaces[space]
        there = table.shelves[self.index][space]
        if there:
            return self.say(
                "space_goods", resources=need, tokens=tokens_told(there), space=space + 1
            )
        return self.say("space_yen", resources=need, yen=yen, space=space + 1)

    def has_crashed(self, table: MarketTable) -> bool:
        """Whether every space is filled."""
        return all(table.shelves[self.index])
