"""The Purchasing action: barrels and Takoyaki from the others' harbors. Also what a Buyer does."""

from ichiba.games.tokyo_tsukiji_market.actions import BUY, DONE
from ichiba.games.tokyo_tsukiji_market.data import NUM_ITEMS, TAKOYAKI, TAKOYAKI_ITEM
from ichiba.games.tokyo_tsukiji_market.fishing import item_row
from ichiba.games.tokyo_tsukiji_market.keys import ITEM_KEY
from ichiba.games.tokyo_tsukiji_market.pieces import (
    hand_over,
    return_barrel,
    settle_owed,
    take_from_sale,
)
from ichiba.games.tokyo_tsukiji_market.table import (
    BUYERS,
    ITEM_BITS,
    NOBODY,
    PRICE_SHIFT,
    PURCHASING,
    RESUMING,
    ROW_BIT,
    TURN,
    Table,
)

_HARBOR = NUM_ITEMS * 2


def begin(table: Table) -> None:
    """The one whose turn it is goes shopping."""
    table.points -= 1
    table.acted = True
    open_shop(table, table.seat)
    table.tell("purchasing", seat=table.seat)


def open_shop(table: Table, buyer: int) -> None:
    """A seat may buy from all others, in its own turn or by a Buyer."""
    table.base = table.phase = PURCHASING
    table.buying = buyer


def has_offers(table: Table, buyer: int) -> bool:
    """Whether there is anything to buy."""
    money = table.money[buyer]
    for seller, items in enumerate(table.harbor):
        if items and seller != buyer and (items[0] >> PRICE_SHIFT) * 100 <= money:
            return bool(offers(table, buyer))
    return False


def offers(table: Table, buyer: int) -> list[int]:
    """What the buyer can pay: of equal pieces the cheapest. Without a token left, none (D1)."""
    money = table.money[buyer]
    markets = table.setup.fish
    actions: list[int] = []
    for seller in table.setup.everyone:
        if seller == buyer:
            continue
        seen = 0
        for code in table.harbor[seller]:
            if (code >> PRICE_SHIFT) * 100 > money:
                break  # the rest is dearer
            place = item_row(code)
            if seen >> place & 1:
                continue
            seen |= 1 << place
            item = code & ITEM_BITS
            if item == TAKOYAKI_ITEM or markets[item].tokens_left(table):
                actions.append(BUY + seller * _HARBOR + place)
    actions.sort()
    return actions


def piece_of(table: Table, action: int) -> tuple[int, int | None]:
    """The seller and the cheapest piece that an action is about."""
    seller, place = divmod(action - BUY, _HARBOR)
    if seller >= table.setup.players:
        return seller, None
    return seller, next((code for code in table.harbor[seller] if item_row(code) == place), None)


def do(table: Table, action: int) -> None:
    """Buy a piece, or finish."""
    if action == DONE:
        finish(table)
        return
    buyer = table.buying
    seller, code = piece_of(table, action)
    if code is None:
        raise ValueError(action)
    item = code & ITEM_BITS
    price = (code >> PRICE_SHIFT) * 100
    hand_over(table, buyer, seller, price)
    take_from_sale(table, seller, code)
    if table.log is not None:
        seats = [buyer, seller]
        table.tell("bought", seat=buyer, seats=seats[1:], item=ITEM_KEY[item], yen=price)
    if item == TAKOYAKI_ITEM:
        table.tokens[buyer][TAKOYAKI] += 1
    else:
        return_barrel(table, item)  # first the barrel, then the token (D2)
        table.setup.fish[item].bought(table, buyer, int(code & ROW_BIT > 0))


def finish(table: Table) -> None:
    """Overfished markets pay or ask now; a Buyer goes home, and the next one may come."""
    settle_owed(table)
    if table.buying == table.seat:
        table.base = table.phase = TURN
        table.buying = NOBODY
        return
    table.assigned = table.assigned[1:]
    table.chest[BUYERS] += 1
    table.buying = NOBODY
    table.base = TURN
    table.phase = RESUMING
