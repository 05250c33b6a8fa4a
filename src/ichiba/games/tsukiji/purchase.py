"""The fourth phase of a round: each player in turn buys a lot and places its cards, or refuses."""

from typing import Final

from ichiba.core.messages import Message, Reason
from ichiba.games.tsukiji.actions import BUY, GIVE, PLACE, REFUSE
from ichiba.games.tsukiji.data import PRODUCTS, REFUSAL, TAKUSAN, YAKUZA
from ichiba.games.tsukiji.offer import card_keys
from ichiba.games.tsukiji.round import end_turn
from ichiba.games.tsukiji.scoring import column_sizes
from ichiba.games.tsukiji.table import NOBODY, TAKUSAN_PLACE, YAKUZA_GIFT, Step, TsukijiTable

COLUMNS: Final = len(PRODUCTS)


class Purchase(Step):
    """Which lot does the player buy, if any?"""

    name = "purchase"
    chapter = "purchase"
    kinds = (BUY, REFUSE)
    postpones = ()

    def choices(self, table: TsukijiTable, seat: int) -> list[int]:
        """The remaining lots that the seat can pay for, and refusing."""
        money = table.money[seat]
        prices = table.setup.prices
        buyers = table.buyers
        found = [
            BUY + lot
            for lot, tile in enumerate(table.tiles)
            if buyers[lot] == NOBODY and prices[tile] <= money
        ]
        found.append(REFUSE)
        return found

    def few(self, table: TsukijiTable, seat: int) -> list[int] | None:
        """Whoever can pay for any lot can buy or refuse."""
        money, prices = table.money[seat], table.setup.prices
        if money >= prices[0]:
            return None  # they can pay for every lot
        buyers = table.buyers
        for lot, tile in enumerate(table.tiles):
            if buyers[lot] == NOBODY and prices[tile] <= money:
                return None
        return [REFUSE]

    def take(self, table: TsukijiTable, seat: int, action: int) -> None:
        """Buy a lot, or refuse and take money from the bank."""
        if action != REFUSE:
            _buy(table, seat, action - BUY)
            return
        if table.log is not None:
            table.tell("refused", seat=seat, yen=REFUSAL)
        table.money[seat] += REFUSAL
        end_turn(table)

    def label(self, table: TsukijiTable, seat: int, action: int) -> Message:
        """The lot with its price and cards, or the money for refusing."""
        if action == REFUSE:
            return self.say("refuse", yen=REFUSAL)
        lot = action - BUY
        price = table.setup.prices[table.tiles[lot]]
        return self.say("buy", lot=lot + 1, price=price, cards=card_keys(table.lots[lot]))

    def why_not(self, table: TsukijiTable, seat: int, action: int) -> Reason:
        """The lot is sold, or costs too much."""
        lot = action - BUY
        if table.buyers[lot] != NOBODY:
            return self.no("lot_sold", lot=lot + 1, seat=table.buyers[lot])
        price = table.setup.prices[table.tiles[lot]]
        return self.no("too_dear", lot=lot + 1, price=price, money=table.money[seat])


def _buy(table: TsukijiTable, seat: int, lot: int) -> None:
    """Pay the price and place the cards: products first, then Takusan, then Yakuza."""
    price = table.setup.prices[table.tiles[lot]]
    table.money[seat] -= price
    table.buyers[lot] = seat
    cards = table.lots[lot]
    if table.log is not None:
        table.tell("bought", seat=seat, lot=lot + 1, price=price, cards=card_keys(cards))
    column = seat * COLUMNS
    products = table.products
    for card in cards:
        if card < COLUMNS:
            products[column + card] += 1
        elif card == TAKUSAN:
            table.open_takusan += 1
        else:  # Yakuza
            table.open_yakuza += 1
            table.yakuza[seat] += 1
    if table.open_takusan or table.open_yakuza:
        _place_takusan(table, seat)
    else:
        end_turn(table)


def _place_takusan(table: TsukijiTable, seat: int) -> None:
    """Ask for a column for each Takusan. Without a column they are lost: they cannot start one."""
    if table.open_takusan and table.ask(TAKUSAN_PLACE, seat, optional=True):
        return
    if table.open_takusan:
        if table.log is not None:
            table.tell("takusan_lost", seat=seat, count=table.open_takusan)
        table.discard[TAKUSAN] += table.open_takusan
        table.open_takusan = 0
    _pay_yakuza(table, seat)


class PlaceTakusan(Step):
    """Which column does a Takusan go to?"""

    name = "takusan"
    chapter = "takusan"
    kinds = (PLACE,)
    postpones = (BUY, REFUSE, GIVE)

    def choices(self, table: TsukijiTable, seat: int) -> list[int]:
        """The columns of the seat, even if only Takusan are left there."""
        at = seat * COLUMNS
        return [
            PLACE + product
            for product in range(COLUMNS)
            if table.products[at + product] or table.takusan[at + product]
        ]

    def take(self, table: TsukijiTable, seat: int, action: int) -> None:
        """Add a Takusan to a column."""
        product = action - PLACE
        table.open_takusan -= 1
        table.takusan[seat * COLUMNS + product] += 1
        if table.log is not None:
            table.tell("takusan", seat=seat, product=_key(product))
        _place_takusan(table, seat)

    def label(self, table: TsukijiTable, seat: int, action: int) -> Message:
        """The column and its size."""
        product = action - PLACE
        count = column_sizes(table, seat)[product]
        return self.say("takusan", product=_key(product), count=count)

    def why_not(self, table: TsukijiTable, seat: int, action: int) -> Reason:
        """The seat has no such column."""
        return self.no("no_column", product=_key(action - PLACE))


def _pay_yakuza(table: TsukijiTable, seat: int) -> None:
    """Ask for a product card for each Yakuza. Without a card they go empty-handed."""
    if table.open_yakuza and table.ask(YAKUZA_GIFT, seat, optional=True):
        return
    if table.open_yakuza:
        if table.log is not None:
            table.tell("yakuza_empty", seat=seat)
        table.discard[YAKUZA] += table.open_yakuza
        table.open_yakuza = 0
    end_turn(table)


class PayYakuza(Step):
    """Which product card does a Yakuza get?"""

    name = "yakuza"
    chapter = "yakuza"
    kinds = (GIVE,)
    postpones = (BUY, REFUSE, PLACE)

    def choices(self, table: TsukijiTable, seat: int) -> list[int]:
        """The products of which the seat has a card."""
        at = seat * COLUMNS
        return [GIVE + product for product in range(COLUMNS) if table.products[at + product]]

    def take(self, table: TsukijiTable, seat: int, action: int) -> None:
        """Discard a product card together with the Yakuza."""
        product = action - GIVE
        table.open_yakuza -= 1
        table.products[seat * COLUMNS + product] -= 1
        table.discard[product] += 1
        table.discard[YAKUZA] += 1
        if table.log is not None:
            table.tell("yakuza", seat=seat, product=_key(product))
        _pay_yakuza(table, seat)

    def label(self, table: TsukijiTable, seat: int, action: int) -> Message:
        """The product and the size of its column."""
        product = action - GIVE
        count = column_sizes(table, seat)[product]
        return self.say("yakuza", product=_key(product), count=count)

    def why_not(self, table: TsukijiTable, seat: int, action: int) -> Reason:
        """The seat has no such card."""
        return self.no("no_card", product=_key(action - GIVE))


def _key(product: int) -> str:
    return f"tsukiji.card.{PRODUCTS[product]}"
