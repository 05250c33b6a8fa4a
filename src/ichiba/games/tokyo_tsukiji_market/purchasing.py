"""The Purchasing action: buying barrels and Takoyaki from other harbors. Buyers use it, too."""

from ichiba.core.flowing import RESUMING
from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market.actions import (
    BUY,
    DONE,
    GO_PURCHASING,
    purchase_from,
    seller_and_place,
)
from ichiba.games.tokyo_tsukiji_market.data import TAKOYAKI, TAKOYAKI_ITEM
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF, PLACE_OF, PRICE_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.keys import ITEM_KEY, ROW_KEY
from ichiba.games.tokyo_tsukiji_market.pieces import (
    hand_over,
    return_barrel,
    settle_owed,
    take_from_sale,
)
from ichiba.games.tokyo_tsukiji_market.table import (
    BUYERS,
    NOBODY,
    PURCHASING,
    TURN,
    Choice,
    MarketTable,
    Step,
)


class StartPurchasing(Choice):
    """The Purchasing action, in the menu of the turn."""

    chapter = "turn"
    kinds = (GO_PURCHASING,)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Start the action of the active player."""
        table.points -= 1
        table.acted = True
        open_shop(table, seat)
        table.tell("purchasing", seat=seat)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The name of the action."""
        return self.say("purchase")

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """No points are left, only a Cart's point, or nothing that the seat can buy."""
        if table.cart_point:
            return self.no("only_markets")
        return self.no("nothing_for_sale" if table.points else "no_points")


def open_shop(table: MarketTable, buyer: int) -> None:
    """Let a seat buy from all others, in its own turn or through a Buyer."""
    table.main_phase = table.phase = PURCHASING
    table.buying = buyer


def has_offers(table: MarketTable, buyer: int) -> bool:
    """Whether there is anything that the buyer can buy."""
    money = table.money[buyer]
    for seller, items in enumerate(table.harbor):
        if items and seller != buyer and PRICE_OF[items[0]] <= money:
            return bool(_offers(table, buyer))
    return False


def _offers(table: MarketTable, buyer: int) -> list[int]:
    """What the buyer can buy, the cheapest of equal items; a token must be left (D1)."""
    money = table.money[buyer]
    markets = table.setup.fish
    actions: list[int] = []
    for seller in table.setup.everyone:
        if seller == buyer:
            continue
        seen = 0
        for code in table.harbor[seller]:
            if PRICE_OF[code] > money:
                break  # the rest is more expensive
            place = PLACE_OF[code]
            if seen >> place & 1:
                continue
            seen |= 1 << place
            item = ITEM_OF[code]
            if item == TAKOYAKI_ITEM or markets[item].tokens_left(table):
                actions.append(purchase_from(seller, place))
    actions.sort()
    return actions


def piece_of(table: MarketTable, action: int) -> tuple[int, int | None]:
    """The seller and the cheapest item that an action refers to."""
    seller, place = seller_and_place(action)
    if seller >= table.setup.players:
        return seller, None
    return seller, next((code for code in table.harbor[seller] if PLACE_OF[code] == place), None)


class Purchasing(Step):
    """What does the buyer buy next?"""

    name = "purchasing"
    chapter = "purchasing"
    kinds = (BUY,)

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """What is for sale, and the end."""
        return [*_offers(table, seat), DONE]

    def is_asked(self, table: MarketTable, seat: int, action: int) -> bool:
        """With closed money always: nobody may see that the seat could buy nothing."""
        return table.setup.closed_money

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Buy an item, or finish."""
        if action == DONE:
            _finish(table)
            return
        seller, code = piece_of(table, action)
        if code is None:
            raise ValueError(action)
        table.has_work = True
        item, price = ITEM_OF[code], PRICE_OF[code]
        hand_over(table, seat, seller, price)
        take_from_sale(table, seller, code)
        if table.log is not None:
            table.tell("bought", seat=seat, seats=[seller], item=ITEM_KEY[item], yen=price)
        if item == TAKOYAKI_ITEM:
            table.tokens[seat][TAKOYAKI] += 1
        else:
            return_barrel(table, item)  # the barrel before the token (D2)
            table.setup.fish[item].bought(table, seat, ROW_OF[code])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The item with its seller and price, or the end."""
        if action == DONE:
            return self.say("done_purchasing")
        seller, code = piece_of(table, action)
        if code is None:
            raise ValueError(action)
        return self.say(
            "buy",
            item=ITEM_KEY[ITEM_OF[code]],
            row=ROW_KEY[ROW_OF[code]],
            seat=seller,
            yen=PRICE_OF[code],
        )

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """There is no such item, it is too expensive, or its market has no token for it."""
        seller, code = piece_of(table, action)
        if seller >= table.setup.players:
            return self.no("no_such_harbor", number=seller + 1)
        if seller == seat:
            return self.no("own_harbor")
        if code is None:
            return self.no("not_for_sale", seat=seller)
        price, item = PRICE_OF[code], ITEM_OF[code]
        if price > table.money[seat]:
            return self.no("too_dear", yen=price, money=table.money[seat])
        return self.no("no_token", fish=ITEM_KEY[item])


def _finish(table: MarketTable) -> None:
    """Settle the payments of overfished markets; a Buyer returns, and the next one may come."""
    settle_owed(table)
    if table.buying == table.seat:
        table.phase = TURN
    else:
        table.assigned = table.assigned[1:]
        table.others_left[BUYERS] += 1
        table.phase = RESUMING
    table.main_phase = TURN
    table.buying = NOBODY
