"""Why a decision is not allowed: for every action of the table, at every moment, to every seat."""

from ichiba.core.messages import Argument, Reason
from ichiba.games.tsukiji.actions import BUY, GIVE, PLACE, REFUSE, TICKET
from ichiba.games.tsukiji.data import PRODUCTS, TICKET_BIT, TICKETS
from ichiba.games.tsukiji.purchase import columns_of, products_of
from ichiba.games.tsukiji.table import (
    NOBODY,
    OVER,
    PURCHASE,
    TAKUSAN_PLACE,
    VALUATION,
    YAKUZA_GIFT,
    Table,
)


def explain(table: Table, seat: int, action: int) -> Reason | None:
    """The reason, or None if the action is legal. It tells nothing that the seat may not know."""
    if table.phase == OVER:
        return Reason("core.reason.game_over", rule="end")
    if action < BUY:
        return _ticket(table, seat, action - TICKET)
    if action < REFUSE:
        return _buy(table, seat, action - BUY)
    if action == REFUSE:
        return _turn(table, seat, PURCHASE, "purchase")
    if action < GIVE:
        return _takusan(table, seat, action - PLACE)
    return _yakuza(table, seat, action - GIVE)


def _no(key: str, rule: str, **arguments: Argument) -> Reason:
    return Reason(f"tsukiji.reason.{key}", arguments, rule)


def _ticket(table: Table, seat: int, ticket: int) -> Reason | None:
    if table.phase != VALUATION:
        return _no("tickets_revealed", "valuation")
    if seat not in table.actors:
        return _no("tickets_complete", "valuation")
    if table.hands[seat] & TICKET_BIT[ticket]:
        return None
    name = f"tsukiji.ticket.{TICKETS[ticket]}"
    laid = table.tickets[seat]
    if ticket in laid:
        return _no("ticket_laid", "valuation", ticket=name, lot=laid.index(ticket) + 1)
    return _no("ticket_spent", "tickets", ticket=name)


def _turn(table: Table, seat: int, phase: int, rule: str) -> Reason | None:
    """Whether the seat is the one that decides in this phase."""
    if table.phase == VALUATION:
        return _no("valuation_first", "valuation", seats=[*table.actors], count=len(table.actors))
    if seat not in table.actors:
        return Reason("core.reason.not_your_turn", {"seats": [*table.actors], "count": 1}, rule)
    if table.phase == phase:
        return None
    if table.phase == TAKUSAN_PLACE:
        return _no("takusan_first", "takusan")
    if table.phase == YAKUZA_GIFT:
        return _no("yakuza_first", "yakuza")
    return _no("no_takusan" if phase == TAKUSAN_PLACE else "no_yakuza", rule)


def _buy(table: Table, seat: int, lot: int) -> Reason | None:
    if lot >= table.setup.lots:
        return _no("no_such_lot", "offer", lot=lot + 1, lots=table.setup.lots)
    reason = _turn(table, seat, PURCHASE, "purchase")
    if reason is not None:
        return reason
    if table.buyers[lot] != NOBODY:
        return _no("lot_sold", "purchase", lot=lot + 1, seat=table.buyers[lot])
    price = table.setup.prices[table.tiles[lot]]
    if price > table.money[seat]:
        return _no("too_dear", "purchase", lot=lot + 1, price=price, money=table.money[seat])
    return None


def _takusan(table: Table, seat: int, product: int) -> Reason | None:
    reason = _turn(table, seat, TAKUSAN_PLACE, "takusan")
    if reason is None and product not in columns_of(table, seat):
        return _no("no_column", "takusan", product=f"tsukiji.card.{PRODUCTS[product]}")
    return reason


def _yakuza(table: Table, seat: int, product: int) -> Reason | None:
    reason = _turn(table, seat, YAKUZA_GIFT, "yakuza")
    if reason is None and product not in products_of(table, seat):
        return _no("no_card", "yakuza", product=f"tsukiji.card.{PRODUCTS[product]}")
    return reason
