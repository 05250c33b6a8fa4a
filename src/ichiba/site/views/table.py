"""Views of a table: its page, its event stream, and everything that is posted to it."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import (
    Http404,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST, require_safe

from ichiba.core.errors import SetupError
from ichiba.core.messages import Reason
from ichiba.site import operations
from ichiba.site.access import Visitor, may_take_record
from ichiba.site.live import propagation
from ichiba.site.live.streams import RETRY_SECONDS, Gone, TooManyStreams, event_stream, place_for
from ichiba.site.models import Person, speaker
from ichiba.site.pages import live_part
from ichiba.site.pages.hint_rows import rows_of
from ichiba.site.pages.your_games import is_turn_of
from ichiba.site.people import limits
from ichiba.site.people.identity import ensure_person, look_again
from ichiba.site.request import Request
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import hints, leaving, presence
from ichiba.site.tables.changes import MovedOn, Refused
from ichiba.site.tables.hints import Hint
from ichiba.site.titles import boards
from ichiba.site.titles.words import words_for
from ichiba.site.views import linked
from ichiba.site.views.me import preference_choices

IDLE = b"event: here\nid: %d\ndata: here\n\n"
# When to ask again for a hint, if too many others have asked.
CROWDED_SECONDS = "5"
# Sent when the visitor may not watch any more, because a private game has started. The page then
# reloads.
GONE = b"event: gone\ndata: gone\n\n"


def visitor(request: Request) -> Visitor:
    """Return whoever made this request."""
    return Visitor(request.person)


@require_safe
def table(request: Request, slug: str) -> HttpResponse:
    """The page of a table, whatever its status."""
    found = visitor(request).find(slug)
    return _page(request, visitor(request).note_presence(found))


def _page(
    request: Request, found: Snapshot, notice: str = "", status: int = 200, hint: Hint | None = None
) -> HttpResponse:
    """Render the whole page, or only the live part for an htmx request."""
    htmx, person = request.htmx, request.person
    if htmx and not notice and not hint:
        return HttpResponse(live_part.live_part(request, found), status=status)
    context = live_part.page_context(request, found) | {"notice": notice}
    if hint:
        context["hint"] = rows_of(hint, found.match, words_for(found.names))
    if htmx:
        return render(request, "site/_live.html", context, status=status)
    context |= {
        "link": linked.link_to_table(request, found, context.get("result", "")),
        "board_style": boards.style_of(context["game"]),
        "speaker": speaker(found.table.pk, person.pk) if person is not None else "",
        "board_script": boards.script_of(context["game"]),
        "server_now": timezone.now().isoformat(),
        "bot_pause": round(settings.CONFIGURATION.bot_pause * 1000),
        **preference_choices(),
    }
    return render(request, "site/table.html", context, status=status)


def stream(request: Request, slug: str) -> HttpResponseBase:
    """Stream changes as server-sent events, each with the live part for this visitor."""
    number = visitor(request).find(slug).table.pk
    try:
        place = place_for(limits.address(request), request.person)
    except TooManyStreams as full:
        headers = {"Retry-After": RETRY_SECONDS, "Content-Type": "text/plain"}
        return HttpResponse(full.message, status=full.status, headers=headers)
    watching, news = propagation.watching(number), partial(next_event, request, slug)
    return event_stream(request, watching, place, news, idle=IDLE, gone=GONE)


def next_event(request: Request, slug: str, last: int) -> tuple[int, bytes]:
    """Return the event for the current version, or nothing if it has already been sent."""
    try:
        look_again(request)
        found = visitor(request).find(slug)
    except (PermissionDenied, Http404, snapshots.Unreplayable):
        raise Gone from None
    found = visitor(request).note_presence(found, looking=False)
    if found.version == last:
        return last, b""
    return found.version, live_part.live_event(request, found)


@require_GET
def pulse(request: Request, slug: str) -> HttpResponse:
    """Return whether it is the visitor's turn. Hidden tabs poll this.

    With the parameter `here`, a visible page says that somebody is looking at it.
    """
    found = visitor(request).find(slug)
    if "here" in request.GET:
        found = visitor(request).note_presence(found)
    turn = is_turn_of(found, request.person)
    return JsonResponse({"turn": turn, "version": found.version, "status": found.table.status})


def posted(do: Callable[..., Any]) -> Callable[..., HttpResponse]:
    """Decorate an action that is posted to a table. Errors are shown as a notice on the page."""

    @require_POST
    @wraps(do)
    def answer(request: Request, slug: str) -> HttpResponse:
        found = visitor(request).find(slug)
        notice, status, headers = "", 200, {}
        try:
            done = do(request, found)
            if isinstance(done, HttpResponse):
                return done
        except MovedOn:
            notice, status = _("The position has changed. Here it is."), 409
        except Refused as refusal:
            notice, status = _in_words(request, refusal, found), 409
        except SetupError as error:
            notice, status = error.reason.say(words_for([])), 422
        except limits.TooMany as problem:
            notice, status = str(problem), 429
            headers = {"Retry-After": str(problem.seconds)}
        if not request.htmx and not notice:
            return redirect("table", slug=slug)
        shown = visitor(request).find(slug) if notice else visitor(request).see(found.table)
        response = _page(request, shown, notice, status)
        for name, value in headers.items():
            response.headers[name] = value
        return response

    return answer


def _in_words(request: Request, refusal: Refused, found: Snapshot) -> str:
    if isinstance(refusal.why, Reason):
        return refusal.why.say(words_for(found.names).to(visitor(request).viewer(found).eyes))
    return refusal.why


def run(request: Request, found: Snapshot, name: str, *details: Any, **more: Any) -> Any:
    """Do something at a table as the visitor of a page."""

    def newcomer() -> Person:
        return ensure_person(request, request.POST.get("name", ""))

    def spenders() -> tuple[str, ...]:
        return limits.visitor(request, request.person)

    return operations.run(
        name, visitor(request), found, spenders, *details, newcomer=newcomer, **more
    )


def plain(name: str) -> Callable[..., HttpResponse]:
    """Return the view of an operation that needs nothing but its name."""
    return posted(lambda request, found: run(request, found, name))


@posted
def move(request: Request, found: Snapshot) -> None:
    """Make a move. If the form has an amount, it replaces `#` in the move."""
    amount = request.POST.get("amount", "").strip()
    notation = request.POST.get("move", "").replace("#", amount)
    run(request, found, "move", notation, request.POST.get("page", ""))


@posted
def bid_automatically(request: Request, found: Snapshot) -> None:
    """Set or remove automatic bids."""
    kind, extra = request.POST.get("kind", ""), request.POST.get("extra", "")
    run(request, found, "automatic-bids", kind, extra)


@posted
def undo(request: Request, found: Snapshot) -> None:
    """Undo the last decision or the whole turn."""
    whole = request.POST.get("turn") == "whole"
    run(request, found, "undo", request.POST.get("page", ""), whole_turn=whole)


@posted
def hint(request: Request, found: Snapshot) -> HttpResponse:
    """Show what a strong player would do, in a game against bots alone."""
    seat = visitor(request).own_seat(found)
    who = limits.visitor(request, request.person)
    if getattr(request, "scope", {}).get(limits.CROWDED):
        limits.spend("hint", *who)
        notice = _("Many people are asking for a hint right now. Try again in a few seconds.")
        response = _page(request, found, notice, 503)
        response.headers["Retry-After"] = CROWDED_SECONDS
        return response
    try:
        hints.check(found, seat, request.POST.get("page", ""))
        advice = hints.known(found, seat)
        if advice is None:
            limits.spend("hint", *who)
            advice = hints.think(found, seat)
    except MovedOn:
        if not request.htmx:
            raise
        return _page(request, visitor(request).find(found.table.slug), status=409)
    return _page(request, found, hint=advice)


@posted
def skip(request: Request, found: Snapshot) -> None:
    """Don't wait for the bots. Where several people play, only the visitor's page skips ahead."""
    person = request.person
    people = {seat.person_id for seat in found.seats if not seat.played_by}
    if person is None or person.pk not in people:
        raise PermissionDenied(_("Only players can skip ahead."))
    if people == {person.pk}:
        propagation.hurry_bots(found.table)


@posted
def unveil(request: Request, found: Snapshot) -> None:
    """Show the board at a shared screen, because the named player is there now."""
    table, viewer = found.table, visitor(request).viewer(found)
    seat = request.POST.get("seat", "")
    own = {str(number): number for number in viewer.seats}
    if not table.hotseat or seat not in own:
        raise PermissionDenied(_("This player isn't at your screen."))
    if table.at_screen is None and own[seat] in found.match.state.actors:
        presence.come_to_screen(table, own[seat])


join, fill, back = plain("join"), plain("fill"), plain("back")


@posted
def leave(request: Request, found: Snapshot) -> HttpResponse:
    """Leave the table before the game starts."""
    if request.person is not None:
        run(request, found, "leave")
    return redirect("home")


@posted
def resign(request: Request, found: Snapshot) -> HttpResponse:
    """Leave a game in progress for good."""
    run(request, found, "resign")
    return redirect("home")


@require_POST
def put_away(request: Request, slug: str) -> HttpResponse:
    """Remove a game from the visitor's list, even one that this code can't replay."""
    found, person = visitor(request).find_row(slug), request.person
    if person is None or not found.seats.filter(person=person).exists():
        raise PermissionDenied
    try:
        leaving.put_away(found, person)
    except Refused as refusal:
        raise PermissionDenied(str(refusal)) from None
    return redirect("home")


@posted
def replace(request: Request, found: Snapshot) -> None:
    """Vote to let a bot play for someone who is out of time."""
    number = request.POST.get("seat", "")
    if not (number.isascii() and number.isdigit() and len(number) < 3):
        raise PermissionDenied
    run(request, found, "replace", int(number))


@posted
def say(request: Request, found: Snapshot) -> None:
    """Send a chat message."""
    run(request, found, "chat", request.POST.get("text", ""))


@posted
def notices(request: Request, found: Snapshot) -> None:
    """Turn notices about this game off or on."""
    run(request, found, "notices", silent=request.POST.get("silent") == "yes")


@posted
def rematch(request: Request, found: Snapshot) -> HttpResponse:
    """Start a rematch, or go to it."""
    return redirect("table", slug=run(request, found, "rematch").slug)


@posted
def climb(request: Request, found: Snapshot) -> HttpResponse:
    """Start the game that a finished one against bots suggests."""
    return redirect("table", slug=run(request, found, "climb").slug)


@require_safe
def record(request: Request, slug: str) -> HttpResponse:
    """Download the record of a game that is over."""
    found = visitor(request).find_row(slug)
    if not may_take_record(found):
        raise Http404
    content = snapshots.record_file(found)
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = f'attachment; filename="{found.title}-{found.slug}.json"'
    return response
