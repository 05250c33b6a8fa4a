"""Statements written by hand, for what is asked with every move and every event of a stream.

The ORM needs several times as long to find the same words each time.
"""

from typing import Any

from django.db import connection


def _row(statement: str, *values: object) -> tuple[Any, ...] | None:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        row: tuple[Any, ...] | None = cursor.fetchone()
        return row


def version_by_slug(slug: str) -> tuple[int, int] | None:
    """The number and the version of a table."""
    return _row("SELECT id, version FROM site_table WHERE slug = %s", slug)


def version_by_pk(pk: int) -> tuple[int, int] | None:
    """The same of the table with this number."""
    return _row("SELECT id, version FROM site_table WHERE id = %s", pk)


def lock(pk: int) -> tuple[str, int] | None:
    """Status and version of a table that nobody else changes until the transaction ends."""
    statement = "SELECT status, version FROM site_table WHERE id = %s"
    if connection.features.has_select_for_no_key_update:
        statement += " FOR NO KEY UPDATE"
    return _row(statement, pk)


def raise_version(pk: int) -> None:
    """Say that something about a table has changed."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE site_table SET version = version + 1 WHERE id = %s", [pk])


def bots_of(pk: int, seat: int) -> tuple[int, str, str] | None:
    """The number of a seat in the database, its bot, and the bot that stands in."""
    statement = "SELECT id, bot, stand_in FROM site_seat WHERE table_id = %s AND number = %s"
    return _row(statement, pk, seat)


def is_key_of(pk: int, key: str) -> bool:
    """Whether a person still has this key."""
    return _row("SELECT 1 FROM site_person WHERE id = %s AND key = %s", pk, key) is not None
