"""Tables for those who only look, read from the database once for each version.

Everything that a page shows raises the version, so that whoever looks at the same version may look
at the same rows. Who is here does not: it is as new as the rows, or as the last look through this
process. Whoever changes a table reads its own rows.
"""

from collections import OrderedDict
from threading import Lock

from django.http import Http404

from ichiba.site.models import Table

_MOST = 500

_lock = Lock()
_kept: OrderedDict[int, Table] = OrderedDict()


def newest(slug: str) -> Table:
    """The table of an address, with its seats; Http404 if there is none."""
    found = Table.objects.filter(slug=slug).values_list("pk", "version").first()
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
