"""A table: its page, its stream, and everything that is done there."""

import asyncio
from collections.abc import AsyncIterator, Callable
from copy import copy
from functools import wraps
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import Error
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from ichiba.core.errors import SetupError
from ichiba.core.messages import Reason
from ichiba.site import absent, boards, limits, live, matches, rendering, rows, standing, tables
from ichiba.site.identity import ensure_person, look_again
from ichiba.site.matches import hold
from ichiba.site.models import Person, Table
from ichiba.site.rulebook import chapters_as_html
from ichiba.site.seeing import may_look, viewer_of, words_for
from ichiba.site.streams import (
    HEARTBEAT,
    RETRY,
    RETRY_SECONDS,
    TooManyStreams,
    event_stream,
    place_for,
)
from ichiba.site.threads import in_thread
from ichiba.site.views.home import is_turn_of

HERE = b"event: here\nid: %d\ndata: here\n\n"
# The visitor may not look any more: a private game has begun. The page loads again and says so.
GONE = b"event: gone\ndata: gone\n\n"


def find(request: HttpRequest, slug: str) -> Table:
    """The table of an address, if the visitor may look at it and this code can play it."""
    table = find_row(request, slug)
    matches.check(table)
    return table


def find_row(request: HttpRequest, slug: str) -> Table:
    """The table of an address, if the visitor may look at it."""
    table = get_object_or_404(Table.objects.prefetch_related("seats"), slug=slug)
    _check_may_look(request, table)
    return table


def look_at(request: HttpRequest, slug: str) -> Table:
    """The same as `find` for whoever only looks: rows that many share."""
    table = rows.newest(slug)
    _check_may_look(request, table)
    matches.check(table)
    return table


def _check_may_look(request: HttpRequest, table: Table) -> None:
    person = request.person  # type: ignore[attr-defined]
    if not may_look(table, viewer_of(table, person, [*table.seats.all()])):
        raise PermissionDenied(_("This table is private. Ask its host to list it."))


@require_safe
def table(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of a table, at any time of its life."""
    found = find(request, slug)
    _note_presence(found, request.person)  # type: ignore[attr-defined]
    return _page(request, found)


def _page(request: HttpRequest, found: Table, notice: str = "", status: int = 200) -> HttpResponse:
    """The whole page, or just the live part for a request of the page itself."""
    htmx = request.htmx  # type: ignore[attr-defined]
    if htmx and not notice:
        return HttpResponse(rendering.live_part(request, found), status=status)
    context = rendering.page_context(request, found) | {"notice": notice}
    if htmx:
        return render(request, "site/_live.html", context, status=status)
    context |= {
        "chapters": chapters_as_html(context["game"]),  # type: ignore[arg-type]
        "board_style": boards.style_of(context["game"]),  # type: ignore[arg-type]
        "board_script": boards.script_of(context["game"]),  # type: ignore[arg-type]
    }
    return render(request, "site/table.html", context, status=status)


def _note_presence(table: Table, person: Person | None) -> None:
    tables.note_presence(table, viewer_of(table, person, [*table.seats.all()]).seats)


def stream(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The table as it changes: server-sent events, each the live part for this visitor."""
    number = find(request, slug).pk
    try:
        place = place_for(request, request.person)  # type: ignore[attr-defined]
    except TooManyStreams as full:
        headers = {"Retry-After": RETRY_SECONDS, "Content-Type": "text/plain"}
        return HttpResponse(full.message, status=full.status, headers=headers)

    async def changes() -> AsyncIterator[bytes]:
        silent = False
        with place, live.watching(number) as bell:
            while True:
                try:
                    bell.seen, text = await in_thread(
                        _live_part, request, slug, bell.seen, urgent=bell.was_urgent()
                    )
                except (PermissionDenied, Http404, matches.Unreplayable):
                    yield GONE
                    return
                except Error:  # the database is away: the stream stays, silent, until it is back
                    await asyncio.sleep(RETRY)
                    silent = True
                    continue
                if text or silent:
                    yield text or HERE % bell.seen
                silent = not await bell.heard(HEARTBEAT)

    return event_stream(changes(), place)


def _live_part(request: HttpRequest, slug: str, seen: int) -> tuple[int, bytes]:
    """The event for the current version, or nothing if it has been sent."""
    look_again(request)
    found = look_at(request, slug)
    _note_presence(found, request.person)  # type: ignore[attr-defined]
    if found.version == seen:
        return seen, b""
    part = rendering.live_part(request, found)
    return found.version, b"id: %d\ndata: %b\n\n" % (found.version, part)


@require_GET
def pulse(request: HttpRequest, slug: str) -> HttpResponse:
    """Whether it is the visitor's turn: all that a hidden tab asks for."""
    found = look_at(request, slug)
    person = request.person  # type: ignore[attr-defined]
    turn = person is not None and is_turn_of(found, person)
    return JsonResponse({"turn": turn, "version": found.version, "status": found.status})


def acts(do: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """Something that is posted to a table: what is refused is said on the page, with its status."""

    @require_POST
    @wraps(do)
    def acting(request: HttpRequest, slug: str) -> HttpResponse:
        found = copy(look_at(request, slug))  # what is done changes it
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
        except limits.TooMany as problem:
            response = _page(request, find(request, slug), str(problem), 429)
            response.headers["Retry-After"] = str(problem.seconds)
            return response
        if request.htmx or notice:  # type: ignore[attr-defined]
            after = rows.newest(slug) if notice else rows.after_change(found)
            _check_may_look(request, after)  # a private game may have begun
            return _page(request, after, notice, status)
        return redirect("table", slug=found.slug)

    return acting


def _in_words(refusal: tables.Refused, table: Table) -> str:
    if isinstance(refusal.why, Reason):
        return refusal.why.say(words_for(matches.names_of(table.seats.all())))
    return refusal.why


def _acting_seat(request: HttpRequest, table: Table) -> int:
    """The seat for which this visitor decides."""
    person = request.person  # type: ignore[attr-defined]
    viewer = viewer_of(table, person, [*table.seats.all()])
    if viewer.eyes is None or table.started is None:
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
    limits.spend("join", limits.address(request))
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
def replace(request: HttpRequest, table: Table) -> None:
    """Ask for a bot in the place of somebody whose time is over."""
    person = request.person  # type: ignore[attr-defined]
    number = request.POST.get("seat", "")
    if person is None or not (number.isascii() and number.isdigit() and len(number) < 3):
        raise PermissionDenied
    absent.ask_for_bot(table, person, int(number))


@acts
def back(request: HttpRequest, table: Table) -> None:
    """Take one's place back from the bot that stands in."""
    person = request.person  # type: ignore[attr-defined]
    if person is None:
        raise PermissionDenied
    absent.come_back(table, person)


@acts
def chat(request: HttpRequest, table: Table) -> None:
    """Say something."""
    person = ensure_person(request)
    limits.spend("chat", limits.address(request), f"person {person.pk}")
    tables.say(table, person, request.POST.get("text", ""))


@acts
def rematch(request: HttpRequest, table: Table) -> HttpResponse:
    """The same again."""
    person = request.person  # type: ignore[attr-defined]
    if person is None or not table.seats.filter(person=person).exists():
        raise PermissionDenied(_("Only those who played can ask for a rematch."))
    limits.spend("table", limits.address(request))
    return redirect("table", slug=tables.rematch(table, person).slug)


@require_safe
def record(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of a finished game as a file: a running one would tell all secrets."""
    found = find_row(request, slug)
    if found.status != Table.Status.FINISHED:
        raise Http404
    content = matches.record_file(found)
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{found.game}-{found.slug}.json"'
    return response
