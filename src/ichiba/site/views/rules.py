"""The rules of a title in our own words."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ichiba.site.rulebook import chapters_as_html
from ichiba.site.views.setup import game_or_404


@require_safe
def rules(request: HttpRequest, name: str) -> HttpResponse:
    """All chapters on a page."""
    game = game_or_404(name)
    context = {"game": game, "chapters": chapters_as_html(game)}
    return render(request, "site/rules.html", context)
