"""Who is at a table, and who is in front of a shared screen."""

from collections.abc import Collection
from datetime import timedelta

from django.utils import timezone

from ichiba.site.models import Seat, Table
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.store.transactions import writing
from ichiba.site.tables.changes import changes

# Presence is written to the database at most this often.
PRESENCE = timedelta(seconds=20)


def note_presence(snapshot: Snapshot, numbers: Collection[int]) -> Snapshot:
    """Record that players are present, but not on every request, to save writes.

    Return the snapshot with their presence.
    """
    now, seen = timezone.now(), [snapshot.seen.get(number) for number in numbers]
    if all(when is not None and now - when <= PRESENCE for when in seen):
        return snapshot
    with writing():
        Seat.objects.filter(table=snapshot.table, number__in=numbers).update(seen=now)
    return snapshots.note_seen(snapshot, numbers, now)


@changes
def come_to_screen(table: Table, seat: int) -> None:
    """Show the board to this player at a shared screen."""
    table.at_screen = seat
    table.save(update_fields=["at_screen"])
