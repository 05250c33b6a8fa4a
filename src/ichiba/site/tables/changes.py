"""What every change of a table has in common: one transaction, a new version, a notification."""

from collections.abc import Callable
from copy import copy
from functools import partial, wraps
from typing import Concatenate, Generic, ParamSpec, TypeVar

from django.db import transaction
from django.utils import timezone

from ichiba.core.messages import Reason
from ichiba.site.live import propagation
from ichiba.site.models import Event, Happening, Seat, Table
from ichiba.site.store import snapshots, sql
from ichiba.site.store.transactions import afterwards, writing
from ichiba.site.tables import calls, ratings

P = ParamSpec("P")
R = TypeVar("R")


class Refused(Exception):  # noqa: N818
    """An action that isn't allowed. The reason is shown to the person."""

    def __init__(self, why: Reason | str) -> None:
        super().__init__(str(why))
        self.why = why


class MovedOn(Exception):  # noqa: N818
    """The page was outdated: someone, possibly the same person, has acted in the meantime."""


class Unchanged(Generic[R]):
    """The result of a function that left the table as it was, so that viewers aren't notified."""

    def __init__(self, result: R) -> None:
        self.result = result


def changes(
    do: Callable[Concatenate[Table, P], R | Unchanged[R]],
) -> Callable[Concatenate[Table, P], R]:
    """Decorate a function that changes a table: run it in a transaction, then notify viewers.

    It gets a copy of the row, because the row may belong to a snapshot.
    """

    @wraps(do)
    def changing(table: Table, /, *args: P.args, **kwargs: P.kwargs) -> R:
        table = copy(table)
        with writing():
            result = do(table, *args, **kwargs)
            if isinstance(result, Unchanged):
                return result.result
            changed(table.pk)
        return result

    return changing


def changed(pk: int, publish: Callable[[], object] | None = None, due: int | None = None) -> None:
    """Raise the version of a table within a change. After a move, `due` says who has to decide.

    Once the change is committed, publish the new snapshot and then notify the viewers, who read it.
    """
    sql.raise_version(pk, due)
    transaction.on_commit(publish or partial(snapshots.publish_newest, pk))
    propagation.announce(pk)
    afterwards(partial(propagation.ring, pk))


def lock(table: Table) -> None:
    """Lock and reload the table within a change.

    MovedOn if it is gone. In a restored database, another table may have its primary key.
    """
    same = Table.objects.select_for_update(no_key=True).filter(slug=table.slug)
    try:
        table.refresh_from_db(from_queryset=same)
    except Table.DoesNotExist:
        raise MovedOn from None


def end(table: Table) -> None:
    """End a game without a result, within a change."""
    table.status, table.finished, table.due = Table.Status.ENDED, timezone.now(), 0
    table.save(update_fields=["status", "finished", "due"])
    ratings.order(table)
    calls.call_all(table, Event.ENDED)


def happened(table: Table, kind: Happening.Kind, seat: Seat | None = None) -> None:
    """Record a happening, which is shown in the log but isn't part of the record."""
    Happening.objects.create(
        table=table,
        kind=kind,
        seat=None if seat is None else seat.number,
        person_id=None if seat is None else seat.person_id,
        name="" if seat is None else seat.name,
        move=table.moves.count(),
    )
