"""The market of the day: its page, and the button that begins one's only try."""

from datetime import date
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from ichiba.core.game import Game
from ichiba.site.pages.daily import page_of
from ichiba.site.people import limits
from ichiba.site.people.identity import ensure_person
from ichiba.site.request import Request
from ichiba.site.tables import daily, days
from ichiba.site.tables.changes import Refused
from ichiba.site.titles.boards import game_or_404
from ichiba.site.views.linked import link_to_day


@require_safe
def today(request: Request, name: str) -> HttpResponse:
    """Today's market of a title."""
    return _page(request, game_or_404(name), days.today())


@require_safe
def on_day(request: Request, name: str, day: str) -> HttpResponse:
    """The market of a certain day."""
    game = game_or_404(name)
    return _page(request, game, day_or_404(game, day))


def day_or_404(game: Game, text: str) -> date:
    """Return a day on which there is a market of this title."""
    try:
        wanted = date.fromisoformat(text)
    except ValueError:
        raise Http404 from None
    if wanted != days.today() and daily.market_of(game.name, wanted) is None:
        raise Http404
    return wanted


def _page(request: Request, game: Game, day: date) -> HttpResponse:
    context: dict[str, Any] = page_of(request.person, game, day)
    address = reverse("market-on-day", args=[game.name, day.isoformat()])
    told = _("Everybody plays the same deal against the same bots, and has one try. Play it, too.")
    context["link"] = link_to_day(request, game.name, day, told)
    context["address"] = request.build_absolute_uri(address)
    return render(request, "site/daily.html", context)


@require_POST
@limits.limited("table")
def begin(request: Request, name: str) -> HttpResponse:
    """Begin the only try of today, or go on with it."""
    game = game_or_404(name)
    try:
        table = daily.begin(ensure_person(request), game)
    except Refused as refusal:
        raise PermissionDenied(str(refusal)) from None
    return redirect("table", slug=table.slug)
