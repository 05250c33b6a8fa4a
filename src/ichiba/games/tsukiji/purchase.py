"""The fourth phase of a round: in turn everybody buys a lot or refuses, and lays out the cards."""

from ichiba.games.tsukiji.data import MAGURO, PRODUCTS, REFUSAL, ROUNDS, TAKUSAN, YAKUZA
from ichiba.games.tsukiji.offer import card_keys, lay_out
from ichiba.games.tsukiji.table import (
    NOBODY,
    OVER,
    PURCHASE,
    TAKUSAN_PLACE,
    YAKUZA_GIFT,
    Table,
)

COLUMNS = len(PRODUCTS)


def open_purchase(table: Table) -> None:
    """Begin with the first player."""
    table.turn = 0
    _ask_next(table)


def affordable(table: Table, seat: int) -> list[int]:
    """The lots that are left and that the seat can pay."""
    money = table.money[seat]
    prices = table.setup.prices
    buyers = table.buyers
    return [
        lot
        for lot, tile in enumerate(table.tiles)
        if buyers[lot] == NOBODY and prices[tile] <= money
    ]


def buy(table: Table, seat: int, lot: int) -> None:
    """Pay the tile's price and take the cards: products first, then Takusan, then Yakuza."""
    price = table.setup.prices[table.tiles[lot]]
    table.money[seat] -= price
    table.buyers[lot] = seat
    cards = table.lots[lot]
    if table.log is not None:
        table.tell("bought", seat=seat, lot=lot + 1, price=price, cards=card_keys(cards))
    column = seat * COLUMNS
    products = table.products
    for card in cards:
        if card <= MAGURO:
            products[column + card] += 1
        elif card == TAKUSAN:
            table.open_takusan += 1
        else:
            table.open_yakuza += 1
            table.yakuza[seat] += 1
    if table.open_takusan or table.open_yakuza:
        _settle_takusan(table, seat)
    else:
        _end_turn(table)


def refuse(table: Table, seat: int) -> None:
    """Buy nothing and take money from the bank."""
    if table.log is not None:
        table.tell("refused", seat=seat, yen=REFUSAL)
    table.money[seat] += REFUSAL
    _end_turn(table)


def columns_of(table: Table, seat: int) -> list[int]:
    """The products of which the seat has a column: of cards, or of Takusan that were left there."""
    at = seat * COLUMNS
    return [
        product
        for product in range(COLUMNS)
        if table.products[at + product] or table.takusan[at + product]
    ]


def products_of(table: Table, seat: int) -> list[int]:
    """The products of which the seat has a card to give."""
    at = seat * COLUMNS
    return [product for product in range(COLUMNS) if table.products[at + product]]


def place_takusan(table: Table, seat: int, product: int) -> None:
    """Lay a Takusan into a column."""
    table.open_takusan -= 1
    table.takusan[seat * COLUMNS + product] += 1
    if table.log is not None:
        table.tell("takusan", seat=seat, product=f"tsukiji.card.{PRODUCTS[product]}")
    _settle_takusan(table, seat)


def give_to_yakuza(table: Table, seat: int, product: int) -> None:
    """Discard a product card together with a Yakuza."""
    table.open_yakuza -= 1
    table.products[seat * COLUMNS + product] -= 1
    table.discard[product] += 1
    table.discard[YAKUZA] += 1
    if table.log is not None:
        table.tell("yakuza", seat=seat, product=f"tsukiji.card.{PRODUCTS[product]}")
    _settle_yakuza(table, seat)


def _settle_takusan(table: Table, seat: int) -> None:
    """Ask for a column, unless there is nothing to choose."""
    if not table.open_takusan:
        _settle_yakuza(table, seat)
        return
    columns = columns_of(table, seat)
    if len(columns) > 1:
        table.phase = TAKUSAN_PLACE
        table.actors = table.setup.alone[seat]
    elif columns:
        place_takusan(table, seat, columns[0])
    else:
        _lose_takusan(table, seat)


def _lose_takusan(table: Table, seat: int) -> None:
    """A Takusan cannot open a column: without any it is discarded."""
    if table.log is not None:
        table.tell("takusan_lost", seat=seat, count=table.open_takusan)
    table.discard[TAKUSAN] += table.open_takusan
    table.open_takusan = 0
    _settle_yakuza(table, seat)


def _settle_yakuza(table: Table, seat: int) -> None:
    """Ask for a product card, unless there is nothing to choose."""
    if not table.open_yakuza:
        _end_turn(table)
        return
    products = products_of(table, seat)
    if len(products) > 1:
        table.phase = YAKUZA_GIFT
        table.actors = table.setup.alone[seat]
    elif products:
        give_to_yakuza(table, seat, products[0])
    else:
        if table.log is not None:
            table.tell("yakuza_empty", seat=seat)
        table.discard[YAKUZA] += table.open_yakuza
        table.open_yakuza = 0
        _end_turn(table)


def _end_turn(table: Table) -> None:
    table.turn += 1
    if table.turn < table.setup.players:
        _ask_next(table)
    else:
        _end_round(table)


def _ask_next(table: Table) -> None:
    """Ask the next player; one who can pay for no lot has nothing to decide and refuses."""
    setup = table.setup
    seat = (table.first + table.turn) % setup.players
    if table.money[seat] >= setup.prices[0] or affordable(table, seat):
        table.phase = PURCHASE
        table.actors = setup.alone[seat]
    else:
        refuse(table, seat)


def _end_round(table: Table) -> None:
    """Discard what nobody bought, pass on the first player's marker, begin anew or end."""
    buyers = table.buyers
    for lot, cards in enumerate(table.lots):
        if buyers[lot] == NOBODY:
            for card in cards:
                table.discard[card] += 1
    clock_buyer = buyers[table.tiles.index(0)]
    if clock_buyer != NOBODY:
        table.first = clock_buyer
    if table.round < ROUNDS:
        if table.log is not None:
            table.tell("clock" if clock_buyer != NOBODY else "clock_stays", seat=table.first)
        lay_out(table)
    else:
        _end_game(table)


def _end_game(table: Table) -> None:
    table.phase = OVER
    table.actors = ()
    table.reveals += 1  # the result is final: the last purchase cannot be taken back
    if table.log is not None:
        table.tell("over", seats=[*table.winners], count=len(table.winners))
