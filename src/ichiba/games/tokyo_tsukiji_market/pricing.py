"""Prices on a harbor: unloaded barrels and Takoyaki get one, and can get a new one when fishing."""

from typing import Final

from ichiba.core.flowing import RESUMING
from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market.actions import (
    AMOUNT,
    COLUMN,
    REPRICE,
    REPRICE_OF,
    bid_of,
    yen_of,
)
from ichiba.games.tokyo_tsukiji_market.data import COLUMNS, DEAREST, STEP
from ichiba.games.tokyo_tsukiji_market.goods import (
    ITEM_OF,
    OTHER_COLUMN,
    PRICE_OF,
    ROW_OF,
)
from ichiba.games.tokyo_tsukiji_market.keys import ITEM_KEY, ROW_KEY
from ichiba.games.tokyo_tsukiji_market.picking import pick
from ichiba.games.tokyo_tsukiji_market.pieces import put_for_sale, take_from_sale
from ichiba.games.tokyo_tsukiji_market.table import (
    PRICING_FREELY,
    Choice,
    MarketTable,
    Step,
)

_ALL_COLUMNS: Final = [COLUMN + place for place in range(len(COLUMNS) + 1)]
_FREE_PRICES: Final = [bid_of(yen) for yen in range(COLUMNS[-1] + STEP, DEAREST + 1, STEP)]


class Pricing(Step):
    """What does the next item cost?"""

    name = "pricing"
    chapter = "harbor"
    kinds = (COLUMN,)
    is_always_asked = True

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """The printed prices, and any other one."""
        return _ALL_COLUMNS[:]

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Set the price, or ask for an amount."""
        column = action - COLUMN
        if column == OTHER_COLUMN:
            table.phase = PRICING_FREELY
        else:
            _set_price(table, seat, COLUMNS[column])

    def prompt(self, table: MarketTable, seat: int) -> Message:
        return self.question(table, item=ITEM_KEY[ITEM_OF[table.to_price[0]]])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        column = action - COLUMN
        if column == OTHER_COLUMN:
            return self.say("any_price")
        return self.say("price", yen=COLUMNS[column])


class PricingFreely(Step):
    """Which price above the printed ones?"""

    name = "pricing_freely"
    chapter = "harbor"
    kinds = (AMOUNT,)
    is_always_asked = True

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """All higher prices up to a limit."""
        return _FREE_PRICES[:]

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        _set_price(table, seat, yen_of(action))

    def prompt(self, table: MarketTable, seat: int) -> Message:
        return self.question(table, item=ITEM_KEY[ITEM_OF[table.to_price[0]]])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("price", yen=yen_of(action))


def _set_price(table: MarketTable, seat: int, price: int) -> None:
    """Put the first item that needs a price up for sale; a repriced item keeps its row."""
    code, table.to_price = table.to_price[0], table.to_price[1:]
    item, row, was = ITEM_OF[code], ROW_OF[code], PRICE_OF[code]
    put_for_sale(table, seat, item, price, row)
    if not was:
        table.tell("priced", seat=seat, item=ITEM_KEY[item], yen=price)
    elif was != price:
        table.tell("repriced", seat=seat, item=ITEM_KEY[item], row=ROW_KEY[row], was=was, yen=price)
    table.has_work = True
    table.phase = RESUMING


class Reprice(Choice):
    """Taking an item out of its column for a new price, in the Fishing action."""

    chapter = "harbor"
    kinds = (REPRICE,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Take the item away; it keeps its row, and it is the next to get a price."""
        codes = pick(table, seat, action)
        if not codes:
            return
        code = codes[0]
        take_from_sale(table, seat, code)
        table.repricings -= 1
        table.to_price = (code, *table.to_price)
        table.phase = RESUMING

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The item with its price; with the lowest and the highest one if there are several."""
        codes = [code for code in table.harbor[seat] if REPRICE_OF[code] == action]
        code, lowest, highest = codes[0], PRICE_OF[codes[0]], PRICE_OF[codes[-1]]
        item, row = ITEM_KEY[ITEM_OF[code]], ROW_KEY[ROW_OF[code]]
        if lowest < highest:
            return self.say("reprice_one", item=item, row=row, yen=lowest, most=highest)
        return self.say("reprice", item=item, row=row, yen=lowest)

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """There is no such item, or every item has been repriced."""
        return self.no("nothing_to_reprice")


def add_repricings(table: MarketTable, seat: int, actions: list[int]) -> None:
    """Add one action for each item, row and column on the harbor."""
    if table.repricings:
        actions += sorted({REPRICE_OF[code] for code in table.harbor[seat]})
