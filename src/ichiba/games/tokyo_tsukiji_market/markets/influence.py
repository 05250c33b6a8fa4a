"""Influence: Buyers, who purchase behind another's turn, and Expansions, which open new markets."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import BUYER, NEW_EXTERNAL, NEW_FISH
from ichiba.games.tokyo_tsukiji_market.data import number
from ichiba.games.tokyo_tsukiji_market.holding import has_space
from ichiba.games.tokyo_tsukiji_market.markets.base import ExternalMarket
from ichiba.games.tokyo_tsukiji_market.pieces import (
    check_crash,
    draw_external_market,
    draw_fish_market,
    pay,
)
from ichiba.games.tokyo_tsukiji_market.table import BUYERS, EXPANSIONS, Table


class Influence(ExternalMarket):
    """Stays open when it crashes: Buyers come back."""

    closes = False

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.price = number(self.data.price)

    def set_up(self, table: Table) -> None:
        """Buyers and Expansions on the board."""
        for row in (BUYERS, EXPANSIONS):
            table.chest[row], table.boxed[row] = table.boxed[row], 0

    def interactions(self, table: Table, seat: int) -> list[int]:
        """A Buyer needs a license space, an Expansion a market in the box (D5)."""
        if table.money[seat] < self.price:
            return []
        actions = []
        if table.chest[BUYERS] and has_space(table, seat):
            actions.append(BUYER)
        if table.chest[EXPANSIONS]:
            actions += [NEW_FISH] * bool(table.fish_pile)
            actions += [NEW_EXTERNAL] * bool(table.external_pile)
        return actions

    def could_interact(self, table: Table, seat: int, money: int, room: int) -> bool:
        """Anything that can be paid."""
        if money < self.price:
            return False
        if table.chest[BUYERS] and room > 0:
            return True
        return table.chest[EXPANSIONS] > 0 and bool(table.fish_pile or table.external_pile)

    def interact(self, table: Table, seat: int, action: int) -> None:
        """Pay and take it; an Expansion is used at once and goes to the box."""
        pay(table, seat, self.price)
        if action == BUYER:
            table.chest[BUYERS] -= 1
            table.buyers[seat] += 1
            self.tell(table, "buyer", seat=seat, yen=self.price)
        else:
            table.chest[EXPANSIONS] -= 1
            table.boxed[EXPANSIONS] += 1
            self.tell(table, "expansion", seat=seat, yen=self.price)
            (draw_fish_market if action == NEW_FISH else draw_external_market)(table)
        check_crash(table, self.market)

    def label(self, table: Table, seat: int, action: int) -> Message:
        """The price."""
        key = {BUYER: "buyer", NEW_FISH: "new_fish", NEW_EXTERNAL: "new_external"}[action]
        return self.say(key, yen=self.price)

    def has_crashed(self, table: Table) -> bool:
        """No Buyer and no Expansion is left."""
        return not table.chest[BUYERS] and not table.chest[EXPANSIONS]
