"""Snapshots of tables: everything that is shown of one version of a table, as one object.

Every change of a table raises its version. At commit, the process that made the change publishes
the snapshot of the new version and then notifies the streams. Snapshots are never changed, so
pages, streams, the log, the API and bots read them without locks. What another process has changed
is read from the database, which is the source of truth.

A snapshot also belongs to an epoch of the database. After a backup has been restored, nothing of an
earlier snapshot is used again.
"""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from datetime import datetime
from threading import Lock

import msgspec
from django.db import Error
from django.http import Http404
from django.utils.translation import gettext as _

from ichiba.core.errors import IchibaError, UnknownGame
from ichiba.core.match import Match
from ichiba.core.messages import Reason
from ichiba.core.registry import load
from ichiba.site.bounded import Bounded
from ichiba.site.models import AutomaticBid, ChatLine, Happening, Seat, Table, Vote, due_bits
from ichiba.site.store import sql
from ichiba.site.store.locks import TableLocks
from ichiba.site.store.records import Moves, moves_of, names_of, record_of

# A match of 110 to 150 moves takes 80 to 140 KB, so this is about 70 MB. Without this cache, every
# event of every stream would read the table with seven queries or more and replay its game, which
# takes 1 to 2 ms for that many moves and grows with the game.
kept: Bounded["Snapshot"] = Bounded(500)
kept_finished: Bounded["Snapshot"] = Bounded(30)  # they are viewed again, but not for long

_lock = Lock()  # for whoever replaces one of them
_loading = TableLocks()


class Unreplayable(Exception):  # noqa: N818
    """This code can't replay the game of a table. The table is kept, and `reason` tells users why.

    There is no reason if the moves themselves are incomplete or damaged: why a move can't be
    replayed may contain a secret.
    """

    def __init__(self, reason: Reason | None = None) -> None:
        super().__init__("The table can't be replayed.")
        self.reason = reason


def damaged() -> str:
    """Return what users are told about a game whose moves are incomplete or damaged."""
    return _(
        "The moves of this game are incomplete or damaged, so this server can't show it. "
        "Nothing was deleted. Please tell whoever runs this site."
    )


class Snapshot(msgspec.Struct, frozen=True):
    """One version of a table. Nobody changes it: moves are made on a copy of the match."""

    table: Table
    epoch: str  # of the database
    seats: list[Seat]
    seen: dict[int, datetime | None]  # when each seat's person last had the page open
    chat: list[ChatLine] = []
    happenings: list[Happening] = []  # those that the log shows
    votes: list[tuple[int, int]] = []  # keys of seats: the absent player's and the voter's
    bids: dict[int, AutomaticBid] = {}  # by seat number
    match_or_none: Match | None = None  # None until the game starts
    times: list[datetime] = []  # when each move was made

    @property
    def version(self) -> int:
        """The version of the table."""
        return self.table.version

    def is_of(self, version: sql.Version | None) -> bool:
        """Return whether this is that version of its table."""
        return (self.table.pk, self.table.version, self.epoch) == version

    def has_moves_of(self, other: "Snapshot") -> bool:
        """Return whether no move was made, undone or restored between these versions."""
        return (self.epoch, len(self.times)) == (other.epoch, len(other.times))

    @property
    def match(self) -> Match:
        """The match of a table that has started."""
        if self.match_or_none is None:
            raise LookupError("The game hasn't started.")
        return self.match_or_none

    @property
    def names(self) -> list[str]:
        """The players' names as they are shown."""
        match = self.match_or_none
        return names_of(self.seats) if match is None else match.record.names


def check(table: Table) -> None:
    """Raise Unreplayable unless this code supports the title and the game's revision."""
    try:
        game = load(table.title)
    except UnknownGame as error:
        raise Unreplayable(error.reason) from None
    if table.started is not None and not game.oldest <= table.revision <= game.revision:
        raise Unreplayable(game.wrong_revision(table.revision))


def newest(slug: str) -> Snapshot:
    """Return the newest version of the table with this slug; Http404 if there is none."""
    return _newest(sql.version_by_slug(slug))


