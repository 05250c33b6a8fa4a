"""What a server checks before it starts: its key, and games that it can no longer continue."""

from collections import Counter
from hashlib import pbkdf2_hmac

import msgspec
from django.conf import settings
from django.db import connection
from django.utils import timezone

from ichiba.core.errors import UnknownGame
from ichiba.core.registry import load
from ichiba.site.models import Happening, Seat, SiteValue, Table
from ichiba.site.tables.changes import changes, happened, lock

_KEY = "key-fingerprint"
# Slow on purpose, in case somebody has chosen a key that can be guessed.
_ROUNDS = 200_000
_SHOWN = 5  # games that are named one by one


def fingerprint(key: str) -> str:
    """A short text that is different for every key and doesn't reveal it."""
    return pbkdf2_hmac("sha256", key.encode(), b"ichiba.key", _ROUNDS)[:8].hex()


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
    rows = [*running.values_list("pk", "game", "revision").order_by("pk")]
    lost = [row for row in rows if not _can_replay(row[1], row[2])]
    return [Outdated(*row, _names(row[0])) for row in lost]


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
    named = [f"table {one.table} ({', '.join(filter(None, one.names))})" for one in games[:_SHOWN]]
    more = [f"{len(games) - _SHOWN} more"] if len(games) > _SHOWN else []
    return f"{', '.join(kinds)}: {', '.join(named + more)}"


def end_games(games: list[Outdated]) -> None:
    """End games without a result. Their records can be downloaded."""
    for one in games:
        _end(Table.objects.get(pk=one.table))


@changes
def _end(table: Table) -> None:
    lock(table)
    table.status, table.finished = Table.Status.ENDED, timezone.now()
    table.save(update_fields=["status", "finished"])
    happened(table, Happening.Kind.OUTDATED)


def _has(model: type[Table] | type[SiteValue]) -> bool:
    """Whether the database has the table of a model: a new or old one may not."""
    return model._meta.db_table in connection.introspection.table_names()
