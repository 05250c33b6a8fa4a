"""The record of a table, built from its rows, and the names of its players."""

from collections.abc import Iterable, Sequence

from ichiba.core.record import Record
from ichiba.site.models import Seat, Table


def names_of(seats: Iterable[Seat]) -> list[str]:
    """Return the players' names as they are shown."""
    return distinct(seat.shown for seat in seats)


def distinct(names: Iterable[str]) -> list[str]:
    """Return the names, with a number appended to each duplicate."""
    found: list[str] = []
    for name in names:
        number, one = 1, name
        while one in found:
            number += 1
            one = f"{name[:36]} {number}"
        found.append(one)
    return found


def record_of(table: Table, moves: Sequence[str] | None = None) -> Record:
    """Build the record from the rows. Pass the moves if they are already known."""
    return Record(
        game=table.game,
        revision=table.revision,
        players=table.players,
        options=table.options,
        seed=table.seed,
        names=names_of(table.seats.all()),
        moves=list(table.moves.values_list("text", flat=True) if moves is None else moves),
    )
