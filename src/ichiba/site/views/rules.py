"""The rules page of a title."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from ichiba.site.request import Request
from ichiba.site.titles.boards import game_or_404
from ichiba.site.titles.rulebook import chapters_as_html


@require_safe
@vary_on_headers("HX-Request")
def rules(request: Request, name: str) -> HttpResponse:
    """All chapters on one page; only the chapters for a table's page, which loads them later."""
    game = game_or_404(name)
    context = {"game": game, "chapters": chapters_as_html(game)}
    part = request.htmx
    return render(request, "site/_chapters.html" if part else "site/rules.html", context)
