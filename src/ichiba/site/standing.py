"""Standing orders: how a seat bids by itself, so that a game over days waits for no fist.

Off unless its owner switches it on, followed in blind bids alone, and shown to nobody else.
"""

from django.utils.translation import gettext as _

from ichiba.core.registry import load
from ichiba.site import boards, live, matches, tables
from ichiba.site.models import StandingOrder, Table

MOST_EXTRA = 5000
_STEP = 100


def give(table: Table, seat: int, kind: str, extra: str) -> None:
    """Give a standing order, or take it back."""
    place = table.seats.get(number=seat)
    if kind not in StandingOrder.Kind.values:
        StandingOrder.objects.filter(seat=place).delete()
    else:
        StandingOrder.objects.update_or_create(
            seat=place, defaults={"kind": kind, "extra": _whole_steps(extra)}
        )
    table.touch()
    live.ring(table.pk)
    live.wake_bots(table.pk)


def _whole_steps(text: str) -> int:
    """A number of yen in steps of 100, from -5000 to 5000."""
    try:
        number = int(text.strip() or "0")
    except ValueError:
        raise tables.Refused(_("Write a number of yen, such as 200 or -100.")) from None
    if abs(number) > MOST_EXTRA or number % _STEP:
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
    bid = boards.standing_bid_of(load(table.game))
    if bid is None:
        return False
    orders = StandingOrder.objects.filter(seat__table=table).select_related("seat")
    for order in orders:
        number = order.seat.number
        with matches.hold(table) as match:
            if number not in match.state.actors or not match.state.simultaneous:
                continue
            move = bid(match.state.view(number), order.kind, order.extra)
            page = tables.token(match, number)
        if move is not None:
            tables.play(table, number, move, page)
            return True
    return False
