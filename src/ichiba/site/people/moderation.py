"""Actions of moderators: end a game, or let bots take over from players who hold it up."""

from django.utils.translation import gettext as _

from ichiba.site.models import Happening, Table
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Unreplayable
from ichiba.site.tables import changes, stand_ins
from ichiba.site.tables.changes import Refused, happened, lock


@changes.changes
def end(table: Table) -> None:
    """End a table that is open or running, without a result. Hidden information stays hidden."""
    lock(table)
    if table.status not in (Table.Status.OPEN, Table.Status.RUNNING):
        raise Refused(_("This game is already over."))
    changes.end(table)
    happened(table, Happening.Kind.ENDED)


def unblock(table: Table) -> int:
    """Let bots play for the people whom the game is waiting for, and return how many."""
    if table.status != Table.Status.RUNNING:
        raise Refused(_("This game isn't in progress."))
    try:
        snapshots.newest_of(table.pk)  # replay the game before the table is locked
        return _let_bots_play(table)
    except Unreplayable:
        raise Refused(_("This server can't replay this game. You can only end it.")) from None


@changes.changes
def _let_bots_play(table: Table) -> int:
    lock(table)
    match = snapshots.locked(table.pk).match
    actors = () if match is None else match.state.actors
    blocking = [
        seat
        for seat in table.seats.all()
        if seat.number in actors and seat.person_id is not None and not seat.played_by
    ]
    if not blocking or table.status != Table.Status.RUNNING:
        raise Refused(_("This game isn't waiting for a person."))
    if sum(seat.person_plays for seat in table.seats.all()) == len(blocking):
        raise Refused(_("Only bots would play on. You can end this game."))
    for seat in blocking:
        stand_ins.let_bot_play(table, seat, Happening.Kind.UNBLOCKED)
    return len(blocking)
