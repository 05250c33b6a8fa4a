"""Moves and undo: each is checked, made on a copy of the match and written in one transaction."""

import logging
from collections.abc import Callable, Sequence
from copy import copy
from enum import Enum, auto
from functools import partial

from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _

from ichiba.core.errors import IllegalAction
from ichiba.core.match import Match
from ichiba.core.messages import Reason
from ichiba.core.record import UNDO
from ichiba.site.live import notifications
from ichiba.site.models import AutomaticBid, Happening, Seat, Table
from ichiba.site.observing.metrics import MOVES
from ichiba.site.store import snapshots, sql
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.store.transactions import writing
from ichiba.site.tables import clocks
from ichiba.site.tables.changes import MovedOn, Refused, changed, happened

log = logging.getLogger("ichiba.tables")

# The most moves of a record, with undone ones, before undo is refused and before the game ends.
# Random games have up to 900. The rules don't limit undo, and a replay has to read every move.
MOST_WITH_UNDO = 5_000
MOST_MOVES = 7_500


class By(Enum):
    """Who makes a move for a seat."""

    PERSON = auto()
    PROGRAM = auto()  # of the person, with an API token
    BOT = auto()
    AUTOMATIC_BID = auto()  # set up by the person

    @property
    def is_person(self) -> bool:
        """Whether the person decides, with or without a program."""
        return self in (By.PERSON, By.PROGRAM)


def token(match: Match, seat: int) -> str:
    """Return a token for the page.

    It changes when this seat acts, when something is revealed and when anyone makes an open move,
    even one that replaces an undone move.

    It doesn't change when others make simultaneous choices, so those don't invalidate the page.
    """
    own = sum(move.startswith(f"{seat} ") for move in match.record.moves)
    return f"{own}.{match.state.reveals}.{match.last_open_move}"


def play(
    table: Table, seat: int, notation: str, page: str | None = None, *, by: By = By.PERSON
) -> None:
    """Make a move; MovedOn if the page is outdated, Refused if the move is illegal.

    A double click sends the same move from the same page twice. The second one is ignored.
    """
    try:
        play_all(table, seat, [notation], page, by=by)
    except MovedOn:
        if page is None or not _was_just_made(table, seat, notation, page):
            raise


def _was_just_made(table: Table, seat: int, notation: str, page: str) -> bool:
    """Return whether this is the seat's last move and was made from this page."""
    moves = snapshots.newest_of(table.pk).game.record.moves
    own = [move for move in moves if move.startswith(f"{seat} ")]
    return page.partition(".")[0] == str(len(own) - 1) and own[-1] == f"{seat} {notation}"


def play_all(
    table: Table,
    seat: int,
    notations: Sequence[str],
    page: str | None = None,
    *,
    by: By = By.PERSON,
    known: int | None = None,
) -> None:
    """Make several moves of one seat in one transaction.

    MovedOn if the page is outdated, or if the record doesn't have `known` moves.
    """

    def act(match: Match) -> None:
        for notation in notations:
            match.play(seat, match.game.parse(notation))

    _act(table, seat, page, act, by, known)


def why_no_undo(match: Match, seat: int) -> Reason | str | None:
    """Return why a seat can't undo its last decision, or None if it can."""
    if len(match.record.moves) >= MOST_WITH_UNDO:
        return _("This game has too many moves to undo one.")
    return match.why_no_undo(seat)


def undo(
    table: Table,
    seat: int,
    page: str | None = None,
    *,
    whole_turn: bool = False,
    by: By = By.PERSON,
) -> None:
    """Undo the last decision, or everything that can be undone."""

    def act(match: Match) -> None:
        why = why_no_undo(match, seat)
        if why is not None:
            raise Refused(why)
        match.undo(seat)
        while whole_turn and match.why_no_undo(seat) is None:
            match.undo(seat)

    _act(table, seat, page, act, by)


