"""Quick pairing: look for opponents, wait for them, or stop looking."""

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from ichiba.core.errors import IchibaError
from ichiba.core.registry import games, load
from ichiba.site.models import Search
from ichiba.site.people import limits
from ichiba.site.people.identity import ensure_person
from ichiba.site.request import Request
from ichiba.site.tables import bot_games, pairing, time_limits
from ichiba.site.tables.changes import Refused
from ichiba.site.titles.boards import game_or_404, has_web
from ichiba.site.titles.words import words_for


@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("table")
def find(request: Request) -> HttpResponse:
    """Choose a game and look for opponents; wait for them; go to the table."""
    problem, status = "", 200
    if request.method == "POST":
        try:
            _look(request)
        except IchibaError as error:
            problem, status = error.reason.say(words_for([])), 422
        except Refused as refusal:
            problem, status = str(refusal), 422
        else:
            return redirect("find")
    search = pairing.search_of(request.person)
    if search is not None and search.table is not None and not problem:
        pairing.stop(search.person)
        return redirect("table", slug=search.table.slug)
    if search is not None and not problem:
        return render(request, "site/find_waiting.html", _waiting(search))
    context = _form(request) | {"problem": problem}
    return render(request, "site/find.html", context, status=status)


def _look(request: Request) -> None:
    data = request.POST
    game = game_or_404(data.get("title", ""))
    if data.get("pace") not in Search.Pace.values:
        raise Refused(_("Choose whether to play live or over days."))
    person = ensure_person(request, data.get("name", ""))
    pace = Search.Pace(data["pace"])
    with_bots, near = data.get("bots") == "yes", data.get("near") == "yes"
    pairing.look(person, game, pace, with_bots=with_bots, near=near)


def _form(request: Request) -> dict[str, object]:
    """Return the context of the form."""
    titles = [load(name) for name in games() if has_web(load(name))]
    asked = request.POST.get("title") or request.GET.get("title", "")
    chosen = asked if asked in {game.name for game in titles} else titles[0].name
    limit = {pace: time_limits.named(pairing.LIMITS[pace]).pace for pace in Search.Pace}
    return {
        "titles": [
            {
                "name": game.name,
                "title": game.title,
                "players": bot_games.usual_players(game),
                "chosen": game.name == chosen,
            }
            for game in titles
        ],
        "paces": [
            {
                "name": pace.value,
                "label": pace.label,
                "limit": pairing.LIMITS[pace].label,
                "chosen": pace.value == request.POST.get("pace", Search.Pace.LIVE),
            }
            for pace in limit
        ],
        "gone": "gone" in request.GET,
        "window": pairing.WINDOW,
        "near": request.POST.get("near") == "yes",
        "bots": request.method != "POST" or request.POST.get("bots") == "yes",
    }


def _waiting(search: Search) -> dict[str, object]:
    """Return the context of the page on which a person waits."""
    game, pace = load(search.title), Search.Pace(search.pace)
    return {
        "game": game,
        "search": search,
        "players": bot_games.usual_players(game),
        "limit": pairing.LIMITS[pace].label,
        "over_days": pace is Search.Pace.DAYS,
        "window": pairing.WINDOW,
        "others": _others(search),
    }


def _others(search: Search) -> str:
    """Return in words how many others are looking for the same game."""
    found = pairing.waiting(search.title, search.pace)
    others = sum(one != search and pairing.fits(one, search) for one in found)
    if not others:
        return _("Nobody else is looking for this game right now.")
    told = ngettext(
        "%d other person is looking for this game.",
        "%d other people are looking for this game.",
        others,
    )
    return told % others


@require_GET
def pulse(request: Request) -> HttpResponse:
    """Return whether the search is still going on. The page that waits polls this, and says so when
    it is closed."""
    if "leaving" in request.GET and request.person is not None:
        pairing.leave_soon(request.person)
        return JsonResponse({"state": "leaving"})
    search = pairing.search_of(request.person)
    if search is None:
        return JsonResponse({"state": "gone"})
    if search.table is not None:
        address = reverse("table", args=[search.table.slug])
        return JsonResponse({"state": "found", "address": address})
    return JsonResponse({"state": "waiting", "others": _others(search)})


@require_POST
def stop(request: Request) -> HttpResponse:
    """Stop looking."""
    if request.person is None:
        raise PermissionDenied
    pairing.stop(request.person)
    return redirect("find")
