"""Moves and undo: each is checked, made on a copy of the match and written in one transaction.

A page carries a token (`position_token`). It changes when its own seat acts, when something hidden
becomes known and when anyone makes an open move, even one that replaces an undone move. A page with
an old token gets the current position, and no move is made. Other players who decide at the same
time do not change the token.
"""

import logging
from collections.abc import Callable, Sequence
from copy import copy
from enum import Enum, auto
from functools import partial

import msgspec
from django.db import IntegrityError
from django.utils import timezone
from django.utils.translation import gettext as _

from ichiba.core.errors import IllegalAction
from ichiba.core.match import Match
from ichiba.core.messages import Reason
from ichiba.core.record import UNDO
from ichiba.site.live import propagation
from ichiba.site.models import AutomaticBid, Event, Happening, Seat, Table
from ichiba.site.observing.metrics import MOVES
from ichiba.site.store import snapshots, sql
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.store.transactions import writing
from ichiba.site.tables import calls, clocks, ratings, results
from ichiba.site.tables.changes import MovedOn, Refused, changed, end, happened

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


def match_token(match: Match, seat: int) -> str:
    """Return a token for a position as one seat knows it.

    It changes when this seat acts, when something is revealed and when anyone makes an open move,
    even one that replaces an undone move.

    It doesn't change when others make simultaneous choices, so those don't invalidate the page.
    """
    own = sum(move.startswith(f"{seat} ") for move in match.record.moves)
    return f"{own}.{match.state.reveals}.{match.last_open_move}"


def position_token(snapshot: Snapshot, seat: int) -> str:
    """Return the token of a seat's page.

    It also names the epoch: after a backup has been restored, other moves can have led to a
    position with the same numbers.
    """
    return f"{match_token(snapshot.match, seat)}.{snapshot.epoch}".removesuffix(".")


def play(
    table: Table, seat: int, notation: str, token: str | None = None, *, by: By = By.PERSON
) -> None:
    """Make a move; MovedOn if the page is outdated, Refused if the move is illegal.

    A double click sends the same move from the same page twice. The second one is ignored.
    """
    try:
        play_all(table, seat, [notation], token, by=by)
    except MovedOn:
        if token is None or not _was_just_made(table, seat, notation, token):
            raise


def _was_just_made(table: Table, seat: int, notation: str, token: str) -> bool:
    """Return whether this is the seat's last move and was made from this page."""
    newest = snapshots.newest_of(table.pk)
    own = [move for move in newest.match.record.moves if move.startswith(f"{seat} ")]
    number, *rest = token.split(".")
    same_epoch = rest[2:] == ([newest.epoch] if newest.epoch else [])
    made_there = same_epoch and number == str(len(own) - 1)
    return made_there and own[-1:] == [f"{seat} {notation}"]


def play_all(
    table: Table,
    seat: int,
    notations: Sequence[str],
    token: str | None = None,
    *,
    by: By = By.PERSON,
    known: Snapshot | None = None,
) -> None:
    """Make several moves of one seat in one transaction.

    MovedOn if the page is outdated, or if the record isn't that of the `known` snapshot any more.
    """

    def make(match: Match) -> None:
        for notation in notations:
            match.play(seat, match.game.parse(notation))

    _change(table, seat, token, make, by, known)


def why_no_undo(match: Match, seat: int) -> Reason | str | None:
    """Return why a seat can't undo its last decision, or None if it can."""
    if len(match.record.moves) >= MOST_WITH_UNDO:
        return _("This game has too many moves to undo one.")
    return match.why_no_undo(seat)


def undo(
    table: Table,
    seat: int,
    token: str | None = None,
    *,
    whole_turn: bool = False,
    by: By = By.PERSON,
) -> None:
    """Undo the last decision, or everything that can be undone."""

    def make(match: Match) -> None:
        why = why_no_undo(match, seat)
        if why is not None:
            raise Refused(why)
        match.undo(seat)
        while whole_turn and match.why_no_undo(seat) is None:
            match.undo(seat)

    _change(table, seat, token, make, by)


