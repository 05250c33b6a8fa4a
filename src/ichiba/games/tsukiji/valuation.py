"""The second phase of a round: everybody lays a ticket face down on every lot, all at once."""

from ichiba.games.tsukiji.data import TICKET_BIT, TICKETS
from ichiba.games.tsukiji.pricing import reveal
from ichiba.games.tsukiji.table import Table


def lay_ticket(table: Table, seat: int, ticket: int) -> None:
    """Lay a ticket on the next lot, left to right; the last ticket of all reveals them."""
    laid = table.tickets[seat]
    laid.append(ticket)
    hand = table.hands[seat] ^ TICKET_BIT[ticket]
    table.hands[seat] = hand
    if table.log is not None:
        key = f"tsukiji.ticket.{TICKETS[ticket]}"
        table.tell("ticket", only=seat, seat=seat, lot=len(laid), ticket=key)
    left = table.setup.lots - len(laid)
    if not left:
        _finish(table, seat)
    elif left == 1 and not hand & (hand - 1):
        lay_ticket(table, seat, hand.bit_length() - 1)  # a forced decision: one ticket is left


def _finish(table: Table, seat: int) -> None:
    if table.log is not None:
        table.tell("ready", seat=seat)
    actors = table.actors
    if len(actors) > 1:
        table.actors = tuple([other for other in actors if other != seat])
    else:
        reveal(table)
