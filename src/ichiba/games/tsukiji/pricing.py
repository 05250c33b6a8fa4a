"""The third phase of a round: tickets are revealed, lots get their tiles, the market moves."""

from functools import cache
from typing import Final

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
from ichiba.games.tsukiji.table import TsukijiTable

_WORTH: Final = {
    0: 0,
    1: 1,
    2: 2,
    3: 3,
    FOUR: 4,
    CANCEL: 0,
    MINUS_ONE: -1,
    PLUS_SIX: 6,
    TIMES_TWO: 0,
}


@cache
def lot_value(tickets: tuple[int, ...]) -> int:
    """The value of a lot with these tickets."""
    cancels = tickets.count(CANCEL)
    cancelled = min(cancels, tickets.count(FOUR))
    total = sum(_WORTH[ticket] for ticket in tickets) - cancelled * _WORTH[FOUR]
    doubled = total << tickets.count(TIMES_TWO)
    # x2 doubles the numeric tickets only, so the bonus of a cancel is added after doubling.
    return doubled + (cancels - cancelled) * CANCEL_BONUS


def _ranking(values: list[int]) -> list[int]:
    """The lots by value, the highest first; equal ones stay in order from left to right."""
    return sorted(range(len(values)), key=values.__getitem__, reverse=True)


def give_tiles(table: TsukijiTable) -> None:
    """Give the most expensive tile to the lot with the highest value, and so on."""
    table.values = values = [lot_value(tickets) for tickets in zip(*table.tickets)]  # noqa: B905 - hot
    tiles = [0] * len(values)
    for tile, lot in enumerate(_ranking(values)):
        tiles[lot] = tile
    table.tiles = tiles
    if table.log is not None:
        _tell_tiles(table)


def return_tickets(table: TsukijiTable) -> None:
    """Give the normal tickets back to the hands; special tickets are spent."""
    hands = table.hands
    for seat in table.setup.everyone:
        hands[seat] |= NORMAL_TICKETS
    table.held = hands[:]


def move_market(table: TsukijiTable) -> None:
    """Move each marker once, by the total move of all cards of its product."""
    shift = [0] * len(CARDS)
    moves = table.setup.moves
    for tile, cards in zip(table.tiles, table.lots):  # noqa: B905 - hot
        move = moves[tile]
        if move:
            for card in cards:
                shift[card] += move
    for product in range(MAGURO):
        if shift[product]:
            move_marker(table, product, shift[product])
    table.past_spaces += (tuple(table.spaces),)


def move_marker(table: TsukijiTable, product: int, shift: int) -> None:
    """Move a marker within the track; it goes on top of any others where it arrives."""
    old = table.spaces[product]
    space = old + shift
    if not 1 <= space <= LAST_SPACE:
        space = 1 if shift < 0 else LAST_SPACE
    if space != old:
        table.spaces[product] = space
        table.arrival += 1
        table.arrivals[product] = table.arrival
    if table.log is not None:
        _tell_move(table, product, space - old)


def _tell_move(table: TsukijiTable, product: int, moved: int) -> None:
    """Report how far a marker actually moved, which can be less at the ends of the track."""
    key, space = f"tsukiji.card.{ON_MARKET[product]}", table.spaces[product]
    if moved:
        table.tell("rises" if moved > 0 else "falls", product=key, by=abs(moved), space=space)
    else:
        table.tell("stays", product=key, space=space)


def _tell_tiles(table: TsukijiTable) -> None:
    for lot, value in enumerate(table.values):
        tile = table.tiles[lot]
        table.tell(
            "valued",
            lot=lot + 1,
            seats=[*table.setup.everyone],
            tickets=[f"tsukiji.ticket.{TICKETS[laid[lot]]}" for laid in table.tickets],
            value=value,
            price=table.setup.prices[tile],
            move=f"{table.setup.moves[tile]:+d}",
        )
    _tell_decisive_ticket(table)


def _tell_decisive_ticket(table: TsukijiTable) -> None:
    """Report the ticket that changed the price of its lot most, unless two did equally.

    Gold tickets come before others that changed as much, then those that changed the value more.
    """
    prices = table.setup.prices
    found = []
    for lot, tile in enumerate(table.tiles):
        laid = [tickets[lot] for tickets in table.tickets]
        for seat, ticket in enumerate(laid):
            without = table.values[:]
            without[lot] = lot_value((*laid[:seat], *laid[seat + 1 :]))
            was = prices[_ranking(without).index(lot)]
            change, gold = abs(prices[tile] - was), ticket > FOUR
            weight = (change, gold, abs(table.values[lot] - without[lot]))
            found.append((weight, seat, lot, ticket, was))
    found.sort(reverse=True)
    weight, seat, lot, ticket, was = found[0]
    if not weight[0] or found[1][0] == weight:
        return
    price = prices[table.tiles[lot]]
    key = f"tsukiji.ticket.{TICKETS[ticket]}"
    kind = "lifts" if price > was else "lowers"
    table.tell(kind, seat=seat, ticket=key, lot=lot + 1, was=was, price=price)
