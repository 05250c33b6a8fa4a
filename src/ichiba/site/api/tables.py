"""Tables: find, set up, sit down, look."""

from typing import Literal

from django.http import Http404, HttpRequest, HttpResponse
from ninja import Query, Router, Status

from ichiba.site import limits, matches, tables
from ichiba.site.api.callers import FOR_ALL, WITH_TOKEN, Caller
from ichiba.site.api.problems import may_answer
from ichiba.site.api.shapes import NewTable, Slug, TableLine, TableShape
from ichiba.site.api.showing import line, show
from ichiba.site.models import Table
from ichiba.site.views.setup import game_or_404

router = Router(tags=["tables"])

SHOWN = 30


def at(request: HttpRequest, slug: str) -> tuple[Caller, Table]:
    """Who calls, and the table; what is refused there is told with the names of its players."""
    caller: Caller = request.auth  # type: ignore[attr-defined]
    table = caller.find(slug)
    request.names = matches.names_of(table.seats.all())  # type: ignore[attr-defined]
    return caller, table


def shown(request: HttpRequest, table: Table) -> dict[str, object]:
    """The table as it stands after something was done."""
    table.refresh_from_db()
    return show(table, request.auth)  # type: ignore[attr-defined]


@router.get("", **FOR_ALL, response=may_answer(200, list[TableLine]), summary="Lists of tables")
def lists(
    request: HttpRequest,
    which: Literal["mine", "open", "running", "finished"] = Query("mine"),
) -> object:
    """The newest first: yours, or those that everybody may find."""
    caller: Caller = request.auth  # type: ignore[attr-defined]
    found = Table.objects.prefetch_related("seats").order_by("-created")
    if which != "mine":
        found = found.filter(status=which, listed=True)
    elif caller.token is not None and caller.token.seat is not None:
        found = found.filter(seats=caller.token.seat)
    else:
        found = found.filter(seats__person=caller.person).distinct() if caller.person else []
    return [line(table, caller) for table in found[:SHOWN]]


@router.post("", **WITH_TOKEN, response=may_answer(201, TableShape), summary="Set up a table")
def set_up(request: HttpRequest, data: NewTable) -> object:
    """A new table. When all places are taken, the game begins."""
    person = request.auth.whole_person()  # type: ignore[attr-defined]
    game = game_or_404(data.title)
    limits.spend("table", limits.address(request))
    table = tables.create(
        person, game, data.places, data.options, listed=data.listed, pace=data.pace
    )
    return Status(201, shown(request, table))


@router.get("/{slug}", **FOR_ALL, response=may_answer(200, TableShape), summary="Look at a table")
def look(
    request: HttpRequest,
    slug: Slug,
    since: int | None = Query(
        None, ge=-1, le=10**6, description="The log after so many moves; else its end."
    ),
) -> object:
    """All that you may know of it, and what you may do."""
    caller, table = at(request, slug)
    caller.note_presence(table)
    return show(table, caller, since)


@router.post("/{slug}/join", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Sit down")
def join(request: HttpRequest, slug: Slug) -> object:
    """Take the first free place; once is enough."""
    caller, table = at(request, slug)
    person = caller.whole_person()
    limits.spend("join", limits.address(request))
    tables.sit_down(table, person)
    return shown(request, table)


@router.post("/{slug}/leave", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Leave")
def leave(request: HttpRequest, slug: Slug) -> object:
    """Give your place back before the game begins."""
    caller, table = at(request, slug)
    tables.stand_up(table, caller.person_at(table))
    return shown(request, table)


@router.post(
    "/{slug}/fill", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Fill with bots"
)
def fill(request: HttpRequest, slug: Slug) -> object:
    """As its host: give the free places to bots and begin."""
    caller, table = at(request, slug)
    tables.fill_with_bots(table, caller.person_at(table))
    return shown(request, table)


@router.get(
    "/{slug}/record",
    **FOR_ALL,
    response=may_answer(200, dict[str, object]),
    summary="The record of a finished game",
)
def record(request: HttpRequest, slug: Slug) -> object:
    """A file that replays everywhere. A running game has none: it would tell all secrets."""
    table = request.auth.find_row(slug)  # type: ignore[attr-defined]
    if table.status != Table.Status.FINISHED:
        raise Http404
    return HttpResponse(matches.record_file(table), content_type="application/json")
