"""Pictures for links, and animations of finished games."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from ichiba.core.record import Record
from ichiba.site.access import may_take_record
from ichiba.site.pages.daily import day_name
from ichiba.site.people import limits
from ichiba.site.people.limits import CROWDED, Crowded
from ichiba.site.pictures import links
from ichiba.site.pictures.links import Picture
from ichiba.site.pictures.painter import NoPicture
from ichiba.site.request import Request
from ichiba.site.store import snapshots
from ichiba.site.tables import daily, days
from ichiba.site.titles.boards import game_or_404
from ichiba.site.views.daily import day_or_404
from ichiba.site.views.replay import uploaded_record
from ichiba.site.views.table import visitor

# How long other sites may keep a picture, in seconds: one that lasts, and one that may change.
_LASTING, _CHANGING = 7 * 24 * 3600, 300


def _drawn(view: Callable[..., Picture]) -> Callable[..., HttpResponse]:
    """Decorate a view that finds a picture: limit it, and answer with the file."""

    @require_safe
    @wraps(view)
    def answer(request: Request, **names: str) -> HttpResponse:
        limits.spend_here("picture", *limits.visitor(request, request.person))
        _refuse_crowds(request)
        shown = view(request, **names)
        response = get_conditional_response(request, etag=f'"{shown.tag}"')
        if response is None:
            try:
                content = shown.png()
            except NoPicture:
                raise Http404(_("There is no picture.")) from None
            response = HttpResponse(content, content_type="image/png")
        response.headers["ETag"] = f'"{shown.tag}"'
        seconds = _LASTING if shown.lasts else _CHANGING
        response.headers["Cache-Control"] = f"public, max-age={seconds}"
        return response

    return answer


def _refuse_crowds(request: Request) -> None:
    if getattr(request, "scope", {}).get(CROWDED):
        text = _("Many pictures are being made right now. Try again in a few seconds.")
        raise Crowded(text)


@_drawn
def of_site(request: Request) -> Picture:  # noqa: ARG001 - Django passes it
    """The picture of the whole site."""
    return links.of_site()


@_drawn
def of_title(request: Request, name: str) -> Picture:  # noqa: ARG001 - Django passes it
    """The picture of a title."""
    return links.of_title(game_or_404(name))


@_drawn
def of_day(request: Request, name: str, day: str) -> Picture:  # noqa: ARG001 - Django passes it
    """The picture of a market of the day; when the day is over, the end of its best game."""
    game = game_or_404(name)
    wanted = day_or_404(game, day)
    market = daily.market_of(game.name, wanted)
    if market is not None and days.is_over(game.name, wanted):
        best = daily.best_of(market)
        if best is not None and best.table is not None:
            return links.of_table(snapshots.newest(best.table.slug))
    return links.of_day(game, day_name(wanted), 0 if market is None else market.tries.count())


@_drawn
def of_table(request: Request, slug: str) -> Picture:  # noqa: ARG001 - Django passes it
    """The picture of a table as any stranger may see it, whoever asks."""
    return links.of_table(snapshots.newest(slug))


@_drawn
def of_upload(request: Request, slug: str) -> Picture:  # noqa: ARG001 - Django passes it
    """The picture of an uploaded game."""
    return links.of_record(slug, uploaded_record(slug))


@require_safe
def film_of_table(request: Request, slug: str) -> HttpResponse:
    """The animation of a finished game."""
    found = visitor(request).find(slug)
    if found.match_or_none is None or not may_take_record(found.table):
        raise Http404
    return _film(request, slug, found.match.record)


@require_safe
def film_of_upload(request: Request, slug: str) -> HttpResponse:
    """The animation of an uploaded game."""
    return _film(request, slug, uploaded_record(slug))


def _film(request: Request, slug: str, record: Record) -> HttpResponse:
    if not links.has_film(slug, record):
        limits.spend("film", *limits.visitor(request, request.person))
    _refuse_crowds(request)
    try:
        content = links.film_of(slug, record)
    except NoPicture:
        raise Http404(_("There is no picture.")) from None
    response = HttpResponse(content, content_type="image/webp")
    response.headers["Content-Disposition"] = f'attachment; filename="{record.game}-{slug}.webp"'
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response
