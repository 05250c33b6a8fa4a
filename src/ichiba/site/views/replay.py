"""Replays: any finished game, one's own running game up to now, or a record file."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.record import LARGEST, UNDO, Record
from ichiba.site import boards
from ichiba.site.matches import hold
from ichiba.site.models import Table, Upload
from ichiba.site.seeing import end_context, position_context, viewer_of, words_for
from ichiba.site.views.table import find


@require_safe
def replay(request: HttpRequest, slug: str) -> HttpResponse:
    """The replay page of a table."""
    table = find(request, slug)
    record, eyes = _record_and_eyes(request, table)
    at = request.GET.get("at", "")
    start = min(int(at), len(record.moves)) if at.isascii() and at.isdigit() and len(at) < 6 else 0
    context = _moment(record, start, eyes) | {
        "table": table,
        "base": reverse("replay", args=[slug]),
        "back": reverse("table", args=[slug]),
    }
    return _page(request, context)


@require_safe
def replay_at(request: HttpRequest, slug: str, at: int) -> HttpResponse:
    """One moment of it."""
    record, eyes = _record_and_eyes(request, find(request, slug))
    return _moment_page(request, record, at, eyes)


def _record_and_eyes(request: HttpRequest, table: Table) -> tuple[Record, int | None]:
    """The record as far as it may be shown, and with whose eyes."""
    if table.status == Table.Status.OPEN:
        raise Http404
    viewer = viewer_of(table, request.person, [*table.seats.all()])  # type: ignore[attr-defined]
    with hold(table) as match:
        record = match.record.until(len(match.record.moves))
    return record, viewer.eyes


@require_http_methods(["GET", "HEAD", "POST"])
def upload(request: HttpRequest) -> HttpResponse:
    """Bring a record file to look at."""
    problem = ""
    if request.method == "POST":
        file = request.FILES.get("record")
        if file is None:
            problem = _("Choose a file first.")
        else:
            try:
                content = file.read(LARGEST + 1)
                Match.replay(Record.decode(content))
            except IchibaError as error:
                problem = error.reason.say(words_for([]))
            else:
                kept = Upload.objects.create(content=content.decode())
                return redirect("uploaded", slug=kept.slug)
    context = {"problem": problem}
    return render(request, "site/upload.html", context, status=422 if problem else 200)


@require_safe
def uploaded(request: HttpRequest, slug: str) -> HttpResponse:
    """The replay of a file."""
    record = Record.decode(get_object_or_404(Upload, slug=slug).content.encode())
    context = _moment(record, 0, None) | {
        "base": reverse("uploaded", args=[slug]),
        "back": reverse("upload"),
    }
    return _page(request, context)


@require_safe
def uploaded_at(request: HttpRequest, slug: str, at: int) -> HttpResponse:
    """One moment of it."""
    record = Record.decode(get_object_or_404(Upload, slug=slug).content.encode())
    return _moment_page(request, record, at, None)


def _page(request: HttpRequest, context: dict[str, object]) -> HttpResponse:
    context["board_style"] = boards.style_of(context["game"])  # type: ignore[arg-type]
    context["board_script"] = boards.script_of(context["game"])  # type: ignore[arg-type]
    return render(request, "site/replay.html", context)


def _moment_page(request: HttpRequest, record: Record, at: int, eyes: int | None) -> HttpResponse:
    if at > len(record.moves):
        raise Http404
    return render(request, "site/_moment.html", _moment(record, at, eyes))


def _moment(record: Record, at: int, eyes: int | None) -> dict[str, object]:
    """The position after so many moves, and what the last of them was."""
    match = Match.replay(record.until(at))
    words = words_for(record.names)
    told = [e.say(words) for e in match.events if e.move == at and e.is_for(eyes)]
    if at and record.moves[at - 1].endswith(f" {UNDO}"):
        told = [_("%s takes a move back.") % record.names[int(record.moves[at - 1].split()[0])]]
    context = position_context(match, eyes, words)
    context |= {
        "at": at,
        "count": len(record.moves),
        "told": told or [_("A move in secret.")],
        "prompt": match.state.prompt(eyes).say(words),
        "names": record.names,
        "replaying": True,
    }
    context["moves"] = _Watching()
    if not match.state.actors:
        context |= end_context(match, words)
    return context


class _Watching:
    """Nothing can be done in a replay."""

    watching = True
    due = False
    labels: dict[str, str] = {}  # noqa: RUF012 - empty for good
