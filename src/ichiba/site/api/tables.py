"""Operations on tables: list, create, join, leave and view them."""

from typing import Annotated, Any, Literal
from urllib.parse import urlencode

from django.db.models import Q, QuerySet
from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Query, Router, Status

from ichiba.core.registry import load
from ichiba.site import operations
from ichiba.site.access import Visitor, may_take_record
from ichiba.site.api.callers import FOR_ALL, WITH_TOKEN, ApiRequest, Caller, spenders
from ichiba.site.api.problems import may_answer
from ichiba.site.api.shapes import NewTable, Slug, TableLine, TableShape
from ichiba.site.api.showing import line, show
from ichiba.site.models import Table
from ichiba.site.people import limits
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import days, lobby, time_limits
from ichiba.site.tables.changes import Refused
from ichiba.site.tables.time_limits import TimeLimit
from ichiba.site.titles.boards import game_or_404

router = Router(tags=["tables"])

SHOWN, MOST_SHOWN = 30, 100
Limit = Annotated[
    int, Query(ge=1, le=MOST_SHOWN, description="How many tables to list; the others follow.")
]
After = Annotated[
    str | None,
    Query(
        pattern="^[A-Za-z0-9_-]{1,24}$",
        description="List what comes after this table: the slug of the last one that you have got.",
    ),
]
Since = Annotated[
    int | None,
    Query(
        ge=-1,
        le=10**6,
        description="Return all events after this move instead of the last events.",
    ),
]


def at(request: ApiRequest, slug: str) -> tuple[Visitor, Snapshot]:
    """Return the caller and the table. Error messages will use the names of its players."""
    visitor = request.auth.visitor
    found = visitor.find(slug)
    request.names = found.names
    return visitor, found


def shown(request: ApiRequest, slug: str) -> dict[str, object]:
    """Return the table after a change."""
    visitor = request.auth.visitor
    return show(visitor.find(slug), visitor)


def operate(request: ApiRequest, slug: str, name: str, *details: Any, **more: Any) -> object:
    """Do something at a table as the caller, and return the table."""
    visitor, found = at(request, slug)
    operations.run(name, visitor, found, lambda: spenders(request), *details, **more)
    return shown(request, slug)


@router.get("", **FOR_ALL, response=may_answer(200, list[TableLine]), summary="List tables")
def lists(
    request: ApiRequest,
    response: HttpResponse,
    which: Query[Literal["mine", "open", "running", "finished"]] = "mine",
    limit: Limit = SHOWN,
    after: After = None,
) -> object:
    """Your tables, or the listed ones, newest first.

    If there are more, the header `Link` has the address of the next page, with `rel="next"`.
    """
    found = tables_of(request.auth) if which == "mine" else _public(which)
    if after is not None:
        last = get_object_or_404(Table, slug=after)
        older = Q(created__lt=last.created) | Q(created=last.created, pk__lt=last.pk)
        found = found.filter(older)
    page = [*found.prefetch_related("seats").order_by("-created", "-pk")[: limit + 1]]
    shown_now = page[:limit]
    if len(page) > limit:
        query = urlencode({"which": which, "limit": limit, "after": shown_now[-1].slug})
        response["Link"] = f'<{request.build_absolute_uri(request.path)}?{query}>; rel="next"'
    return [line(table, request.auth.visitor) for table in shown_now]


def _public(status: str) -> QuerySet[Table]:
    return Table.objects.filter(status=status, listed=True)


def tables_of(caller: Caller) -> QuerySet[Table]:
    """Return the tables where a caller plays; only one if their token is for one seat."""
    if caller.token is None:
        return Table.objects.none()
    if caller.token.seat is not None:  # unless its person has given up the seat
        return Table.objects.filter(seats=caller.token.seat, seats__person=caller.person)
    return Table.objects.filter(seats__person=caller.person).distinct()


@router.post("", **WITH_TOKEN, response=may_answer(201, TableShape), summary="Create a table")
def set_up(request: ApiRequest, data: NewTable) -> object:
    """Create a table. The game starts when all seats are taken."""
    person = request.auth.visitor.whole_person()
    game = game_or_404(load(data.title).name)  # an unknown title is told by its name
    limits.spend("table", *spenders(request))
    table = lobby.create(
        person,
        game,
        data.places,
        data.options,
        listed=data.listed,
        watchable=data.watchable,
        limit=_limit_of(data),
        rated=data.rated,
    )
    return Status(201, shown(request, table.slug))


def _limit_of(data: NewTable) -> TimeLimit:
    """Return the time limit of a new table."""
    if data.pace != "own":
        limit = time_limits.named(data.pace)
    elif data.clock is None:
        raise Refused(_("Send the numbers of your time limit as “clock”."))
    else:
        limit = time_limits.own(data.clock.bank, data.clock.gain, data.clock.most)
    return time_limits.with_rule(limit, data.at_zero, weekends_off=data.weekends_off)


@router.get("/{slug}", **FOR_ALL, response=may_answer(200, TableShape), summary="Get a table")
def look(
    request: ApiRequest,
    slug: Slug,
    since: Since = None,
) -> object:
    """Everything you may know about a table, and what you can do."""
    visitor, found = at(request, slug)
    return show(visitor.note_presence(found), visitor, since)


@router.post("/{slug}/join", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Join")
def join(request: ApiRequest, slug: Slug) -> object:
    """Take the first free seat. Joining again has no effect."""
    return operate(request, slug, "join")


@router.post("/{slug}/leave", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Leave")
def leave(request: ApiRequest, slug: Slug) -> object:
    """Give up your seat before the game starts."""
    return operate(request, slug, "leave")


@router.post("/{slug}/resign", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Resign")
def resign(request: ApiRequest, slug: Slug) -> object:
    """Leave a game in progress for good. A bot takes over, or the game ends if only bots remain."""
    return operate(request, slug, "resign")


@router.post(
    "/{slug}/fill", **WITH_TOKEN, response=may_answer(200, TableShape), summary="Fill with bots"
)
def fill(request: ApiRequest, slug: Slug) -> object:
    """Fill the free seats with bots and start. Only the host can do this."""
    return operate(request, slug, "fill")


@router.get(
    "/{slug}/record",
    **FOR_ALL,
    response=may_answer(200, dict[str, object]),
    summary="Get the record of a finished game",
)
def record(request: ApiRequest, slug: Slug) -> object:
    """The record as JSON. Before the end there is none, because it would reveal all secrets."""
    table = request.auth.visitor.find_row(slug)
    if not may_take_record(table):
        if table.status == table.Status.ENDED:
            raise Refused(_("This game was ended early, so it has no record."))
        if days.is_secret(table):
            raise Refused(_("You can get the record when the day of this market is over."))
        raise Refused(_("You can get the record when the game is over."))
    return HttpResponse(snapshots.record_file(table), content_type="application/json")
