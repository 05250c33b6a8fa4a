"""Error pages: what happened and what to do."""

import logging
import sys
from collections.abc import Callable

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from ichiba.core.errors import RecordError
from ichiba.core.messages import Reason
from ichiba.site.access import may_take_record
from ichiba.site.api.problems import by_status
from ichiba.site.api.reading import ROOT
from ichiba.site.models import Table
from ichiba.site.observing.logs import in_short, route_of
from ichiba.site.people.limits import Crowded, TooMany
from ichiba.site.store.snapshots import Unreplayable, damaged
from ichiba.site.titles.words import words_for

log = logging.getLogger("ichiba.database")


def _page(
    request: HttpRequest, status: int, title: str, text: str, record: str = ""
) -> HttpResponse:
    if request.path.startswith(ROOT):
        return by_status(status, text if status in (410, 429, 503) else "")
    context = {"title": title, "text": text, "record": record}
    return render(request, "site/error.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400"""
    return _page(
        request,
        400,
        _("Bad request"),
        _("We couldn't read the request. Reload the page and try again."),
    )


def not_allowed(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403"""
    text = (
        str(exception) if exception and str(exception) else _("You don't have access to this page.")
    )
    return _page(request, 403, _("You can't see this page"), text)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404"""
    return _page(request, 404, _("Page not found"), _("There is no page at this address."))


def too_many(request: HttpRequest, often: TooMany) -> HttpResponse:
    """429, with a Retry-After header."""
    response = _page(request, 429, _("Too many attempts"), str(often))
    response.headers["Retry-After"] = str(often.seconds)
    return response


def crowded(request: HttpRequest, why: Crowded) -> HttpResponse:
    """503: too many requests wait for the same, such as a replay."""
    response = _page(request, 503, _("One moment please"), str(why))
    response.headers["Retry-After"] = "5"
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """500, or 503 if the database is unavailable or full."""
    error = sys.exception()
    if isinstance(error, Error):
        route = {"route": route_of(request)}
        log.warning("Database error: %s", in_short(error), extra=route)
        response = away(request)
        response._has_been_logged = True  # type: ignore[attr-defined] # don't log it again
        return response
    text = _("Something went wrong on our side. Your game is safe. Please try again.")
    return _page(request, 500, _("Something went wrong"), text)


def away(request: HttpRequest) -> HttpResponse:
    """503, as a page or as one sentence for an open page. It doesn't use the database."""
    text = _("The database is unavailable right now. Your games are safe.")
    advice = _("Your last action may not have been saved. Try again in a moment.")
    if request.path.startswith(ROOT):
        response = by_status(503, f"{text} {advice}")
    elif request.headers.get("HX-Request"):
        response = HttpResponse(text, content_type="text/plain; charset=utf-8", status=503)
    else:
        context = {"title": _("Temporarily unavailable"), "text": f"{text} {advice}"}
        if request.method in ("GET", "HEAD"):
            context["again"] = request.get_full_path()
        response = HttpResponse(render_to_string("site/error.html", context), status=503)
    response["Retry-After"] = "5"
    response["Cache-Control"] = "no-store"
    return response


def kept(request: HttpRequest, reason: Reason | None) -> HttpResponse:
    """410: this server can't replay the game, which is kept.

    Its revision of the rules isn't supported, which is the reason, or its moves are damaged.
    """
    if reason is None:
        return _page(request, 410, _("This game can't be shown"), damaged())
    text = _("This game uses a version of the rules that this server can't show. The game is kept.")
    text = f"{text} {reason.say(words_for([]))}"
    title = _("Different version of the rules")
    return _page(request, 410, title, text, record=_record_of(request))


def _record_of(request: HttpRequest) -> str:
    """Return the address of the record of the game on this page, if it can be downloaded."""
    match = request.resolver_match
    table = Table.objects.filter(slug=match.kwargs.get("slug", "")).first() if match else None
    if table is None or not may_take_record(table):
        return ""
    return reverse("record", args=[table.slug])


class RefusalsMiddleware:
    """Turns Unreplayable and TooMany into error pages."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the error page for these exceptions."""
        if isinstance(exception, Unreplayable | RecordError):
            return kept(request, exception.reason)
        if isinstance(exception, TooMany):
            return too_many(request, exception)
        if isinstance(exception, Crowded):
            return crowded(request, exception)
        return None


def expired_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 when the CSRF check fails."""
    text = _("This page has expired. Reload it and try again.")
    return _page(request, 403, _("Page expired"), text)
