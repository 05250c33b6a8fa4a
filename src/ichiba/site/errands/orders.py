"""Orders errands, within the transaction that causes them."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from ichiba.site.models import Errand

_COLUMNS = "kind, key, due, payload, holder, tries, error, created"
_AS_NEW = (
    "payload = excluded.payload, holder = '', leased = NULL, tries = 0, error = '', failed = NULL"
)
# An errand that waits already keeps its time if that is earlier.
_EARLIER = (
    "CASE WHEN site_errand.holder = '' AND site_errand.failed IS NULL"
    " AND site_errand.due < excluded.due THEN site_errand.due ELSE excluded.due END"
)
_wake: Callable[[], None] | None = None


def order(
    kind: str, key: str, payload: Any, due: datetime | None = None, *, move: bool = False
) -> None:
    """Order an errand for a time, or for now. Call it within a transaction.

    If it has been ordered already, the earlier time counts or, with `move`, the new one. If it is
    being done right now, it is done once more, because its cause has come again.
    """
    now = timezone.now()
    at = connection.ops.adapt_datetimefield_value
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO site_errand ({_COLUMNS}) VALUES (%s, %s, %s, %s, '', 0, '', %s)"  # noqa: S608
            " ON CONFLICT (kind, key) DO UPDATE SET due = "
            f"{'excluded.due' if move else _EARLIER}, {_AS_NEW}",
            [kind, key, at(due or now), connection.ops.adapt_json_value(payload, None), at(now)],
        )
    if _wake is not None and (due is None or due <= now):
        transaction.on_commit(_wake)


def cancel(kind: str, key: str) -> None:
    """Forget an errand, unless it is being done right now."""
    Errand.objects.filter(kind=kind, key=key, holder="").delete()


def waiting(kind: str) -> int:
    """Return how many errands of a kind are waiting or being done."""
    return Errand.objects.filter(kind=kind, failed=None).count()


def wake_with(wake: Callable[[], None] | None) -> None:
    """Set what wakes the workers of this process."""
    global _wake  # noqa: PLW0603 - one group of workers a process
    _wake = wake
