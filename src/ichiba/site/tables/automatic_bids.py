"""Automatic bids, so that long games don't have to wait for every bid.

They are off by default, apply only to blind bids, and are visible only to their owner.
"""

import logging

from django.db import transaction
from django.utils.translation import gettext as _

from ichiba.core.errors import IchibaError
from ichiba.core.registry import load
from ichiba.site.live import propagation
from ichiba.site.models import AutomaticBid, Table
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import play
from ichiba.site.tables.changes import Refused, changes, lock
from ichiba.site.tables.play import By
from ichiba.site.titles import boards
from ichiba.site.titles.words import words_for

log = logging.getLogger("ichiba.bots")

MOST_EXTRA = 5000
STEP = 100


@changes
def set_for(table: Table, seat: int, kind: str, extra: str) -> None:
    """Switch automatic bids of a seat on or off."""
    lock(table)
    if table.status != Table.Status.RUNNING:
        raise Refused(_("This game is over."))
    if boards.automatic_bid_of(load(table.title)) is None:
        raise Refused(_("This game has no auctions."))
    place = table.seats.get(number=seat)
    if place.left:
        raise Refused(_("You left this game."))
    if kind not in AutomaticBid.Kind.values:
        AutomaticBid.objects.filter(seat=place).delete()
    else:
        AutomaticBid.objects.update_or_create(
            seat=place, defaults={"kind": kind, "extra": _whole_steps(extra)}
        )
    transaction.on_commit(lambda: propagation.wake_bots(table))


def _whole_steps(text: str) -> int:
    """Parse a number of yen in steps of 100, from -5000 to 5000."""
    try:
        number = int(text.strip() or "0")
    except ValueError:
        raise Refused(_("Enter a number of yen, such as 200 or -100.")) from None
    if abs(number) > MOST_EXTRA or number % STEP:
        raise Refused(_("Enter a multiple of 100 between -5000 and 5000."))
    return number


def shown_to(snapshot: Snapshot, eyes: int | None) -> dict[str, object] | None:
    """Return the viewer's own setting for the page; None if the title has no blind bids, or if the
    viewer has left the game."""
    if eyes is None or boards.automatic_bid_of(load(snapshot.table.title)) is None:
        return None
    if snapshot.seats[eyes].left:
        return None
    bids = snapshot.bids.get(eyes)
    if bids is None:
        return {"kind": "", "extra": 0, "told": _("Automatic bids: off")}
    if bids.kind == AutomaticBid.Kind.NEVER:
        told = _("Automatic bids: always ¥0")
    else:
        extra = {"extra": words_for([]).signed(bids.extra)}
        told = _("Automatic bids: what a lot is worth, %(extra)s") % extra
    return {"kind": bids.kind, "extra": bids.extra, "told": told}


def follow(snapshot: Snapshot) -> bool:
    """Make one automatic bid, and return whether one was due."""
    table, match = snapshot.table, snapshot.match
    bid = boards.automatic_bid_of(match.game)
    if bid is None or not match.state.simultaneous:
        return False
    for number, setting in snapshot.bids.items():
        if number not in match.state.actors or snapshot.seats[number].stand_in:
            continue
        move = bid(match.state.view(number), setting.kind, setting.extra)
        token = play.position_token(snapshot, number)
        if move is not None and _bid(table, number, move, token):
            return True
    return False


def _bid(table: Table, seat: int, move: str, token: str) -> bool:
    """Make the bid. If it isn't legal, leave it to the person."""
    try:
        play.play(table, seat, move, token, by=By.AUTOMATIC_BID)
    except (Refused, IchibaError):
        # Don't log the bid: it is secret.
        log.warning("An automatic bid was illegal.", extra={"table": table.pk})
        return False
    return True