def _change(
    table: Table,
    seat: int,
    token: str | None,
    make: Callable[[Match], None],
    by: By = By.PERSON,
    known: Snapshot | None = None,
) -> None:
    """Make a change if the page is current: on a copy of the match, which is published at commit.

    Moves that can't be made are refused before anything is locked.
    """

    def after(before: Snapshot) -> Match:
        if before.match_or_none is None:
            raise MovedOn
        if token is not None and token != position_token(before, seat):
            raise MovedOn
        if known is not None and not before.has_moves_of(known):
            raise MovedOn
        match = before.match_or_none.copy()
        try:
            make(match)
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
            version, epoch = _check_who_plays(table.pk, seat, by)
            if epoch != before.epoch:  # a backup was restored: even the seat may be someone else's
                raise MovedOn
            if version != before.version:  # someone was faster
                before = snapshots.locked(table.pk)
                match = after(before)
            _write(before, match, seat, by)
    except (IntegrityError, sql.NotNext):  # the database was replaced by other means
        snapshots.forget(table.pk)
        raise MovedOn from None
    if by.is_person:  # otherwise it was the driver of the bots, who goes on by itself
        propagation.wake_bots(table)


def _write(before: Snapshot, match: Match, seat: int, by: By) -> None:
    """Write the new moves of the match. The table is locked."""
    table, now, known = copy(before.table), timezone.now(), len(before.times)
    moves = match.record.moves[known:]
    sql.add_moves(table.pk, known + 1, moves, now)
    plain = _note_what_follows(table, match)
    plain = _note_program(before.seats[seat], by) and plain
    _call_those_who_are_due(before, match)
    new = snapshots.after_moves(before, match, now)
    if clocks.has(table):
        undone = moves[-1].endswith(f" {UNDO}")
        new = _with_clocks(before, new, seat, undone=undone)
    publish = partial(snapshots.publish if plain else snapshots.publish_rows, new)
    changed(table.pk, publish, 0 if table.status == Table.Status.ENDED else new.table.due)
    MOVES.labels(table.title).inc(len(moves))
    # Don't log the move itself: it may be secret.
    log.info("Move made.", extra={"table": table.pk, "move": known + len(moves)})


def _with_clocks(before: Snapshot, new: Snapshot, seat: int, *, undone: bool) -> Snapshot:
    """Update the clocks, and return the new version with them."""
    noted = clocks.note(before.table, before.seats, before.match, new.match, seat, undone=undone)
    new.table.alarm = noted.alarm  # its row isn't published yet
    votes = clocks.forget_votes(before.votes, before.seats[seat].pk)
    return msgspec.structs.replace(new, seats=noted.seats, votes=votes)


def _note_what_follows(table: Table, match: Match) -> bool:
    """Update screen and result, and return whether only version and clocks have changed."""
    plain = True
    if table.hotseat and table.at_screen not in match.state.actors:
        table.at_screen, plain = None, False
        table.save(update_fields=["at_screen"])
    if not match.state.actors:
        table.status, table.finished, plain = Table.Status.FINISHED, timezone.now(), False
        table.scores, table.winners = [*match.state.scores], [*match.state.winners]
        table.save(update_fields=["status", "finished", "scores", "winners"])
        results.store(table, match)
        ratings.order(table)
    elif len(match.record.moves) >= MOST_MOVES:
        end(table)
        happened(table, Happening.Kind.TOO_LONG)
        plain = False
    return plain


def _call_those_who_are_due(before: Snapshot, match: Match) -> None:
    """Order notices for the people whose turn it is now, or for all at the end.

    The seats of the snapshot may be a moment old; whoever gets a notice is decided later.
    """
    if not any(seat.calls for seat in before.seats):
        return
    actors = match.state.actors
    if not actors:
        calls.call(before.table, before.seats, Event.ENDED, seen=before.seen)
        return
    known = before.match.state.actors
    due = [before.seats[number] for number in actors if number not in known]
    calls.call(before.table, due, Event.TURN, seen=before.seen)


def _note_program(seat: Seat, by: By) -> bool:
    """Update whether a program plays for the seat's person, and return whether it is as before."""
    program = by is By.PROGRAM
    if not by.is_person or seat.program == program:
        return True
    Seat.objects.filter(pk=seat.pk).update(program=program)
    return False


def _check_who_plays(pk: int, number: int, by: By) -> tuple[int, str]:
    """Lock the table, check who may move for the seat, and return the table's version and epoch.

    While a bot stands in, it moves and the person can't. An automatic bid is made only while it is
    switched on.
    """
    locked = sql.lock_for_move(pk, number)
    if locked is None:
        raise MovedOn
    status, version, seat, bot, stand_in, left, epoch = locked
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
    return version, epoch


def _bids_automatically(seat: int) -> bool:
    return AutomaticBid.objects.filter(seat=seat).exists()
