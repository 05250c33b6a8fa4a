"""Leaving a game in progress for good, and removing games from one's own list.

Players who leave can't come back: a bot takes over, so that the others can finish. When only bots
are left, the game ends without a result. If bots only stand in for those who are left, the game
rests until one of them comes back. Removing a game from the list changes nothing for others.
"""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from ichiba.site.models import Happening, Person, Seat, Table
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import stand_ins
from ichiba.site.tables.changes import Refused, changes, end, happened, lock

OVER = (Table.Status.FINISHED, Table.Status.ENDED)


@changes
def leave(table: Table, person: Person) -> None:
    """Leave a game in progress with all of this person's seats."""
    lock(table)
    if table.status != Table.Status.RUNNING:
        raise Refused(_("This game isn't in progress."))
    own = [*table.seats.filter(person=person, left=False)]
    if not own:
        raise Refused(_("You aren't playing in this game."))
    give_up(table, own, Happening.Kind.QUIT)


def give_up(table: Table, own: Sequence[Seat], why: Happening.Kind) -> None:
    """Let bots take over these seats, or end the game if only bots would remain.

    Call it within a change of the table.
    """
    table.seats.filter(pk__in=[seat.pk for seat in own]).update(left=True)
    goes_on = table.seats.filter(person__isnull=False, left=False).exists()
    for seat in own:
        seat.left = True
        if goes_on and not seat.stand_in:
            stand_ins.let_bot_play(table, seat, why)
        else:
            happened(table, why, seat)
    if not goes_on:
        end(table)


def put_away(table: Table, person: Person) -> None:
    """Remove a game that is over, or that this person has left, from their list."""
    own = table.seats.filter(person=person)
    if table.status not in OVER and own.filter(left=False).exists():
        raise Refused(_("Leave the game first."))
    own.update(put_away=True)


def why_ended(snapshot: Snapshot, own: Sequence[Seat]) -> str:
    """Return why a game has no result, for a viewer with these seats."""
    if any(one.kind == Happening.Kind.ENDED for one in snapshot.happenings):
        return _("A moderator ended this game. There is no result.")
    if any(one.kind == Happening.Kind.TOO_LONG for one in snapshot.happenings):
        return _("This game had too many moves. There is no result.")
    if any(one.kind == Happening.Kind.OUTDATED for one in snapshot.happenings):
        return _("The rules have changed since this game started. There is no result.")
    if any(seat.left for seat in own):
        return _("You left this game. There is no result.")
    return _("Everyone has left this game. There is no result.")
