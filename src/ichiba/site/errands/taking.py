"""Takes errands that are due, and notes how it went: done, to be tried again, or given up.

A worker takes an errand for a limited time, the lease. If its process is killed, another worker
takes the errand after that. Each try has a random name. Whoever has lost the lease, or whose errand
was ordered again meanwhile, finds another name and changes nothing.

Some receivers, such as webhooks, are slow or don't answer. Only one errand at a time is for the
same receiver, and after a failure the others wait as well. So nobody keeps the workers from all
other errands.
"""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import chain
from random import random
from secrets import token_hex

from django.db import connection
from django.utils import timezone

from ichiba.site.errands.kinds import Task, by_receiver
from ichiba.site.models import Errand
from ichiba.site.store.transactions import writing

# Longer than any errand takes: a mail server has ten seconds for each step.
LEASE = timedelta(seconds=90)
# Seconds before the second try, and by how much each pause is longer than the one before.
FIRST_PAUSE, FACTOR = 5.0, 4.0
LONGEST_PAUSE = 6 * 3600.0
# So that errands that failed together aren't tried again together.
JITTER = 0.25

# After so many tries of one errand, others for the same receiver don't wait for it any longer:
# perhaps only this one can't be done.
_TRIES_IN_THE_WAY = 3
_MOST_BUSY = 100  # receivers that a query excludes; so many are never busy at once

_DUE = "failed IS NULL AND due <= %s AND (leased IS NULL OR leased <= %s)"


class Superseded(Exception):  # noqa: N818
    """The lease has passed to someone else, or the errand was ordered again."""


def due_kinds() -> set[str]:
    """Return the kinds of which something is due. Doesn't lock anything."""
    now = connection.ops.adapt_datetimefield_value(timezone.now())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT DISTINCT kind FROM site_errand WHERE {_DUE}", [now, now])  # noqa: S608
        return {row[0] for row in cursor.fetchall()}


def take(kinds: Sequence[str]) -> Task | None:
    """Take the errand of these kinds that has been due for longest, if there is one."""
    if not kinds:
        return None
    now = timezone.now()
    at = connection.ops.adapt_datetimefield_value
    skip = "" if connection.vendor == "sqlite" else "FOR UPDATE SKIP LOCKED"
    with writing(), connection.cursor() as cursor:
        busy = _busy_receivers(kinds, now)
        others = " AND NOT (kind = %s AND key LIKE %s)" * len(busy)
        cursor.execute(
            "UPDATE site_errand SET leased = %s, holder = %s, tries = tries + 1"  # noqa: S608
            f" WHERE id = (SELECT id FROM site_errand WHERE {_DUE} AND kind IN ({_marks(kinds)})"
            f"{others} ORDER BY due, id LIMIT 1 {skip})"
            " RETURNING id, kind, key, payload, tries, holder",
            [at(now + LEASE), token_hex(8), at(now), at(now), *kinds, *chain(*busy)],
        )
        row = cursor.fetchone()
        if row is None:
            return None
        pk, kind, key, payload, tries, holder = row
        due, created = Errand.objects.values_list("due", "created").get(pk=pk)
    known = json.loads(payload) if isinstance(payload, str) else payload
    return Task(pk, kind, key, known, tries, due, created, holder)


def _busy_receivers(kinds: Sequence[str], now: datetime) -> list[tuple[str, str]]:
    """Return kinds with patterns of keys: of those who are being sent something, or just failed.

    On PostgreSQL, two processes can find out at the same time that somebody isn't busy. Then two
    errands are done at once, which does no harm.
    """
    chosen, at = by_receiver(kinds), connection.ops.adapt_datetimefield_value
    if not chosen:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT DISTINCT kind, key FROM site_errand WHERE kind IN ({_marks(chosen)})"  # noqa: S608
            " AND failed IS NULL AND (leased > %s OR (due > %s AND tries BETWEEN 1 AND %s))"
            " LIMIT %s",
            [*chosen, at(now), at(now), _TRIES_IN_THE_WAY, _MOST_BUSY],
        )
        return sorted({(kind, f"{key.partition('.')[0]}.%") for kind, key in cursor.fetchall()})


def _marks(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))


def acknowledge(task: Task, again: datetime | None = None) -> None:
    """Delete what has been done, or set when to do it again. Superseded if it is another's now.

    Call it within a transaction, after all that locks tables.
    """
    own = Errand.objects.filter(pk=task.pk, holder=task.holder)
    if again is None:
        found = own.delete()[0]
    else:
        found = own.update(due=again, holder="", leased=None, tries=0, error="")
    if not found:
        raise Superseded


def try_later(task: Task, why: str) -> None:
    """Let an errand be tried again after a pause."""
    due = timezone.now() + timedelta(seconds=pause_after(task.tries))
    with writing():
        Errand.objects.filter(pk=task.pk, holder=task.holder).update(
            due=due, holder="", leased=None, error=why[:200]
        )


def give_up(task: Task, why: str) -> None:
    """Keep an errand for the operator, without trying it again."""
    with writing():
        Errand.objects.filter(pk=task.pk, holder=task.holder).update(
            failed=timezone.now(), holder="", leased=None, error=why[:200]
        )


def pause_after(tries: int) -> float:
    """Return the seconds until the next try: longer each time, and never quite the same."""
    pause = min(FIRST_PAUSE * FACTOR ** (tries - 1), LONGEST_PAUSE)
    return pause * (1 + JITTER * (2 * random() - 1))
