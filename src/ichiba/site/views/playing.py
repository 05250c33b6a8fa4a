"""The game on the front page: its positions, and what is shown beside them."""

import gzip
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from ichiba.core.registry import load
from ichiba.site.live.encodings import encoding_for
from ichiba.site.people import limits
from ichiba.site.pictures import exhibition
from ichiba.site.request import Request
from ichiba.site.titles.words import words_for

# A position never changes, but a page shows it only for a day.
_KEPT = 24 * 3600


def playing_context() -> dict[str, Any]:
    """Return the context of the block on the front page. There may be no game to show."""
    showing = exhibition.current()
    if showing is None:
        return {"playing": None}
    page = "table" if showing.live else "uploaded"
    return {
        "playing": showing,
        "playing_title": load(showing.title).title,
        "playing_names": words_for([]).listed(showing.names),
        "playing_page": reverse(page, args=[showing.slug]),
        "pace": exhibition.PACE,
    }


@require_safe
def now(request: Request) -> HttpResponse:
    """The block, for a page that has been open for a while."""
    limits.spend_here("picture", *limits.visitor(request, request.person))
    context = playing_context()
    if context["playing"] is None:
        return HttpResponse(status=204)
    response = render(request, "site/_playing_now.html", context)
    response.headers["Cache-Control"] = "no-cache"
    return response


@require_safe
def position(request: Request, slug: str, at: int, theme: str) -> HttpResponse:
    """A position of the game as SVG, which is kept compressed."""
    limits.spend_here("picture", *limits.visitor(request, request.person))
    packed = exhibition.frame(slug, at, theme) if theme in ("light", "dark") else None
    if packed is None:
        raise Http404
    response = HttpResponse(content_type="image/svg+xml")
    if encoding_for(request.headers.get("Accept-Encoding", ""), ("gzip",)):
        response.content = packed
        response.headers["Content-Encoding"] = "gzip"
    else:
        response.content = gzip.decompress(packed)
    patch_vary_headers(response, ["Accept-Encoding"])
    response.headers["Cache-Control"] = f"public, max-age={_KEPT}"
    return response
