"""Backups: a copy of the whole database in one SQLite file, made while servers are running.

The same file can be restored into SQLite and into PostgreSQL, so it also moves a site from one to
the other.
"""

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, connections
from django.db.migrations.loader import MigrationLoader
from django.db.models import Field, Max, Model

from ichiba.site.configuration.files import create
from ichiba.site.live import propagation
from ichiba.site.models import SiteValue, Table
from ichiba.site.store.transactions import filling, reading_one_moment, writing

ALIAS = "backup"
_BATCH = 500
_BEGINNING = datetime(2020, 1, 1, tzinfo=UTC)  # before any server ran; seconds since fit until 2088
Models = list[type[Model]]


class UnusableError(Exception):
    """A database can't be copied or restored; the message says why."""


def write(target: Path) -> None:
    """Write the database to a new file that only its owner can read."""
    _check_known("default")
    draft = create(target.with_name(f".{target.name}.{os.getpid()}.tmp"))
    try:
        if connection.vendor == "sqlite":
            _copy_file(draft)
        else:
            with _opened(draft):
                call_command("migrate", database=ALIAS, verbosity=0)
                with reading_one_moment(), filling(ALIAS):
                    _replace_rows("default", ALIAS)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)


def restore(source: Path) -> None:
    """Replace everything in the database with a backup. Running servers show it at once.

    A backup of an older version is brought up to date first.
    """
    with TemporaryDirectory(prefix="ichiba-restore-") as folder:
        copy = Path(folder) / "backup.sqlite3"
        shutil.copyfile(source, create(copy))
        _check(copy)
        with _opened(copy):
            _check_known(ALIAS)
            call_command("migrate", database=ALIAS, verbosity=0)
            with writing():
                _wait_for_changes()
                known = _newest_version()
                _replace_rows(ALIAS, "default")
                _reset_sequences()
                _begin_epoch(known)


def _wait_for_changes() -> None:
    """Keep servers from changing tables until the end of the transaction. They can read on."""
    if connection.vendor == "postgresql":  # SQLite has one writer anyway
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {Table._meta.db_table} IN EXCLUSIVE MODE")


def _newest_version() -> int:
    return Table.objects.aggregate(most=Max("version"))["most"] or 0


def _begin_epoch(known: int) -> None:
    """Tell servers and pages that whatever they have of a table is outdated.

    Pages show only versions that are newer than theirs, which may even come from a database that is
    lost. No table changes more than once a second for years, so the seconds are a newer version.
    """
    seconds = (datetime.now(UTC) - _BEGINNING) // timedelta(seconds=1)
    Table.objects.update(version=max(known, _newest_version(), seconds) + 1)
    epoch = {"value": token_hex(4)}
    SiteValue.objects.update_or_create(name=SiteValue.EPOCH, defaults=epoch)
    propagation.announce(propagation.ALL)


def _copy_file(target: Path) -> None:
    """Copy a SQLite database, including what servers have not yet merged into its file."""
    connection.ensure_connection()
    with sqlite3.connect(target) as copy:
        connection.connection.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a second one beside it
    copy.close()


@contextmanager
def _opened(file: Path) -> Iterator[None]:
    """Make a SQLite file available as a second database."""
    connections.settings[ALIAS] = {
        **connections.settings["default"],
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": str(file),
        "OPTIONS": {"init_command": "PRAGMA synchronous=OFF;"},
        "CONN_HEALTH_CHECKS": False,
    }
    try:
        yield
    finally:
        connections[ALIAS].close()
        del connections[ALIAS]
        del connections.settings[ALIAS]


def _check(file: Path) -> None:
    """Raise UnusableError unless this is an undamaged database of Ichiba."""
    try:
        with sqlite3.connect(file) as database:
            sound = database.execute("PRAGMA quick_check").fetchone()[0] == "ok"
            known = database.execute(
                "SELECT name FROM sqlite_master WHERE name IN ('django_migrations', 'site_table')"
            ).fetchall()
        database.close()
    except sqlite3.DatabaseError:
        raise UnusableError("it is not a backup of Ichiba") from None
    if not sound:
        raise UnusableError("it is damaged")
    if len(known) < 2:
        raise UnusableError("it is not a backup of Ichiba")


def _check_known(alias: str) -> None:
    """Raise UnusableError if a database is newer than this version of Ichiba, or has no tables."""
    loader = MigrationLoader(connections[alias])
    applied = {name for app, name in loader.applied_migrations if app == "site"}
    known = {name for app, name in loader.disk_migrations if app == "site"}
    if not applied:
        raise UnusableError("it is empty")
    if applied - known:
        raise UnusableError("it belongs to a newer version of Ichiba")
    if known - applied and connections[alias].vendor != "sqlite":
        raise UnusableError("it belongs to an older version of Ichiba; start the server first")


def _all_models() -> Models:
    return [
        model for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    ]  # fmt: skip


def _replace_rows(source: str, target: str) -> None:
    """Copy all rows. Foreign keys are checked at the end of the transaction."""
    models = _all_models()
    with connections[target].cursor() as cursor:
        for model in models:
            table = connections[target].ops.quote_name(model._meta.db_table)
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608 - the name of a model
    with _as_they_are(models):
        for model in models:
            rows = model._base_manager.using(source).order_by("pk").iterator(chunk_size=_BATCH)
            batch: list[Model] = []
            for row in rows:
                batch.append(row)
                if len(batch) == _BATCH:
                    model._base_manager.using(target).bulk_create(batch)
                    batch = []
            model._base_manager.using(target).bulk_create(batch)


@contextmanager
def _as_they_are(models: Models) -> Iterator[None]:
    """Keep the times at which rows were created."""
    dated: list[Field[Any, Any]] = [
        field
        for model in models
        for field in model._meta.local_fields
        if getattr(field, "auto_now_add", False)
    ]
    for field in dated:
        field.auto_now_add = False  # type: ignore[attr-defined]
    try:
        yield
    finally:
        for field in dated:
            field.auto_now_add = True  # type: ignore[attr-defined]


def _reset_sequences() -> None:
    """Continue numbering after the restored rows."""
    with connection.cursor() as cursor:
        for line in connection.ops.sequence_reset_sql(no_style(), _all_models()):
            cursor.execute(line)
