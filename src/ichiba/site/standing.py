"""Standing orders: how a seat bids by itself, so that a game over days waits for no fist.

Off unless its owner switches it on, followed in blind bids alone, and shown to nobody else.
"""

import logging

from django.db import transaction
from django.utils.translation import gettext as _

from ichiba.core.errors import IchibaError
from ichiba.core.registry import load
from ichiba.site import boards, live, matches, tables
from ichiba.site.models import StandingOrder, Table

log = logging.getLogger("ichiba.bots")

MOST_EXTRA = 5000
STEP = 100


@tables.changes
def give(table: Table, seat: int, kind: str, extra: str) -> None:
    """Give a standing order, or take it back."""
    tables.lock(table)
    if table.status != Table.Status.RUNNING:
        raise tables.Refused(_("This game is over."))
    if boards.standing_bid_of(load(table.game)) is None:
        raise tables.Refused(_("There are no auctions in this game."))
    place = table.seats.get(number=seat)
    if kind not in StandingOrder.Kind.values:
        StandingOrder.objects.filter(seat=place).delete()
    else:
        StandingOrder.objects.update_or_create(
            seat=place, defaults={"kind": kind, "extra": _whole_steps(extra)}
        )
    transaction.on_commit(lambda: live.wake_bots(table.pk))


def _whole_steps(text: str) -> int:
    """A number of yen in steps of 100, from -5000 to 5000."""
    try:
        number = int(text.strip() or "0")
    except ValueError:
        raise tables.Refused(_("Write a number of yen, such as 200 or -100.")) from None
    if abs(number) > MOST_EXTRA or number % STEP:
        raise tables.Refused(_("Choose a multiple of 100 from -5000 to 5000."))
    return number


def shown_to(table: Table, eyes: int | None) -> dict[str, object] | None:
    """The order of one's own seat for the page; None where there are none in this title."""
    if eyes is None or boards.standing_bid_of(load(table.game)) is None:
        return None
    order = StandingOrder.objects.filter(seat__table=table, seat__number=eyes).first()
    if order is None:
        return {"kind": "", "extra": 0, "told": _("Auctions: ask me every time")}
    if order.kind == StandingOrder.Kind.NEVER:
        told = _("Auctions: I always bid ¥0")
    else:
        told = _("Auctions: I bid what it is worth, %(extra)+d") % {"extra": order.extra}
    return {"kind": order.kind, "extra": order.extra, "told": told}


def follow(table: Table) -> bool:
    """Make one bid that somebody has ordered; whether there was one to make."""
    matches.check(table)
    bid = boards.standing_bid_of(load(table.game))
    if bid is None:
        return False
    orders = StandingOrder.objects.filter(seat__table=table, seat__stand_in="")
    for order in orders.select_related("seat"):
        number = order.seat.number
        with matches.hold(table) as match:
            if number not in match.state.actors or not match.state.simultaneous:
                continue
            move = bid(match.state.view(number), order.kind, order.extra)
            page = tables.token(match, number)
        if move is not None and _bid(table, number, move, page):
            return True
    return False


def _bid(table: Table, seat: int, move: str, page: str) -> bool:
    """Make the bid; what is not allowed is left to the person."""
    try:
        tables.play(table, seat, move, page, by=tables.By.ORDER)
    except (tables.Refused, IchibaError):
        # Not which bid: it is a secret.
        log.warning("an order wanted what is not allowed", extra={"table": table.pk})
        return False
    return True
