"""The leaderboards of rated games."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from ichiba.core.registry import games, load
from ichiba.site.models import Tempo
from ichiba.site.pages.leaderboard import rows_for
from ichiba.site.request import Request
from ichiba.site.tables.ratings import ACTIVE, PROVISIONAL
from ichiba.site.titles.boards import game_or_404, has_web


@require_safe
def ratings(request: Request) -> HttpResponse:  # noqa: ARG001 - Django passes it
    """Go to the first leaderboard."""
    first = next(name for name in games() if has_web(load(name)))
    return redirect("leaderboard", name=first, tempo=Tempo.LIVE.value)


@require_safe
def leaderboard(request: Request, name: str, tempo: str) -> HttpResponse:
    """Show the leaderboard of a title, for live games or for games over days."""
    game = game_or_404(name)
    if tempo not in Tempo.values:
        raise Http404
    rows = rows_for(game.name, Tempo(tempo), request.person)
    context = {
        "game": game,
        "tempo": tempo,
        "tempos": Tempo.choices,
        "titles": [load(one) for one in games() if has_web(load(one))],
        "rows": rows,
        "empty": not any(row.games for row in rows),
        "days": ACTIVE[Tempo(tempo)].days,
        "provisional": PROVISIONAL,
    }
    return render(request, "site/ratings.html", context)
