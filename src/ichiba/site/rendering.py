"""The live part of a table's page, rendered once for all who see the same.

A move is answered to the one who made it, and sent to everybody's streams: most of these look with
the same eyes. What they are shown depends on the table's version, on the eyes, on who is there, on
whose time is over and on the language, and on nothing else about the visitor. Only the token of the
forms is everybody's own; it is put in afterwards.
"""

from collections import OrderedDict
from secrets import token_hex
from threading import Lock

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language
from markupsafe import Markup

from ichiba.site import pace
from ichiba.site.locks import TableLocks
from ichiba.site.models import Person, Table
from ichiba.site.seeing import here, table_context, viewer_of
from ichiba.site.templating import voice

_MOST = 100
_TOKEN = token_hex(16)
_INPUT = Markup('<input type="hidden" name="csrfmiddlewaretoken" value="{}">').format(_TOKEN)

_lock = Lock()
_kept: OrderedDict[tuple[object, ...], bytes] = OrderedDict()
_tables = TableLocks()


def page_context(request: HttpRequest, table: Table) -> dict[str, object]:
    """What a page, or its live part, shows to the visitor."""
    person: Person | None = request.person  # type: ignore[attr-defined]
    context = table_context(table, person)
    if table.status == Table.Status.OPEN:
        address = reverse("table", args=[table.slug])
        context["invitation"] = request.build_absolute_uri(address)
    return context


def live_part(request: HttpRequest, table: Table) -> bytes:
    """The live part for this visitor, as it is sent."""
    if table.status == Table.Status.OPEN:  # it shows the host what others do not see
        return _in_one_line(
            render_to_string("site/_live.html", page_context(request, table), request)
        )
    key = _what_decides(request, table)
    with _tables.hold(table.pk):  # whoever sees the same waits for the first
        html = _kept.get(key)
        if html is None:
            context = page_context(request, table) | voice(get_language() or "en")
            context["csrf_input"] = _INPUT
            html = _in_one_line(render_to_string("site/_live.html", context))
            if _what_decides(request, table) == key:  # else time has changed it meanwhile
                _keep(key, html)
    return html.replace(_TOKEN.encode(), _token_of(request).encode())


def _token_of(request: HttpRequest) -> str:
    """The token for the visitor's forms: the one that came with a form, or one for each stream.

    A new one for every event would be dozens of system calls, at each of which threads change.
    """
    token: str | None = getattr(request, "ichiba_token", None)
    if token is None:
        came = request.POST.get("csrfmiddlewaretoken", "")
        token = came if came.isalnum() else get_token(request)
        request.ichiba_token = token  # type: ignore[attr-defined]
    return token


def _what_decides(request: HttpRequest, table: Table) -> tuple[object, ...]:
    """All that makes one live part different from another."""
    seats = [*table.seats.all()]
    viewer = viewer_of(table, request.person, seats)  # type: ignore[attr-defined]
    present = tuple(here(seat) for seat in seats)
    late = tuple(pace.is_over(table, seat) for seat in seats)
    own = tuple(viewer.seats)
    return (table.pk, table.version, viewer.eyes, own, present, late, get_language())


def _keep(key: tuple[object, ...], html: bytes) -> None:
    with _lock:
        _kept[key] = html
        while len(_kept) > _MOST:
            _kept.popitem(last=False)


def _in_one_line(html: str) -> bytes:
    """As an event wants it, where every line has to say that it is data."""
    return html.replace("\n", " ").encode()
