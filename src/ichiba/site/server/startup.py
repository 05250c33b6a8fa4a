"""What a server checks before it starts: its key, and games that it can no longer continue."""

from collections import Counter
from hashlib import pbkdf2_hmac
from typing import Any

import msgspec
from django.conf import settings
from django.db import connection
from django.db.models import Count, F, Max, Q

from ichiba.core.errors import IchibaError, RecordError, UnknownGame
from ichiba.core.match import Match
from ichiba.core.record import Record
from ichiba.core.registry import load
from ichiba.site.models import Happening, Move, Seat, SiteValue, Table
from ichiba.site.store.records import moves_of
from ichiba.site.tables.changes import changes, end, happened, lock

_KEY = "key-fingerprint"
# As many as 128 random bits have in hexadecimal figures. A shorter key can be guessed, and whoever
# guesses it can be any person of the site.
LEAST_KEY = 32
_LEAST_KINDS = 8  # different characters; random keys of this length have more
# Slow on purpose, in case somebody has chosen a key that can be guessed.
_ROUNDS = 200_000
SHOWN = 5  # games that are named one by one


def fingerprint(key: str) -> str:
    """A short text that is different for every key and doesn't reveal it."""
    return pbkdf2_hmac("sha256", key.encode(), b"ichiba.key", _ROUNDS)[:8].hex()


def is_weak(key: str) -> bool:
    """Whether a key can be guessed."""
    return len(key) < LEAST_KEY or len({*key}) < _LEAST_KINDS


def foreign_key() -> str:
    """The fingerprint of the key that this database belongs to, if it isn't ours; else ""."""
    if not _has(SiteValue):
        return ""
    known = SiteValue.objects.filter(name=_KEY).first()
    if known is None or known.value == fingerprint(settings.SECRET_KEY):
        return ""
    return known.value


def claim_database() -> None:
    """Remember that this database belongs to servers with our key."""
    SiteValue.objects.update_or_create(
        name=_KEY, defaults={"value": fingerprint(settings.SECRET_KEY)}
    )


class Outdated(msgspec.Struct, frozen=True):
    """A game in progress that this version can't replay."""

    table: int
    game: str
    revision: int
    names: tuple[str, ...]


def outdated_games() -> list[Outdated]:
    """All games in progress that this version can't replay. Works before a migration, too."""
    if not _has(Table):
        return []
    running = Table.objects.filter(status=Table.Status.RUNNING)
    # Only columns that every version had.
    rows = [*running.values_list("pk", "title", "revision").order_by("pk")]
    lost = [row for row in rows if not _can_replay(row[1], row[2])]
    return [Outdated(*row, _names(row[0])) for row in lost]


class Damaged(msgspec.Struct, frozen=True):
    """A game whose moves are incomplete or can't be replayed."""

    table: int
    names: tuple[str, ...]
    why: str

    def __str__(self) -> str:
        return f"table {self.table} ({', '.join(filter(None, self.names))}): {self.why}"


def damaged_games() -> list[Damaged]:
    """All games with missing moves, and games in progress that can't be replayed.

    Games with rules that this version can't replay are left out. Works before a migration, too.
    """
    if not _has(Table):
        return []
    ends = Move.objects.values("table").annotate(last=Max("number"), count=Count("pk"))
    incomplete = {*ends.exclude(last=F("count")).order_by().values_list("table", flat=True)}
    columns = ("pk", "title", "revision", "players", "options", "seed")
    begun = Table.objects.exclude(status=Table.Status.OPEN).order_by("pk")
    asked = Q(status=Table.Status.RUNNING) | Q(pk__in=incomplete)
    found = []
    for pk, *head in begun.filter(asked).values_list(*columns):
        why = _damage(pk, *head) if _can_replay(*head[:2]) else ""
        if why:
            found.append(Damaged(pk, _names(pk), why))
    return found


def _damage(pk: int, game: str, revision: int, players: int, options: Any, seed: str) -> str:
    """What is wrong with the moves of a table, without any secret; "" if nothing is."""
    try:
        moves, _ = moves_of(pk)
    except RecordError as gap:
        return str(gap)
    names = [str(number) for number in range(players)]
    record = Record(game=game, revision=revision, players=players, options=options, seed=seed,
                    names=names, moves=moves)  # fmt: skip
    try:
        Match.resume(record)
    except IchibaError:
        return "Its moves can't be replayed."
    return ""


def _can_replay(name: str, revision: int) -> bool:
    try:
        game = load(name)
    except UnknownGame:
        return False
    return game.oldest <= revision <= game.revision


def _names(table: int) -> tuple[str, ...]:
    return tuple(Seat.objects.filter(table=table).order_by("number").values_list("name", flat=True))


def in_words(games: list[Outdated]) -> str:
    """How many games there are of each title, and the first few of them."""
    counts = Counter((one.game, one.revision) for one in games)
    kinds = [f"{count} of {game} revision {number}" for (game, number), count in counts.items()]
    named = [f"table {one.table} ({', '.join(filter(None, one.names))})" for one in games[:SHOWN]]
    more = [f"{len(games) - SHOWN} more"] if len(games) > SHOWN else []
    return f"{', '.join(kinds)}: {', '.join(named + more)}"


def end_games(games: list[Outdated]) -> None:
    """End games without a result. Their records can be downloaded."""
    for one in games:
        _end(Table.objects.get(pk=one.table))


@changes
def _end(table: Table) -> None:
    lock(table)
    end(table)
    happened(table, Happening.Kind.OUTDATED)


def _has(model: type[Table] | type[SiteValue]) -> bool:
    """Whether the database has the table of a model: a new or old one may not."""
    return model._meta.db_table in connection.introspection.table_names()
