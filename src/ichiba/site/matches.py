"""Matches rebuilt from rows and kept in memory while they are useful: a cache, never the truth."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from threading import Lock
from weakref import WeakKeyDictionary

import msgspec

from ichiba.core.errors import IchibaError, UnknownGame
from ichiba.core.match import Match
from ichiba.core.messages import Reason
from ichiba.core.record import Record
from ichiba.core.registry import load
from ichiba.site.locks import TableLocks
from ichiba.site.models import Move, Seat, Table

_MOST = 500
_MOST_FINISHED = 30  # of these; they are looked at again, but not for long

_lock = Lock()
_kept: OrderedDict[int, "_Kept"] = OrderedDict()
_finished: OrderedDict[int, None] = OrderedDict()
_times: WeakKeyDictionary[Match, list[datetime]] = WeakKeyDictionary()
_tables = TableLocks()


class _Kept(msgspec.Struct, frozen=True):
    """A match, and the version of its table up to which it certainly knows all moves."""

    match: Match
    version: int


class Refusal(Exception):  # noqa: N818 - reads as what it is
    """Somebody may not do something; the match is as it was unless a move was added before."""


class Unreplayable(Exception):  # noqa: N818 - reads as what it is
    """This code cannot play the game of a table. The table is kept; the reason is for people.

    Nothing else is told: why a move could not be replayed may hold a secret.
    """

    def __init__(self, reason: Reason | None = None) -> None:
        super().__init__("a table cannot be replayed")
        self.reason = reason


def check(table: Table) -> None:
    """Unreplayable unless this code plays the title, by the rules under which the game began."""
    try:
        game = load(table.game)
    except UnknownGame as error:
        raise Unreplayable(error.reason) from None
    if table.started is not None and not game.oldest <= table.revision <= game.revision:
        arguments = {"revision": table.revision, "title": game.title}
        known = {"oldest": game.oldest, "newest": game.revision}
        raise Unreplayable(Reason("core.record.revision", {**arguments, **known}))


@contextmanager
def hold(table: Table) -> Iterator[Match]:
    """The match of a table as its rows tell it, at least up to the version of the table given, for
    one thread at a time.

    Whoever changes the match writes the row as well; if anything fails, the match is forgotten.
    What the rules refuse is no failure: else anybody could have a long game replayed at will.
    """
    check(table)
    with _tables.hold(table.pk):
        try:
            match = _current(table)
            known = len(match.record.moves)
            yield match
        except (Refusal, IchibaError):
            if len(match.record.moves) != known:
                forget(table)
            raise
        except BaseException:
            forget(table)
            raise


def moved(table: Table, match: Match, before: int, times: Sequence[datetime]) -> None:
    """The match, which is held, has moves made at these times already; now they are rows."""
    _times[match].extend(times)
    with _lock:
        kept = _kept.get(table.pk)
        # If others have raised the version as well, there may be moves that it does not know.
        if kept is not None and kept.match is match and kept.version == before:
            _kept[table.pk] = _Kept(match, before + 1)


def times_of(match: Match) -> list[datetime]:
    """When each move of a match that is held was made."""
    return _times[match]


def forget(table: Table) -> None:
    """Rebuild it from the rows next time."""
    with _lock:
        _kept.pop(table.pk, None)


def names_of(seats: Iterable[Seat]) -> list[str]:
    """What the players of a game are called, for whoever looks."""
    return distinct(seat.shown for seat in seats)


def distinct(names: Iterable[str]) -> list[str]:
    """The names, with a number behind each that stands there already."""
    found: list[str] = []
    for name in names:
        number, one = 1, name
        while one in found:
            number += 1
            one = f"{name[:36]} {number}"
        found.append(one)
    return found


def record_of(table: Table, moves: Sequence[str] | None = None) -> Record:
    """The record that the rows make up, with the moves if they are known already."""
    return Record(
        game=table.game,
        revision=table.revision,
        players=table.players,
        options=table.options,
        seed=table.seed,
        names=names_of(table.seats.all()),
        moves=list(table.moves.values_list("text", flat=True) if moves is None else moves),
    )


def record_file(table: Table) -> bytes:
    """The record of a finished game as a file."""
    try:
        with hold(table) as match:
            match.record.names = names_of(table.seats.all())
            return match.record.encode()
    except Unreplayable:  # another Ichiba may still replay it
        return record_of(table).encode()


def _current(table: Table) -> Match:
    with _lock:
        kept = _kept.get(table.pk)
    try:
        if kept is None:
            kept = _Kept(_replayed(table), table.version)
        elif kept.version < table.version:
            _catch_up(kept.match, table)
            kept = _Kept(kept.match, table.version)
    except IchibaError:
        raise Unreplayable from None
    _keep(table, kept)
    return kept.match


def _keep(table: Table, kept: _Kept) -> None:
    """As one of the last that were used."""
    with _lock:
        _kept[table.pk] = kept
        _kept.move_to_end(table.pk)
        if not kept.match.state.actors:
            _finished[table.pk] = None
            _finished.move_to_end(table.pk)
        while len(_finished) > _MOST_FINISHED:
            _kept.pop(_finished.popitem(last=False)[0], None)
        while len(_kept) > _MOST:
            _kept.popitem(last=False)


def _replayed(table: Table) -> Match:
    """From the rows alone."""
    rows = [*table.moves.values_list("text", "created")]
    match = Match.replay(record_of(table, [text for text, _ in rows]))
    _times[match] = [created for _, created in rows]
    return match


def _catch_up(match: Match, table: Table) -> None:
    """Play what other processes have added."""
    times, known = _times[match], len(match.record.moves)
    new = Move.objects.filter(table=table, number__gt=len(times))
    for number, text, created in new.values_list("number", "text", "created"):
        if number > known:
            match.replay_move(text)
        times.append(created)
