"""What moderators do: end a table, get one going again; and who may not write or sit down."""

from django.utils import timezone
from django.utils.translation import gettext as _

from ichiba.site import absent
from ichiba.site.matches import Unreplayable, hold
from ichiba.site.models import Happening, Table
from ichiba.site.tables import Refused, changes, happened, lock


@changes
def end(table: Table) -> None:
    """End a table that waits or runs: there is no result, and what is hidden stays hidden."""
    lock(table)
    if table.status not in (Table.Status.OPEN, Table.Status.RUNNING):
        raise Refused(_("This table is over already."))
    table.status, table.finished = Table.Status.ENDED, timezone.now()
    table.save(update_fields=["status", "finished"])
    happened(table, Happening.Kind.ENDED)


def unblock(table: Table) -> int:
    """Let bots play for the people whom the table waits for; how many they are."""
    if table.status != Table.Status.RUNNING:
        raise Refused(_("This table does not run."))
    try:
        with hold(table) as match:
            return _let_bots_play(table, match.state.actors)
    except Unreplayable:
        raise Refused(_("This game has other rules than this server. It can be ended.")) from None


@changes
def _let_bots_play(table: Table, actors: tuple[int, ...]) -> int:
    lock(table)
    blocking = [
        seat
        for seat in table.seats.all()
        if seat.number in actors and seat.person_id is not None and not seat.played_by
    ]
    if not blocking or table.status != Table.Status.RUNNING:
        raise Refused(_("This table waits for no person."))
    for seat in blocking:
        absent.let_bot_play(table, seat, Happening.Kind.UNBLOCKED)
    return len(blocking)