def _act(
    table: Table,
    seat: int,
    page: str | None,
    act: Callable[[Match], None],
    by: By = By.PERSON,
    known: int | None = None,
) -> None:
    """Act if the page is current: on a copy of the match, which is published at commit.

    Moves that can't be made are refused before anything is locked.
    """

    def after(before: Snapshot) -> Match:
        if before.match is None:
            raise MovedOn
        match = before.match.copy()
        if page is not None and page != token(match, seat):
            raise MovedOn
        if known is not None and known != len(match.record.moves):
            raise MovedOn
        try:
            act(match)
        except IllegalAction as error:
            raise Refused(error.reason) from None
        return match

    before = snapshots.of(table)
    try:
        match = after(before)
    except (MovedOn, Refused):
        newest = snapshots.newest_of(table.pk)
        if newest.version == before.version:
            raise
        before, match = newest, after(newest)
    try:
        with writing():
            version = _check_who_plays(table.pk, seat, by)
            if version != before.version:  # someone was faster
                before = snapshots.locked(table.pk, version)
                match = after(before)
            _write(before, match, seat, by)
    except IntegrityError:  # the snapshot isn't of this database: an older one was restored
        snapshots.forget(table.pk)
        raise MovedOn from None
    notifications.wake_bots(table.pk)


def _write(before: Snapshot, match: Match, seat: int, by: By) -> None:
    """Write the new moves of the match. The table is locked."""
    table, now, known = copy(before.table), timezone.now(), len(before.times)
    moves = match.record.moves[known:]
    sql.add_moves(table.pk, known + 1, moves, now)
    plain = _note_what_follows(table, match, seat, undone=moves[-1].endswith(f" {UNDO}"))
    plain = _note_program(before.seats[seat], by) and plain
    new = snapshots.after_moves(before, match, now)
    publish = partial(snapshots.publish if plain else snapshots.publish_rows, new)
    changed(table.pk, publish)
    MOVES.labels(table.game).inc(len(moves))
    # Don't log the move itself: it may be secret.
    log.info("Move made.", extra={"table": table.pk, "move": known + len(moves)})


def _note_what_follows(table: Table, match: Match, seat: int, *, undone: bool) -> bool:
    """Update clocks, screen and result, and return whether only the version has changed."""
    plain = table.pace == Table.Pace.NONE
    clocks.note(table, match, seat, undone=undone)
    if table.hotseat and table.at_screen not in match.state.actors:
        table.at_screen, plain = None, False
        table.save(update_fields=["at_screen"])
    if not match.state.actors:
        table.status, table.finished, plain = Table.Status.FINISHED, timezone.now(), False
        table.scores, table.winners = [*match.state.scores], [*match.state.winners]
        table.save(update_fields=["status", "finished", "scores", "winners"])
    elif len(match.record.moves) >= MOST_MOVES:
        table.status, table.finished, plain = Table.Status.ENDED, timezone.now(), False
        table.save(update_fields=["status", "finished"])
        happened(table, Happening.Kind.TOO_LONG)
    return plain


def _note_program(seat: Seat, by: By) -> bool:
    """Update whether a program plays for the seat's person, and return whether it is as before."""
    program = by is By.PROGRAM
    if not by.is_person or seat.program == program:
        return True
    Seat.objects.filter(pk=seat.pk).update(program=program)
    return False


def _check_who_plays(pk: int, number: int, by: By) -> int:
    """Lock the table, check who may move for the seat, and return the table's version.

    While a bot stands in, it moves and the person can't. An automatic bid is made only while it is
    switched on.
    """
    locked = sql.lock_for_move(pk, number)
    if locked is None:
        raise MovedOn
    status, version, seat, bot, stand_in, left = locked
    ended = status == Table.Status.ENDED
    if by is By.BOT and (ended or not (bot or stand_in)):
        raise MovedOn
    if by is By.AUTOMATIC_BID and (ended or bot or stand_in or not _bids_automatically(seat)):
        raise MovedOn
    if ended:
        raise Refused(_("This game was ended."))
    if left and by.is_person:
        raise Refused(_("You left this game."))
    if stand_in and by.is_person:
        raise Refused(_("A bot is playing for you. Take over from the bot first."))
    return version


def _bids_automatically(seat: int) -> bool:
    return AutomaticBid.objects.filter(seat=seat).exists()
