"""Tables for those who only look, read from the database once for each version.

Everything that a page shows raises the version, so that whoever looks at the same version may look
at the same rows. Who is here does not: it is as new as the rows, or as the last look through this
process. Whoever changes a table does it on a copy, and reads the seats again that change.
"""

from collections import OrderedDict
from collections.abc import Collection
from copy import copy
from datetime import datetime
from threading import Lock

from django.http import Http404

from ichiba.site import sql
from ichiba.site.models import Table

_MOST = 500

_lock = Lock()
_kept: OrderedDict[int, Table] = OrderedDict()


def newest(slug: str) -> Table:
    """The table of an address, with its seats; Http404 if there is none."""
    return _newest(sql.version_by_slug(slug))


def newest_of(pk: int) -> Table:
    """The table of this number."""
    return _newest(sql.version_by_pk(pk))


def after_change(table: Table) -> Table:
    """The table as somebody has just changed it, or newer; without asking, if that is known."""
    with _lock:
        kept = _kept.get(table.pk)
    return kept if kept is not None and kept.version >= table.version else newest(table.slug)


def moved(table: Table, before: int) -> None:
    """A move has raised the version, and changed nothing else of the table and its seats."""
    with _lock:
        kept = _kept.get(table.pk)
        if kept is not None and kept.version == before:
            new = copy(kept)
            new.version = before + 1
            _kept[table.pk] = new


def seen(table: Table, numbers: Collection[int], when: datetime) -> None:
    """Somebody looks, at these places."""
    with _lock:
        kept = _kept.get(table.pk)
    for known in (table, kept):
        for seat in known.seats.all() if known is not None else ():
            if seat.number in numbers:
                seat.seen = when


def _newest(found: tuple[int, int] | None) -> Table:
    if found is None:
        raise Http404
    pk, version = found
    with _lock:
        kept = _kept.get(pk)
    if kept is not None and kept.version == version:
        return kept
    table = Table.objects.prefetch_related("seats").filter(pk=pk).first()
    if table is None:
        raise Http404
    with _lock:
        _kept[pk] = table
        _kept.move_to_end(pk)
        while len(_kept) > _MOST:
            _kept.popitem(last=False)
    return table
