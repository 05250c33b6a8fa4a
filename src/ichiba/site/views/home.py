"""The front page: what can be played, your games, open tables, games to watch."""

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ichiba.core.guide import guide_of
from ichiba.core.registry import games, load
from ichiba.site.boards import has_web
from ichiba.site.matches import Unreplayable, hold
from ichiba.site.models import Person, Seat, Table

SHOWN = 12

# What the cards say; a title whose board is not there yet is shown as coming.
CARDS = [
    {
        "name": "tsukiji",
        "title": "Tsukiji",
        "players": _("2 to 4 players"),
        "length": _("30 minutes"),
        "line": _("Value lots of fish in secret, move the market, buy what will be dear."),
        "by": "Leandro Pires",
    },
    {
        "name": "shinjuku",
        "title": "Shinjuku",
        "players": _("2 to 4 players"),
        "length": _("60 minutes"),
        "line": _("Lay rails, open stores and bring customers across Tokyo."),
        "by": "Gary Kacmarcik",
    },
    {
        "name": "tokyo-tsukiji-market",
        "title": "Tokyo Tsukiji Market",
        "players": _("2 to 6 players"),
        "length": _("90 minutes"),
        "line": _("Fish, price, sell and bid in an economy that only the players make."),
        "by": "Jordan Draper",
    },
]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Everything one can do, on one page."""
    person: Person | None = request.person  # type: ignore[attr-defined]
    ready = {name for name in games() if has_web(load(name))}
    context = {
        "cards": [
            card | {"ready": card["name"] in ready, "guided": _is_guided(str(card["name"]))}
            for card in CARDS
        ],
        "mine": _your_games(person),
        "open_tables": _tables(Table.Status.OPEN).filter(listed=True)[:SHOWN],
        "watchable": _tables(Table.Status.RUNNING).filter(listed=True)[:SHOWN],
        "finished": _tables(Table.Status.FINISHED).filter(listed=True)[:SHOWN],
    }
    return render(request, "site/home.html", context)


def _is_guided(name: str) -> bool:
    return name in games() and guide_of(load(name)) is not None


def _tables(status: str) -> QuerySet[Table]:
    seats = Prefetch("seats", queryset=Seat.objects.order_by("number"))
    return Table.objects.filter(status=status).prefetch_related(seats).order_by("-created")


def _your_games(person: Person | None) -> list[dict[str, object]]:
    """Your tables that are not over, those that wait for you first, then the last finished."""
    if person is None:
        return []
    unfinished = [Table.Status.OPEN, Table.Status.RUNNING]
    yours = Table.objects.filter(seats__person=person).distinct().prefetch_related("seats")
    tables = [*yours.filter(status__in=unfinished).order_by("-created")[:30]]
    rows = [{"table": table, "turn": is_turn_of(table, person)} for table in tables]
    rows.sort(key=lambda row: not row["turn"])
    over = [Table.Status.FINISHED, Table.Status.ENDED]
    done = yours.filter(status__in=over).order_by("-finished")[:5]
    return rows + [{"table": table, "turn": False} for table in done]


def is_turn_of(table: Table, person: Person) -> bool:
    """Whether a table waits for this person."""
    if table.status != Table.Status.RUNNING:
        return False
    seats = [seat for seat in table.seats.all() if seat.person_id == person.pk]
    own = {seat.number for seat in seats if not seat.stand_in}
    try:
        with hold(table) as match:
            return bool(own & set(match.state.actors))
    except Unreplayable:
        return False  # its page says why
