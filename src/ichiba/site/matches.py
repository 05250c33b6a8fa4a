"""Matches rebuilt from rows and kept in memory while they are useful: a cache, never the truth."""

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock

from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.site.models import Move, Table

_MOST = 500

_lock = RLock()
_kept: OrderedDict[int, Match] = OrderedDict()
_locks: dict[int, RLock] = {}


@contextmanager
def hold(table: Table) -> Iterator[Match]:
    """The match of a table as its rows tell it, for one thread at a time.

    Whoever changes the match writes the row as well; if anything fails, the match is forgotten.
    """
    with _lock:
        own = _locks.setdefault(table.pk, RLock())
    with own:
        try:
            yield _current(table)
        except BaseException:
            forget(table)
            raise


def forget(table: Table) -> None:
    """Rebuild it from the rows next time."""
    with _lock:
        _kept.pop(table.pk, None)


def record_of(table: Table) -> Record:
    """The record that the rows make up."""
    return Record(
        game=table.game,
        revision=table.revision,
        players=table.players,
        options=table.options,
        seed=table.seed,
        names=[seat.shown for seat in table.seats.all()],
        moves=list(table.moves.values_list("text", flat=True)),
    )


def _current(table: Table) -> Match:
    with _lock:
        match = _kept.get(table.pk)
    if match is None:
        match = Match.replay(record_of(table))
    else:
        _catch_up(match, table)
    with _lock:
        _kept[table.pk] = match
        _kept.move_to_end(table.pk)
        while len(_kept) > _MOST:
            _locks.pop(_kept.popitem(last=False)[0], None)
    return match


def _catch_up(match: Match, table: Table) -> None:
    """Play what other processes have added."""
    known = len(match.record.moves)
    new = Move.objects.filter(table=table, number__gt=known).values_list("text", flat=True)
    for text in new:
        match.replay_move(text)
