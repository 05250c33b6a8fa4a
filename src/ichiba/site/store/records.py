"""The record of a table, built from its rows, and the names of its players."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from ichiba.core.errors import RecordError
from ichiba.core.record import Record, distinct
from ichiba.site.models import Move, Seat, Table

Moves = tuple[list[str], list[datetime]]


def moves_of(table: int, first: int = 1) -> Moves:
    """Return the moves of a table from this number on, and when they were made.

    RecordError if one is missing in between.
    """
    rows = Move.objects.filter(table=table, number__gte=first).order_by("number")
    found = [*rows.values_list("number", "text", "created")]
    for expected, (number, _, _) in enumerate(found, start=first):
        if number != expected:
            raise RecordError.of("core.record.gap", number=expected)
    return [text for _, text, _ in found], [created for _, _, created in found]


def names_of(seats: Iterable[Seat]) -> list[str]:
    """Return the players' names as they are shown."""
    return distinct(seat.shown for seat in seats)


def record_of(table: Table, moves: Sequence[str] | None = None) -> Record:
    """Build the record from the rows. Pass the moves if they are already known."""
    return Record(
        game=table.title,
        revision=table.revision,
        players=table.players,
        options=table.options,
        seed=table.seed,
        names=names_of(table.seats.all()),
        moves=list(table.moves.values_list("text", flat=True) if moves is None else moves),
    )
