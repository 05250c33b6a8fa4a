"""The home page: the titles, your games, open tables and games to watch."""

from collections import Counter

from django.db.models import Prefetch, QuerySet
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ichiba.core.guide import guide_of
from ichiba.core.registry import games, load
from ichiba.site.models import Person, Seat, Table
from ichiba.site.pages import daily
from ichiba.site.pages.ladder import suggestion_for
from ichiba.site.pages.your_games import IN_SIGHT, your_games
from ichiba.site.request import Request
from ichiba.site.tables import bot_games, days
from ichiba.site.titles.boards import has_web
from ichiba.site.titles.characters import level_of
from ichiba.site.titles.descriptions import cards
from ichiba.site.views import linked, playing
from ichiba.site.views.lab import is_open

SHOWN = 12


@require_safe
def home(request: Request) -> HttpResponse:
    """Render the home page."""
    person = request.person
    mine = your_games(person)
    ready = {name for name in games() if has_web(load(name))}
    context = {
        "link": linked.link_to_site(request),
        "cards": [
            card
            | {
                "ready": card["name"] in ready,
                "guided": _is_guided(str(card["name"])),
                "suggestion": suggestion_for(person, load(str(card["name"])))
                if card["name"] in ready
                else None,
                "opponents": _opponents(person, str(card["name"])) if card["name"] in ready else "",
            }
            for card in cards()
        ],
        "days": daily.cards(person, [load(name) for name in games() if name in ready]),
        "today": daily.day_name(days.today()),
        "mine": mine[:IN_SIGHT],
        "more": mine[IN_SIGHT:],
        "open_tables": _tables(Table.Status.OPEN).filter(listed=True)[:SHOWN],
        "watchable": _tables(Table.Status.RUNNING).filter(listed=True)[:SHOWN],
        "has_lab": is_open(request),
        "finished": _tables(Table.Status.FINISHED).filter(listed=True)[:SHOWN],
    } | playing.playing_context()
    return render(request, "site/home.html", context)


def _is_guided(name: str) -> bool:
    return name in games() and guide_of(load(name)) is not None


def _opponents(person: Person | None, name: str) -> str:
    """Return whom “Play against bots” starts a game against, if it isn't the usual bots."""
    game = load(name)
    chosen = bot_games.next_game(person, game)
    if chosen.why is bot_games.Why.FIRST:
        level = level_of(chosen.bots[0]).word
        return _("Your first game is against %(level)s bots.") % {"level": level}
    if chosen.why is bot_games.Why.AGAIN:
        levels = Counter(level_of(bot).word for bot in chosen.bots)
        told = ", ".join(f"{count} × {level}" for level, count in levels.items())
        return _("As last time: %(bots)s") % {"bots": told}
    return ""


def _tables(status: str) -> QuerySet[Table]:
    seats = Prefetch("seats", queryset=Seat.objects.order_by("number"))
    return Table.objects.filter(status=status).prefetch_related(seats).order_by("-created")
