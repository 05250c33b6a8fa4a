"""Tables for those who only look, read from the database once for each version.

Everything that a page shows raises the version, so that whoever looks at the same version may look
at the same rows. Who is here does not: it is as new as the rows, or as the last look through this
process. Whoever changes a table does it on a copy, and reads the seats again that change.
"""

from collections import OrderedDict
from copy import copy
from threading import Lock

from django.db import connection
from django.http import Http404

from ichiba.site.models import Table

_MOST = 500
_NAME = Table._meta.db_table
_VERSIONS = {
    field: f'SELECT id, version FROM "{_NAME}" WHERE {field} = %s'  # noqa: S608 - no input
    for field in ("slug", "id")
}

_lock = Lock()
_kept: OrderedDict[int, Table] = OrderedDict()


def newest(slug: str) -> Table:
    """The table of an address, with its seats; Http404 if there is none."""
    return _newest("slug", slug)


def newest_of(pk: int) -> Table:
    """The table of this number."""
    return _newest("id", pk)


def moved(table: Table, before: int) -> None:
    """A move has raised the version, and changed nothing else of the table and its seats."""
    with _lock:
        kept = _kept.get(table.pk)
        if kept is not None and kept.version == before:
            new = copy(kept)
            new.version = before + 1
            _kept[table.pk] = new


def _newest(field: str, value: object) -> Table:
    # By hand, since the ORM takes several times as long, and everybody who looks comes by here.
    with connection.cursor() as cursor:
        cursor.execute(_VERSIONS[field], [value])
        found = cursor.fetchone()
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