def newest_of(pk: int) -> Snapshot:
    """Return the newest version of the table with this primary key."""
    return _newest(sql.version_by_pk(pk))


def in_memory(pk: int) -> Snapshot | None:
    """Return the snapshot that this process has, which may be outdated."""
    return kept.get(pk) or kept_finished.get(pk)


def of(table: Table) -> Snapshot:
    """Return the version of a table whose row has just been read, or a newer one."""
    known = in_memory(table.pk)
    newer = known is not None and known.version >= table.version
    return _in_language(known if known is not None and newer else _load(table.pk, known))


def locked(pk: int) -> Snapshot:
    """Return the newest version of a table, which the current transaction has locked.

    It doesn't wait for other threads, which could be waiting for this transaction.
    """
    known, found = in_memory(pk), sql.version_by_pk(pk)
    return known if known is not None and known.is_of(found) else _read(pk, known)


def outside(table: Table) -> Snapshot:
    """Return only the rows of a table, for a game that can't be replayed."""
    return Snapshot(table, "", [*table.seats.all()], {})


def publish(new: Snapshot, instead_of: Snapshot | None = None) -> Snapshot:
    """Make this the snapshot that everyone reads, unless there is a newer one. Return that.

    `instead_of` was found to be wrong, for example because an older database was restored.
    """
    pk = new.table.pk
    with _lock:
        known = in_memory(pk)
        if known is not None and known is not instead_of and known.version > new.version:
            return known
        new = new if known is None or known.epoch != new.epoch else _as_present(new, known.seen)
        _keep(new)
    return new


def _keep(new: Snapshot) -> None:
    """Keep it among those of its kind, where it is before it leaves the others."""
    match, pk = new.match_or_none, new.table.pk
    is_over = match is not None and not match.state.actors
    there, before = (kept_finished, kept) if is_over else (kept, kept_finished)
    there.keep(pk, new)
    before.drop(pk)


def publish_newest(pk: int) -> None:
    """Read a table after a change and publish it, if anyone has been reading it."""
    known = in_memory(pk)
    if known is not None:
        publish_rows(known)


def publish_rows(known: Snapshot) -> None:
    """Read the rows of a table again and publish them with the match that is known.

    The change has been committed, so errors aren't raised here: readers will get them.
    """
    pk = known.table.pk
    try:
        publish(_read(pk, known))
    except (Error, Http404, Unreplayable):
        forget(pk)


def after_moves(before: Snapshot, match: Match, when: datetime) -> Snapshot:
    """Return the next version of a table, where only moves have been added.

    The caller adds the clocks.
    """
    table = copy(before.table)
    table.version += 1
    table.due = due_bits(match.state.actors)
    times = before.times + [when] * (len(match.record.moves) - len(before.times))
    return msgspec.structs.replace(before, table=table, match_or_none=match, times=times)


def note_seen(snapshot: Snapshot, numbers: Collection[int], when: datetime) -> Snapshot:
    """Publish that people are present. This isn't a change: the version stays the same."""
    pk, seen = snapshot.table.pk, dict.fromkeys(numbers, when)
    with _lock:
        known = in_memory(pk)
        if known is not None and known.epoch == snapshot.epoch:
            _keep(_as_present(known, seen))
    return _as_present(snapshot, seen)


def _as_present(snapshot: Snapshot, seen: Mapping[int, datetime | None]) -> Snapshot:
    """Return the snapshot with the later time at which each person was seen."""
    known = snapshot.seen
    later = {
        number: when
        for number, when in seen.items()
        if when is not None and ((before := known.get(number)) is None or before < when)
    }
    return msgspec.structs.replace(snapshot, seen=known | later) if later else snapshot


def forget(pk: int) -> None:
    """Drop a snapshot, so that the table is read from the database again."""
    with _lock:
        kept.drop(pk)
        kept_finished.drop(pk)


def forget_all() -> None:
    """Forget what is kept of all tables."""
    with _lock:
        kept.clear()
        kept_finished.clear()


