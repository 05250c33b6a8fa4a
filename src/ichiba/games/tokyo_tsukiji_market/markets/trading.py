"""Trading: tokens for yen on an empty space, or tokens for the tokens that lie on a space."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import OFFER, SPACE, TAKE_BACK, TOKEN_AT
from ichiba.games.tokyo_tsukiji_market.holding import counted, resources, worth
from ichiba.games.tokyo_tsukiji_market.keys import TOKEN_KEY, tokens_told
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.markets.lots import lay, take_back
from ichiba.games.tokyo_tsukiji_market.pieces import check_crash, earn
from ichiba.games.tokyo_tsukiji_market.table import Table


class Trading(ExternalMarket):
    """Five spaces, each for once in yen and then for goods."""

    in_steps = True

    closes = False

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.spaces = self.data.spaces.value if self.data.spaces else []

    def set_up(self, table: Table) -> None:
        """All spaces are empty."""
        self.clear_shelf(table, len(self.spaces))

    def interactions(self, table: Table, seat: int) -> list[int]:
        """Choose a space that the own tokens can pay, then lay tokens until they are worth it."""
        if table.space < 0:
            own = resources(table, seat)
            return [SPACE + space for space, (need, _) in enumerate(self.spaces) if need <= own]
        actions = [TOKEN_AT + kind for kind, count in enumerate(table.tokens[seat]) if count]
        if worth(table, seat, counted(table.lot)) >= self.spaces[table.space][0]:
            actions.append(OFFER)
        actions.append(TAKE_BACK)
        return actions

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """Tokens for the cheapest space."""
        return any(table.tokens[seat]) and resources(table, seat) >= self.spaces[0][0]

    def interact(self, table: Table, seat: int, action: int) -> None:
        """Do it."""
        if action == TAKE_BACK:
            take_back(table, seat)
        elif action == OFFER:
            self._trade(table, seat)
        elif action < TOKEN_AT:
            raise ValueError(action)
        elif action >= SPACE:
            table.space = action - SPACE
        else:
            lay(table, seat, action - TOKEN_AT)

    def _trade(self, table: Table, seat: int) -> None:
        """Yen from an empty space; all tokens of a full one (C15)."""
        space, lot = table.space, table.lot
        table.space, table.lot = -1, ()
        table.interacted = True
        there = table.shelves[self.shelf][space]
        spaces = list(table.shelves[self.shelf])
        spaces[space] = tuple(sorted(lot))
        table.shelves[self.shelf] = tuple(spaces)
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

    def label(self, table: Table, seat: int, action: int) -> Message:
        """What the space wants and gives."""
        if action == TAKE_BACK:
            return self.say("take_back")
        if action >= SPACE:
            return self._space_label(table, action - SPACE)
        if action == OFFER:
            space = table.space
            there = table.shelves[self.shelf][space]
            if there:
                return self.say("swap", tokens=tokens_told(there))
            return self.say("trade", yen=self.spaces[space][1])
        return self.say("lay", token=TOKEN_KEY[action - TOKEN_AT])

    def _space_label(self, table: Table, space: int) -> Message:
        need, yen = self.spaces[space]
        there = table.shelves[self.shelf][space]
        if there:
            return self.say(
                "space_goods", resources=need, tokens=tokens_told(there), space=space + 1
            )
        return self.say("space_yen", resources=need, yen=yen, space=space + 1)

    def has_crashed(self, table: Table) -> bool:
        """Every space is filled."""
        return all(table.shelves[self.shelf])
