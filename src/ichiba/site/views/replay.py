"""Replays of finished games, of your own game in progress, and of uploaded records."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.record import LARGEST, UNDO, Record
from ichiba.core.words import Words
from ichiba.site.access import Viewer
from ichiba.site.models import Table, Upload
from ichiba.site.pages import moments
from ichiba.site.pages.moves import Watching
from ichiba.site.pages.standings import standings_at
from ichiba.site.pages.table import end_context, position_context
from ichiba.site.pages.your_games import is_turn_of
from ichiba.site.people import limits
from ichiba.site.people.limits import CROWDED, Crowded
from ichiba.site.pictures import painter
from ichiba.site.request import Request
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables.changes import Refused
from ichiba.site.titles import boards
from ichiba.site.titles.words import words_for
from ichiba.site.views import linked
from ichiba.site.views.table import visitor

# More than a table can have (`tables.MOST_MOVES`). Showing a position replays all moves before it.
MOST_MOVES = 8_000
# The most sentences shown with one move. The rest is in the log.
MOST_TOLD = 4
ANYBODY = Viewer([], None)


def _replays(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view that replays: limit it, and refuse it if too many requests wait."""

    @wraps(view)
    def replaying(request: Request, *args: object, **kwargs: object) -> HttpResponse:
        limits.spend_here("moment", *limits.visitor(request, request.person))
        if getattr(request, "scope", {}).get(CROWDED):
            text = _("Many replays are being opened right now. Try again in a few seconds.")
            raise Crowded(text)
        return view(request, *args, **kwargs)

    return replaying


@require_safe
@_replays
def replay(request: Request, slug: str) -> HttpResponse:
    """The replay page of a table."""
    found, record, viewer = _find(request, slug)
    context = _moment(record, _start(request, record), viewer) | _at_table(request, found)
    context["link"] = linked.link_to_table(request, found)
    context["film"] = _film(found.table.status == Table.Status.FINISHED, "film-of-table", slug)
    return _page(request, context)


def _start(request: Request, record: Record) -> int:
    """Return the move at which the link starts."""
    at = request.GET.get("at", "")
    return min(int(at), len(record.moves)) if at.isascii() and at.isdigit() and len(at) < 6 else 0


@require_safe
@_replays
def replay_at(request: Request, slug: str, at: int) -> HttpResponse:
    """One position of a table, to replace the current one in a replay or during the game."""
    found, record, viewer = _find(request, slug)
    return _moment_page(request, record, at, viewer, _at_table(request, found))


def _at_table(request: Request, found: Snapshot) -> dict[str, Any]:
    """Return what is shown besides an earlier position: whose turn it is now and the way back."""
    table = found.table
    return {
        "table": table,
        "your_turn": is_turn_of(found, request.person),
        "base": reverse("replay", args=[table.slug]),
        "report": reverse("report", args=[table.slug]),
        "back": reverse("table", args=[table.slug]),
    }


def _find(request: Request, slug: str) -> tuple[Snapshot, Record, Viewer]:
    """Return a table that has started, its record so far, and the viewer."""
    found = visitor(request).find(slug)
    if found.match_or_none is None:
        raise Http404
    return found, found.match_or_none.record, visitor(request).viewer(found)


@require_http_methods(["GET", "HEAD", "POST"])
@_replays
@limits.limited("upload")
def upload(request: Request) -> HttpResponse:
    """Upload a record file."""
    problem = ""
    if request.method == "POST":
        file = request.FILES.get("record")
        if file is None:
            problem = _("Choose a file first.")
        else:
            try:
                content = _canonical(file.read(LARGEST + 1))
            except IchibaError as error:
                problem = error.reason.say(words_for([]))
            except Refused as refusal:
                problem = str(refusal)
            else:
                kept = Upload.objects.create(content=content)
                return redirect("uploaded", slug=kept.slug)
    context = {"problem": problem}
    return render(request, "site/upload.html", context, status=422 if problem else 200)


def _canonical(content: bytes) -> str:
    """Return the canonical record in a file after checking that it can be replayed.

    Whitespace, checks and everything else in the file is dropped.
    """
    record = Record.decode(content)
    if len(record.moves) > MOST_MOVES:
        raise Refused(_("This record has too many moves to replay."))
    return msgspec.json.encode(Match.replay(record).record).decode()


def uploaded_record(slug: str) -> Record:
    """Return the record of an upload; Http404 if there is none or it has expired."""
    kept = Upload.objects.exclude(pk__in=Upload.expired(timezone.now()).values("pk"))
    return Record.decode(get_object_or_404(kept, slug=slug).content.encode())


@require_safe
@_replays
def uploaded(request: Request, slug: str) -> HttpResponse:
    """The replay of a file."""
    record = uploaded_record(slug)
    context = _moment(record, _start(request, record), ANYBODY) | _at_upload(slug)
    context["link"] = linked.link_to_upload(request, slug, record)
    context["film"] = _film(True, "film-of-upload", slug)
    return _page(request, context)


@require_safe
@_replays
def uploaded_at(request: Request, slug: str, at: int) -> HttpResponse:
    """One moment of it."""
    record = uploaded_record(slug)
    return _moment_page(request, record, at, ANYBODY, _at_upload(slug))


def _film(is_over: bool, name: str, slug: str) -> str:
    """Return the address of the animation, if it can be made."""
    return reverse(name, args=[slug]) if is_over and painter.can_film() else ""


def _at_upload(slug: str) -> dict[str, Any]:
    return {
        "base": reverse("uploaded", args=[slug]),
        "report": reverse("report-upload", args=[slug]),
        "back": reverse("upload"),
    }


def _page(request: Request, context: dict[str, Any]) -> HttpResponse:
    context["board_style"] = boards.style_of(context["game"])
    context["board_script"] = boards.script_of(context["game"])
    return render(request, "site/replay.html", context)


def _moment_page(
    request: Request, record: Record, at: int, viewer: Viewer, around: dict[str, Any]
) -> HttpResponse:
    if at > len(record.moves):
        raise Http404
    return render(request, "site/_past.html", _moment(record, at, viewer) | around)


def _moment(record: Record, at: int, viewer: Viewer) -> dict[str, Any]:
    """Return the context of the position after `at` moves, with a text on the last move."""
    match, eyes = moments.match_at(record, at), viewer.eyes
    words = words_for(record.names)
    context = position_context(match, eyes, words)
    context |= {
        "past": True,
        "viewer": viewer,
        "at": at,
        "count": len(record.moves),
        "told": _told(match, record, eyes, words),
        "names": record.names,
    }
    context |= standings_at(match.game, context["view"], words)
    context["moves"] = Watching()
    if not match.state.actors:
        context |= end_context(match, words, viewer.own)
    return context


def _told(match: Match, record: Record, eyes: int | None, words: Words) -> list[str]:
    """Return what happened in the last move, as far as the viewer may know."""
    at = len(match.record.moves)
    words = words.to(eyes)
    told = [e.say(words) for e in match.events if e.move == at and e.is_for(eyes)][:MOST_TOLD]
    if not at:
        return told or [_("The game starts.")]
    seat, _space, move = record.moves[at - 1].partition(" ")
    name = record.names[int(seat)]
    if move == UNDO:
        return [_("You undo a move.") if int(seat) == eyes else _("%s undoes a move.") % name]
    if told or int(seat) != eyes:
        return told or [_("%s makes a choice.") % name]
    before = moments.match_at(record, at - 1)
    return [before.state.label(eyes, before.game.parse(move)).say(words)]
