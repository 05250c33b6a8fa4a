"""The list of your games on the home page: first those waiting for you, then the most recent."""

from datetime import datetime

import msgspec
from django.db.models import OuterRef, Subquery
from django.utils.translation import gettext as _

from ichiba.site.models import Move, Person, Seat, Table
from ichiba.site.pages.players import turn_at_screen
from ichiba.site.store import snapshots
from ichiba.site.store.records import names_of
from ichiba.site.store.snapshots import Snapshot, Unreplayable
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
    return sorted(rows, key=lambda row: (row.turn, row.when), reverse=True)


def is_turn_of(snapshot: Snapshot, person: Person | None) -> bool:
    """Return whether a table is waiting for this person."""
    if snapshot.table.status != Table.Status.RUNNING or person is None:
        return False
    own = [seat for seat in snapshot.seats if seat.person_id == person.pk and not seat.stand_in]
    return any(seat.number in snapshot.game.state.actors for seat in own)


def _row(table: Table, person: Person, last_move: datetime | None) -> Row:
    seats = [*table.seats.all()]
    own = [seat for seat in seats if seat.person_id == person.pk]
    left = all(seat.left for seat in own)
    over = table.status in (Table.Status.FINISHED, Table.Status.ENDED)
    turn, turn_words, progress = False, str(table.get_status_display()), ""
    if table.status == Table.Status.RUNNING:
        turn, turn_words, progress = _under_way(table, person)
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
        progress=progress,
        when=table.finished or last_move or table.started or table.created,
        may_put_away=over or left,
    )


def _under_way(table: Table, person: Person) -> tuple[bool, str, str]:
    """Return whether it is your turn, whose turn it is in words, and the progress."""
    try:
        snapshot = snapshots.of(table)
    except Unreplayable:  # the table's page says why
        return False, str(table.get_status_display()), ""
    match, table = snapshot.game, snapshot.table
    names, actors = match.record.names, match.state.actors
    if not actors:  # it has just ended
        return False, str(table.get_status_display()), ""
    progress = boards.progress_of(match, words_for(names))
    if is_turn_of(snapshot, person):
        return True, _name_at_screen(snapshot) or _("Your turn"), progress
    if len(actors) > 1:
        return False, _("%d players are choosing") % len(actors), progress
    return False, _("%s's turn") % names[actors[0]], progress


def _name_at_screen(snapshot: Snapshot) -> str:
    """Return whose turn it is at a shared screen, by name."""
    shared = turn_at_screen(snapshot)
    if shared is None or shared.turn is None:
        return ""
    return _("%s's turn") % snapshot.names[shared.turn]


def _result(table: Table, seats: list[Seat], own: list[Seat]) -> str:
    """Return who won, in a few words."""
    winners: list[int] = table.winners or []
    if len(own) == 1 and own[0].number in winners:
        return _("You won") if len(winners) == 1 else _("You shared the win")
    names = names_of(seats)
    if len(winners) == 1:
        return _("%s won") % names[winners[0]]
    return str(table.get_status_display())
