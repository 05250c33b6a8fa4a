"""The list of your games on the home page: first those waiting for you, by the time that you have
left, then the most recent.

Whose turn it is stands in the row of a table. Only the games in sight are replayed, for the round.
"""

from datetime import datetime

import msgspec
from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from ichiba.site.models import Move, Person, Seat, Table
from ichiba.site.store import snapshots
from ichiba.site.store.records import names_of
from ichiba.site.store.snapshots import Snapshot, Unreplayable
from ichiba.site.tables import clocks
from ichiba.site.titles import boards
from ichiba.site.titles.words import words_for

MOST = 60
# Games that are shown; the rest is collapsed.
IN_SIGHT = 5


class Row(msgspec.Struct, frozen=True):
    """One game of the list."""

    table: Table
    seats: list[Seat]  # all seats, in order
    others: list[Seat]  # the other players' seats and free ones
    turn: bool  # whether it is your turn
    turn_words: str  # whose turn it is, or how it ended
    until: datetime | None  # when your time is up, if your clock runs
    progress: str  # the round or turn, if the title provides it
    when: datetime  # the time of the last activity
    may_put_away: bool


def your_games(person: Person | None) -> list[Row]:
    """Return all games on a person's list."""
    if person is None:
        return []
    last = Move.objects.filter(table=OuterRef("pk")).order_by("-number")
    held = Seat.objects.filter(person=person, put_away=False)
    found = (
        Table.objects.filter(pk__in=held.values("table"))
        .annotate(last_move=Subquery(last.values("created")[:1]))
        .prefetch_related("seats")
        .order_by("-created")[:MOST]
    )
    rows = [_row(table, person, table.last_move) for table in found]
    rows.sort(key=_urgency)
    return [_with_progress(row) for row in rows[:IN_SIGHT]] + rows[IN_SIGHT:]


def _urgency(row: Row) -> tuple[bool, bool, float]:
    """Return what rows are sorted by."""
    if row.turn and row.until is not None:
        return False, False, row.until.timestamp()
    return not row.turn, True, -row.when.timestamp()


def is_turn_of(snapshot: Snapshot, person: Person | None) -> bool:
    """Return whether a table is waiting for this person."""
    if snapshot.table.status != Table.Status.RUNNING or person is None:
        return False
    own = [seat for seat in snapshot.seats if seat.person_id == person.pk and not seat.stand_in]
    return any(seat.number in snapshot.match.state.actors for seat in own)


def _row(table: Table, person: Person, last_move: datetime | None) -> Row:
    seats = [*table.seats.all()]
    own = [seat for seat in seats if seat.person_id == person.pk]
    left = all(seat.left for seat in own)
    over = table.status in (Table.Status.FINISHED, Table.Status.ENDED)
    turn, turn_words = False, str(table.get_status_display())
    if table.status == Table.Status.RUNNING:
        turn, turn_words = _whose_turn(table, seats, person)
    elif table.status == Table.Status.FINISHED:
        turn_words = _result(table, seats, own)
    if left and table.status != Table.Status.FINISHED:
        turn_words = _("You left")
    return Row(
        table=table,
        seats=seats,
        others=seats if len(own) > 1 else [s for s in seats if s.person_id != person.pk],
        turn=turn,
        turn_words=turn_words,
        until=min((end for seat in own if (end := clocks.until(table, seat))), default=None),
        progress="",
        when=table.finished or last_move or table.started or table.created,
        may_put_away=over or left,
    )


def _whose_turn(table: Table, seats: list[Seat], person: Person) -> tuple[bool, str]:
    """Return whether it is your turn, and whose turn it is in words."""
    due = table.due_seats
    try:
        snapshots.check(table)
    except Unreplayable:  # the table's page says why
        due = []
    if not due:
        return False, str(table.get_status_display())
    names = names_of(seats)
    mine = [n for n in due if seats[n].person_id == person.pk and not seats[n].stand_in]
    if mine and table.hotseat and sum(seat.person_id is not None for seat in seats) > 1:
        turn = table.at_screen if table.at_screen in mine else mine[0]
        return True, _("%s's turn") % names[turn]
    if mine:
        return True, _("Your turn")
    if len(due) > 1:
        return False, _("%d players are choosing") % len(due)
    return False, _("%s's turn") % names[due[0]]


def _with_progress(row: Row) -> Row:
    """Add the round or turn of a game in progress."""
    if row.table.status != Table.Status.RUNNING:
        return row
    try:
        match = snapshots.of(row.table).match
    except Unreplayable:
        return msgspec.structs.replace(
            row, turn=False, turn_words=str(row.table.get_status_display())
        )
    return msgspec.structs.replace(
        row, progress=boards.progress_of(match, words_for(names_of(row.seats)))
    )


def _result(table: Table, seats: list[Seat], own: list[Seat]) -> str:
    """Return who won, in a few words."""
    winners: list[int] = table.winners or []
    if len(own) == 1 and own[0].number in winners:
        return _("You won") if len(winners) == 1 else _("You shared the victory")
    names = names_of(seats)
    if len(winners) == 1:
        return _("%s won") % names[winners[0]]
    return str(table.get_status_display())