def record_file(table: Table) -> bytes:
    """Return the record of a finished game as a file."""
    try:
        return of(table).match.record.encode()
    except Unreplayable:  # another version of Ichiba may be able to replay it
        return record_of(table).encode()


def _newest(found: sql.Version | None) -> Snapshot:
    if found is None:
        raise Http404
    pk = found[0]
    known = in_memory(pk)
    return _in_language(known if known is not None and known.is_of(found) else _load(pk, known))


def _in_language(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot with the names of the seats in the visitor's language."""
    match = snapshot.match_or_none
    names = names_of(snapshot.seats)
    if match is None or match.record.names == names:
        return snapshot
    return msgspec.structs.replace(snapshot, match_or_none=_renamed(match, names))


def _renamed(match: Match, names: list[str]) -> Match:
    match = match.copy()
    match.record.names = names
    return match


def _load(pk: int, wrong: Snapshot | None) -> Snapshot:
    """Read a table and publish it. Other threads that need it wait instead of doing the same."""
    with _loading.hold(pk):
        known = in_memory(pk)
        if known is not None and known is not wrong and known.is_of(sql.version_by_pk(pk)):
            return known
        return publish(_read(pk, known), known)


def _read(pk: int, known: Snapshot | None) -> Snapshot:
    """Read one version of a table, but only those moves that aren't known yet."""
    found = sql.version_by_pk(pk)
    while found is not None:
        try:
            new: Snapshot | None = _read_in(found[2], pk, known)
        except Unreplayable:
            if found == sql.version_by_pk(pk):
                raise
            new = None
        before, found = found, sql.version_by_pk(pk)
        if new is not None and found == before:
            return new
        known = new or known  # it changed in the meantime
    raise Http404


def _read_in(epoch: str, pk: int, known: Snapshot | None) -> Snapshot | None:
    table = Table.objects.prefetch_related("seats").select_related("rematch").filter(pk=pk).first()
    if table is None:
        return None
    check(table)
    same = known is not None and known.epoch == epoch
    return _with_match(_rows(table, epoch), known if same else None)


def _rows(table: Table, epoch: str) -> Snapshot:
    seats = [*table.seats.all()]
    paced = table.pace != Table.Pace.NONE
    votes = Vote.objects.filter(seat__table=table).values_list("seat_id", "by_id") if paced else ()
    bids = AutomaticBid.objects.filter(seat__table=table).select_related("seat")
    return Snapshot(
        table=table,
        epoch=epoch,
        seats=seats,
        seen={seat.number: seat.seen for seat in seats},
        chat=table.last_chat(),
        happenings=[*table.happenings.filter(kind__in=Happening.TOLD)],
        votes=[*votes],
        bids={bid.seat.number: bid for bid in bids},
    )


def _with_match(rows: Snapshot, known: Snapshot | None) -> Snapshot:
    """Add the match and the times of its moves."""
    table, names = rows.table, names_of(rows.seats)
    if table.started is None:
        return rows
    try:
        new = None if known is None or known.version > table.version else _new_moves(table, known)
        if known is None or known.match_or_none is None or new is None:
            texts, times = moves_of(table.pk)
            match = Match.resume(record_of(table, texts))
        else:
            match = _with_moves(known.match_or_none, new[0])
            times = known.times + new[1]
    except IchibaError:
        raise Unreplayable from None
    if match.record.names != names:
        match = _renamed(match, names)
    return msgspec.structs.replace(rows, match_or_none=match, times=times)


def _new_moves(table: Table, known: Snapshot) -> Moves | None:
    """Return the moves that aren't known yet; None if the last known one isn't in the database."""
    if known.match_or_none is None or not known.times:
        return moves_of(table.pk)
    texts, times = moves_of(table.pk, len(known.times))
    if (texts[:1], times[:1]) != (known.match_or_none.record.moves[-1:], known.times[-1:]):
        return None
    return texts[1:], times[1:]


def _with_moves(match: Match, moves: Sequence[str]) -> Match:
    if not moves:
        return match
    match = match.copy()
    for text in moves:
        match.replay_move(text)
    return match
