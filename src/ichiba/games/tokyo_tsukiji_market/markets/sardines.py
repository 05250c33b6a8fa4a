"""Sardines: each barrel unloaded earns a token at once and puts another one into the can."""

from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import IWASHI
from ichiba.games.tokyo_tsukiji_market.data import HIMONO, SARDINES, TOKEN_WORTH, number
from ichiba.games.tokyo_tsukiji_market.markets.fish_market import FishMarket
from ichiba.games.tokyo_tsukiji_market.pieces import check_overfishing, pay, take_token
from ichiba.games.tokyo_tsukiji_market.table import MarketTable


class Sardines(FishMarket):
    """Closed to players who hold its license."""

    deals = True
    gives_token = True
    restricted = True
    can_retake = True  # nobody enters with a license, so there is no income to repeat

    def __init__(self, market: int) -> None:
        super().__init__(market)
        self.catchers = (SARDINES, HIMONO)
        self.can_price = number(self.data.iwashi)
        self.least_money = min(self.least_price, self.can_price)

    def may_enter(self, table: MarketTable, seat: int) -> bool:
        """Whether the player has no license."""
        return not table.licenses[seat][SARDINES]

    def license_price(self, table: MarketTable) -> int:
        """The current price; the last license is cheaper."""
        return self.prices[max(table.licenses_left[SARDINES], 1) - 1]

    def unloaded(self, table: MarketTable, seat: int) -> None:
        """Give the player a token and put one into the Iwashi area, while there are any."""
        kind = self.kinds[0]
        if table.stock[kind]:
            take_token(table, seat, kind, SARDINES)
        if table.stock[kind]:
            table.stock[kind] -= 1
            table.iwashi += 1
            check_overfishing(table, SARDINES)

    def add_deals(self, table: MarketTable, seat: int, actions: list[int]) -> None:
        """Add the purchase of a canned Sardine."""
        if table.iwashi and table.money[seat] >= self.can_price:
            actions.append(IWASHI)

    def could_deal(self, table: MarketTable, seat: int, money: int) -> bool:
        """Whether the player could buy a canned Sardine."""
        return table.iwashi > 0 and money >= self.can_price

    def deal(self, table: MarketTable, seat: int, action: int) -> None:
        """Buy a canned Sardine."""
        pay(table, seat, self.can_price)
        table.iwashi -= 1
        table.tokens[seat][self.kinds[0]] += 1
        self.tell(table, "iwashi", seat=seat, yen=self.can_price)

    def set_aside(self, table: MarketTable) -> int | None:
        return table.iwashi

    def price_of(self, action: int) -> int:
        """The price of a canned Sardine."""
        return self.can_price if action == IWASHI else 0

    def quoted(self, worth: int | None) -> int:
        """The price of a canned Sardine."""
        return self.can_price

    def why_deal(self, table: MarketTable, seat: int) -> Message | None:
        """What a canned Sardine costs and is worth."""
        money = table.money[seat] - self.least_entry
        if not self.may_enter(table, seat) or not self.could_deal(table, seat, money):
            return None
        return self.because("can", yen=self.can_price, resources=TOKEN_WORTH[self.kinds[0]])

    def deal_label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label the purchase with its price."""
        return self.say("iwashi", yen=self.can_price)
