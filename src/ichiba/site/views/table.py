"""A table: its page, its stream, and everything that is done there."""

from collections.abc import AsyncIterator, Callable
from functools import wraps
from typing import Any

from asgiref.sync import sync_to_async
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from ichiba.core.errors import SetupError
from ichiba.core.messages import Reason
from ichiba.site import boards, live, standing, tables
from ichiba.site.identity import ensure_person
from ichiba.site.matches import hold
from ichiba.site.models import Person, Seat, Table
from ichiba.site.rulebook import chapters_as_html
from ichiba.site.seeing import may_look, table_context, viewer_of, words_for
from ichiba.site.views.home import is_turn_of

# Seconds after which a stream says that it is still there; a page worries after twenty.
HEARTBEAT = 15.0
# The visitor may not look any more: a private game has begun. The page loads again and says so.
GONE = "event: gone\ndata: gone\n\n"


def find(request: HttpRequest, slug: str) -> Table:
    """The table of an address, if the visitor may look at it."""
    table = get_object_or_404(Table, slug=slug)
    person = request.person  # type: ignore[attr-defined]
    if not may_look(table, viewer_of(table, person, [*table.seats.all()])):
        raise PermissionDenied(_("This table is private. Ask its host to list it."))
    return table


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a table, at any time of its life."""
    found = find(request, slug)
    _note_presence(found, request.person)  # type: ignore[attr-defined]
    return _page(request, found)


def _page(request: HttpRequest, found: Table, notice: str = "", status: int = 200) -> HttpResponse:
    """The whole page, or just the live part for a request of the page itself."""
    found.refresh_from_db()
    context = _context(request, found)
    context["notice"] = notice
    if request.htmx:  # type: ignore[attr-defined]
        return render(request, "site/_live.html", context, status=status)
    context |= {
        "chapters": chapters_as_html(context["game"]),  # type: ignore[arg-type]
        "board_style": boards.style_of(context["game"]),  # type: ignore[arg-type]
        "board_script": boards.script_of(context["game"]),  # type: ignore[arg-type]
    }
    return render(request, "site/table.html", context, status=status)


def _context(request: HttpRequest, found: Table) -> dict[str, object]:
    """What the live part of the page needs."""
    address = request.build_absolute_uri(reverse("table", args=[found.slug]))
    context = table_context(found, request.person)  # type: ignore[attr-defined]
    return context | {"invitation": address}


def _note_presence(table: Table, person: Person | None) -> None:
    if person is not None:
        Seat.objects.filter(table=table, person=person).update(seen=timezone.now())


async def stream(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The table as it changes: server-sent events, each the live part for this visitor."""
    found = await sync_to_async(find)(request, slug)

    async def changes() -> AsyncIterator[str]:
        with live.watching(found.pk) as bell:
            while True:
                try:
                    bell.seen, text = await sync_to_async(_live_part)(request, slug, bell.seen)
                except (PermissionDenied, Http404):
                    yield GONE
                    return
                if text:
                    yield text
                if not await bell.heard(HEARTBEAT):
                    yield f"event: here\nid: {bell.seen}\ndata: here\n\n"

    response = StreamingHttpResponse(changes(), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


def _live_part(request: HttpRequest, slug: str, seen: int) -> tuple[int, str]:
    """The event for the current version, or nothing if it has been sent."""
    try:
        found = find(request, slug)
        _note_presence(found, request.person)  # type: ignore[attr-defined]
        if found.version == seen:
            return seen, ""
        html = render_to_string("site/_live.html", _context(request, found), request)
        lines = "".join(f"data: {line}\n" for line in html.splitlines() if line.strip())
        return found.version, f"id: {found.version}\n{lines}\n"
    finally:
        connection.close()


@require_GET
def pulse(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether it is the visitor's turn: all that a hidden tab asks for."""
    found = find(request, slug)
    person = request.person  # type: ignore[attr-defined]
    turn = person is not None and is_turn_of(found, person)
    return JsonResponse({"turn": turn, "version": found.version, "status": found.status})


def acts(do: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """Something that is posted to a table: what is refused is said on the page, with its status."""

    @require_POST
    @wraps(do)
    def acting(request: HttpRequest, slug: str) -> HttpResponse:
        found = find(request, slug)
        notice, status = "", 200
        try:
            answer = do(request, found)
            if isinstance(answer, HttpResponse):
                return answer
        except tables.MovedOn:
            notice, status = _("The table has moved on. Here is how it stands."), 409
        except tables.Refused as refusal:
            notice, status = _in_words(refusal, found), 409
        except SetupError as error:
            notice, status = error.reason.say(words_for([])), 422
        if request.htmx or notice:  # type: ignore[attr-defined]
            return _page(request, found, notice, status)
        return redirect("table", slug=found.slug)

    return acting


def _in_words(refusal: tables.Refused, table: Table) -> str:
    if isinstance(refusal.why, Reason):
        return refusal.why.say(words_for([seat.name for seat in table.seats.all()]))
    return refusal.why


def _acting_seat(request: HttpRequest, table: Table) -> int:
    """The seat for which this visitor decides."""
    person = request.person  # type: ignore[attr-defined]
    viewer = viewer_of(table, person, [*table.seats.all()])
    if viewer.eyes is None or table.status == Table.Status.OPEN:
        raise PermissionDenied(_("You do not play at this table, or not right now."))
    return viewer.eyes


@acts
def move(request: HttpRequest, table: Table) -> None:
    """Make a move; a board asks for an amount with a field, and `#` stands for it in the move."""
    seat = _acting_seat(request, table)
    amount = request.POST.get("amount", "").strip()
    notation = request.POST.get("move", "").replace("#", amount)
    tables.play(table, seat, notation, request.POST.get("page", ""))


@acts
def order(request: HttpRequest, table: Table) -> None:
    """Give a standing order for blind bids, or take it back."""
    seat = _acting_seat(request, table)
    standing.give(table, seat, request.POST.get("kind", ""), request.POST.get("extra", ""))


@acts
def undo(request: HttpRequest, table: Table) -> None:
    """Take back the last decision, or begin the turn again."""
    seat = _acting_seat(request, table)
    whole = request.POST.get("turn") == "whole"
    tables.undo(table, seat, request.POST.get("page", ""), whole_turn=whole)


@acts
def unveil(request: HttpRequest, table: Table) -> None:
    """At a shared screen: the named player has come and may look."""
    person = request.person  # type: ignore[attr-defined]
    viewer = viewer_of(table, person, [*table.seats.all()])
    seat = request.POST.get("seat", "")
    own = {str(number): number for number in viewer.seats}
    if not table.hotseat or seat not in own:
        raise PermissionDenied(_("This place is not at your screen."))
    with hold(table) as match:
        due = own[seat] in match.state.actors
    if table.at_screen is None and due:
        tables.come_to_screen(table, own[seat])


@acts
def join(request: HttpRequest, table: Table) -> None:
    """Sit down."""
    tables.sit_down(table, ensure_person(request, request.POST.get("name", "")))


@acts
def leave(request: HttpRequest, table: Table) -> HttpResponse:
    """Stand up before the game begins."""
    person = request.person  # type: ignore[attr-defined]
    if person is not None:
        tables.stand_up(table, person)
    return redirect("home")


@acts
def fill(request: HttpRequest, table: Table) -> None:
    """Give the free seats to bots and start."""
    person = request.person  # type: ignore[attr-defined]
    if person is None:
        raise PermissionDenied
    tables.fill_with_bots(table, person)


@acts
def chat(request: HttpRequest, table: Table) -> None:
    """Say something."""
    tables.say(table, ensure_person(request), request.POST.get("text", ""))


@acts
def rematch(request: HttpRequest, table: Table) -> HttpResponse:
    """The same again."""
    person = request.person  # type: ignore[attr-defined]
    if person is None or not table.seats.filter(person=person).exists():
        raise PermissionDenied(_("Only those who played can ask for a rematch."))
    if table.status != Table.Status.FINISHED:
        raise tables.Refused(_("This game is not over yet."))
    return redirect("table", slug=tables.rematch(table, person).slug)


@require_safe
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of a finished game as a file: a running one would tell all secrets."""
    found = find(request, slug)
    if found.status != Table.Status.FINISHED:
        raise Http404
    with hold(found) as match:
        content = match.record.encode()
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{found.game}-{found.slug}.json"'
    return response
