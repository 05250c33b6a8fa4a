"""Influence: Buyers, who purchase after another player's turn, and Expansions: new markets."""

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
from ichiba.games.tokyo_tsukiji_market.table import BUYERS, EXPANSIONS, MarketTable


class Influence(ExternalMarket):
    """Stays open when it crashes, because Buyers come back."""

    closes = False

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.price = self.least_money = number(self.data.price)
        self.others = (
            (BUYERS, number(self.data.buyers)),
            (EXPANSIONS, number(self.data.expansions)),
        )

    def interactions(self, table: MarketTable, seat: int) -> list[int]:
        """Offer Buyers if a license space is free, and Expansions if markets are left (D5)."""
        if table.money[seat] < self.price:
            return []
        actions = []
        if table.others_left[BUYERS] and has_space(table, seat):
            actions.append(BUYER)
        if table.others_left[EXPANSIONS]:
            actions += [NEW_FISH] * bool(table.fish_pile)
            actions += [NEW_EXTERNAL] * bool(table.external_pile)
        return actions

    def could_interact(self, table: MarketTable, seat: int, money: int, room: int) -> bool:
        """Whether the player can pay; returning a license can make room for a Buyer."""
        if money < self.price:
            return False
        if table.others_left[BUYERS] and (room > 0 or any(table.licenses[seat])):
            return True
        return table.others_left[EXPANSIONS] > 0 and bool(table.fish_pile or table.external_pile)

    def interact(self, table: MarketTable, seat: int, action: int) -> None:
        """Pay and take it. An Expansion is used at once and goes to the box."""
        pay(table, seat, self.price)
        if action == BUYER:
            table.others_left[BUYERS] -= 1
            table.buyers[seat] += 1
            self.tell(table, "buyer", seat=seat, yen=self.price)
        else:
            table.others_left[EXPANSIONS] -= 1
            table.box_others[EXPANSIONS] += 1
            self.tell(table, "expansion", seat=seat, yen=self.price)
            (draw_fish_market if action == NEW_FISH else draw_external_market)(table)
        check_crash(table, self.market)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the choice with its price."""
        key = {BUYER: "buyer", NEW_FISH: "new_fish", NEW_EXTERNAL: "new_external"}[action]
        return self.say(key, yen=self.price)

    def price_of(self, action: int) -> int:
        """The price, which is the same for everything here."""
        return self.price if action in (BUYER, NEW_FISH, NEW_EXTERNAL) else 0

    def why_come(self, table: MarketTable, seat: int) -> Message | None:
        return self.because("influence", yen=self.price) if self.could_come(table, seat) else None

    def has_crashed(self, table: MarketTable) -> bool:
        """Whether no Buyers and no Expansions are left."""
        return not self.has_others(table)
