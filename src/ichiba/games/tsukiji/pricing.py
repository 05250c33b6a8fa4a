"""The third phase of a round: tickets are revealed, lots get their tiles, the market moves."""

from functools import cache

from ichiba.games.tsukiji.data import (
    CANCEL,
    CANCEL_BONUS,
    CARDS,
    FOUR,
    LAST_SPACE,
    MAGURO,
    MINUS_ONE,
    NORMAL_TICKETS,
    ON_MARKET,
    PLUS_SIX,
    TICKETS,
    TIMES_TWO,
)
from ichiba.games.tsukiji.purchase import open_purchase
from ichiba.games.tsukiji.table import Table

_WORTH = {0: 0, 1: 1, 2: 2, 3: 3, FOUR: 4, CANCEL: 0, MINUS_ONE: -1, PLUS_SIX: 6, TIMES_TWO: 0}


@cache
def lot_value(tickets: tuple[int, ...]) -> int:
    """What the tickets on one lot make together."""
    cancels = tickets.count(CANCEL)
    cancelled = min(cancels, tickets.count(FOUR))
    total = sum(_WORTH[ticket] for ticket in tickets) - cancelled * _WORTH[FOUR]
    doubled = total << tickets.count(TIMES_TWO)
    # x2 doubles the numeric tickets, and a cancel is none: its bonus is added after doubling.
    return doubled + (cancels - cancelled) * CANCEL_BONUS


def reveal(table: Table) -> None:
    """Turn all tickets over and go on to the purchase; nobody has anything to decide here."""
    table.reveals += 1
    give_tiles(table)
    hands = table.hands
    for seat in table.setup.everyone:
        hands[seat] |= NORMAL_TICKETS
    move_market(table)
    open_purchase(table)


def give_tiles(table: Table) -> None:
    """The dearest tile to the lot of the highest value, and so on; of equal lots the left first."""
    table.values = values = [lot_value(tickets) for tickets in zip(*table.tickets)]  # noqa: B905 - hot
    tiles = [0] * len(values)
    # A reversed sort keeps the order of equals: left before right.
    ranking = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    for tile, lot in enumerate(ranking):
        tiles[lot] = tile
    table.tiles = tiles
    if table.log is not None:
        _tell_tiles(table)


def move_market(table: Table) -> None:
    """Move each marker once, by the moves of all cards of its product together."""
    shift = [0] * len(CARDS)
    moves = table.setup.moves
    tiles = table.tiles
    for lot, cards in enumerate(table.lots):
        move = moves[tiles[lot]]
        if move:
            for card in cards:
                shift[card] += move
    for product in range(MAGURO):
        if shift[product]:
            move_marker(table, product, shift[product])
    table.history += (tuple(table.spaces),)


def move_marker(table: Table, product: int, shift: int) -> None:
    """Move a marker within the board; where it arrives it lies on top."""
    old = table.spaces[product]
    space = old + shift
    if not 1 <= space <= LAST_SPACE:
        space = 1 if shift < 0 else LAST_SPACE
    if space != old:
        table.spaces[product] = space
        table.arrival += 1
        table.arrivals[product] = table.arrival
    if table.log is not None:
        key = f"tsukiji.card.{ON_MARKET[product]}"
        table.tell("rises" if shift > 0 else "falls", product=key, by=abs(shift), space=space)


def _tell_tiles(table: Table) -> None:
    for lot, value in enumerate(table.values):
        tile = table.tiles[lot]
        table.tell(
            "valued",
            lot=lot + 1,
            tickets=[f"tsukiji.ticket.{TICKETS[laid[lot]]}" for laid in table.tickets],
            value=value,
            price=table.setup.prices[tile],
            move=f"{table.setup.moves[tile]:+d}",
        )
