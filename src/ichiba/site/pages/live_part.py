"""The live part of a table's page, rendered once for all viewers who see the same.

After a move, the page is sent to the player who made it and to everyone's streams, and many of
them see the same. The page depends only on the table's version, the epoch of the database, the
viewer's seat, who is present, who is out of time, whether the deal is secret, and the language.

It contains no CSRF token: a page inserts its own (`form_token.js`). So everyone can get the same
bytes, and a compressed stream holds no token that its length could betray.
"""

import re
from typing import Any

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from markupsafe import Markup

from ichiba.site.access import viewer_of
from ichiba.site.live import packers
from ichiba.site.models import Table
from ichiba.site.pages import rendered
from ichiba.site.pages.players import here
from ichiba.site.pages.table import table_context
from ichiba.site.pages.templating import voice
from ichiba.site.request import Request
from ichiba.site.store.locks import TableLocks
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import clocks, days

Key = tuple[object, ...]

_INPUT = Markup('<input type="hidden" name="csrfmiddlewaretoken" value="">')

_DATA, _END = b"data: ", b"\n\n"

# A tip of several lines.
_LINES = re.compile(r'data-tip="[^"\n]*\n[^"]*"')

_tables = TableLocks()


def page_context(request: Request, snapshot: Snapshot) -> dict[str, Any]:
    """Return the context of a table's page for the visitor."""
    person = request.person
    context = table_context(snapshot, person)
    if snapshot.table.status == Table.Status.OPEN:
        address = reverse("table", args=[snapshot.table.slug])
        context["invitation"] = request.build_absolute_uri(address)
    return context


def live_part(request: Request, snapshot: Snapshot) -> bytes:
    """Return the live part for this visitor, ready to be sent."""
    event = live_event(request, snapshot)
    return event[event.index(_DATA) + len(_DATA) : -len(_END)]


def live_event(request: Request, snapshot: Snapshot) -> bytes:
    """Return the live part as an event of a stream."""
    table = snapshot.table
    if table.status == Table.Status.OPEN:  # the host sees more than others
        context = page_context(request, snapshot)
        return _event(snapshot, context | {"person": request.person})
    viewer, moment = _what_decides(request, snapshot)
    with _tables.hold(table.pk):  # others who see the same wait for the first
        known, packed = rendered.get(viewer) or (None, b"")
        if known == moment:
            return packers.kept(packed)
        event = _event(snapshot, page_context(request, snapshot))
        if _what_decides(request, snapshot)[1] == moment:  # not if a time limit has passed
            packed = packers.to_keep(event)
            rendered.keep(viewer, (moment, packed), len(packed))
        return event


def _event(snapshot: Snapshot, context: dict[str, Any]) -> bytes:
    return b"".join((b"id: %d\n" % snapshot.version, _DATA, render(context), _END))


def _what_decides(request: Request, snapshot: Snapshot) -> tuple[Key, Key]:
    """Return everything that the live part depends on: who sees it, and when."""
    table, seats = snapshot.table, snapshot.seats
    viewer = viewer_of(snapshot, request.person)
    present = tuple(here(snapshot, seat) for seat in seats)
    late = tuple(clocks.is_over(table, seat) for seat in seats)
    own = tuple(viewer.seats)
    who = ("live", table.pk, viewer.eyes, own, get_language())
    return who, (snapshot.epoch, table.version, present, late, days.is_secret(table))


def render(context: dict[str, Any]) -> bytes:
    """Return the HTML as one line, because in an event each line needs a "data:" prefix.

    The lines of tips are kept: their breaks become character references.
    """
    context |= voice(get_language() or "en")
    html = render_to_string("site/_live.html", context | {"csrf_input": _INPUT})
    kept = _LINES.sub(lambda tip: tip[0].replace("\n", "&#10;"), html)
    return kept.replace("\n", " ").encode()
