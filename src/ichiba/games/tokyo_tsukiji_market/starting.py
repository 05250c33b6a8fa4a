"""The start of a turn: Freezers, the player's own degraded Fugu, and degradation."""

from ichiba.core.flowing import RESUMING
from ichiba.core.messages import Message
from ichiba.games.tokyo_tsukiji_market.actions import BUY_OWN_FUGU, DEGRADE, DONE, FREEZE
from ichiba.games.tokyo_tsukiji_market.data import LOWER, NEVER_DEGRADE
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF, PRICE_OF, ROW_OF, degraded
from ichiba.games.tokyo_tsukiji_market.keys import fish_told
from ichiba.games.tokyo_tsukiji_market.pieces import pay, return_barrel, take_from_sale
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIONS_STAGE,
    DEGRADATION,
    FREEZERS,
    MarketTable,
    Step,
)


class UseFreezer(Step):
    """Does the player use a Freezer, so that nothing degrades?"""

    name = "freezer"
    chapter = "rentals"
    kinds = (FREEZE, DEGRADE)
    is_always_asked = True

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """Use it, or keep it."""
        return [FREEZE, DEGRADE]

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Use a Freezer, or keep it and go on."""
        if action == FREEZE:
            freezers = table.freezers[seat]
            table.freezers[seat] = table.setup.rentals.after_use(table, freezers, FREEZERS)
            table.stage = ACTIONS_STAGE
            table.has_work = True
            table.tell("froze", seat=seat)
        table.phase = RESUMING

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        return self.say("freeze" if action == FREEZE else "degrade")


class BuyOwnFugu(Step):
    """Does the player buy a degraded Fugu from their own harbor? There may be several."""

    name = "own_fugu"
    chapter = "fugu"
    kinds = (BUY_OWN_FUGU, DONE)

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """Buy the cheapest one, or let it go."""
        code = table.setup.sold_to_owner.cheapest_degraded(table, seat)
        payable = code is not None and PRICE_OF[code] <= table.money[seat]
        return [BUY_OWN_FUGU, DONE] if payable else [DONE]

    def is_asked(self, table: MarketTable, seat: int, action: int) -> bool:
        """Whether money is closed."""
        return table.setup.closed_money

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Buy the Fugu, after which there may be another one, or move on to degradation."""
        market = table.setup.sold_to_owner
        code = market.cheapest_degraded(table, seat)
        if action == BUY_OWN_FUGU and code is not None:
            table.has_work = True
            price = PRICE_OF[code]
            pay(table, seat, price)
            take_from_sale(table, seat, code)
            table.tell("own_fugu", seat=seat, yen=price)
            return_barrel(table, market.fish)
            market.bought(table, seat, LOWER)
        else:
            table.stage = DEGRADATION
        table.phase = RESUMING

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Buy it, or let it go."""
        return self.say("let_go" if action == DONE else "own_fugu")


def asks_about_own_fugu(table: MarketTable, seat: int) -> bool:
    """Whether to offer it; with closed money, an offer must not reveal who can pay."""
    code = table.setup.sold_to_owner.cheapest_degraded(table, seat)
    if code is None:
        return False
    return table.setup.closed_money or PRICE_OF[code] <= table.money[seat]


def degrade(table: MarketTable, seat: int) -> None:
    """Return the lower row to the markets and move the upper row down."""
    if not table.harbor[seat]:
        return
    kept = []
    lost: list[int] = []
    for code in table.harbor[seat]:
        item = ITEM_OF[code]
        if item in NEVER_DEGRADE:
            kept.append(code)
        elif ROW_OF[code] == LOWER:
            return_barrel(table, item)
            lost.append(item)
        else:
            kept.append(degraded(code))
    table.harbor[seat] = tuple(sorted(kept))
    if lost and table.log is not None:
        table.tell("degraded", seat=seat, fishes=fish_told(lost))
