"""When something is wrong: what it is, in words, and where to go from there."""

import logging
import sys
from collections.abc import Callable

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from ichiba.core.errors import RecordError
from ichiba.core.messages import Reason
from ichiba.site.api.problems import by_status
from ichiba.site.api.reading import ROOT
from ichiba.site.limits import TooMany
from ichiba.site.matches import Unreplayable
from ichiba.site.observing.logs import in_short, route_of
from ichiba.site.seeing import words_for

log = logging.getLogger("ichiba.database")


def _page(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
    if request.path.startswith(ROOT):
        return by_status(status, text if status in (410, 429, 503) else "")
    context = {"title": title, "text": text}
    return render(request, "site/error.html", context, status=status)


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400"""
    return _page(
        request, 400, _("That did not make sense"), _("The page sent something we cannot read.")
    )


def not_allowed(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403"""
    text = str(exception) if exception and str(exception) else _("This is not open to you.")
    return _page(request, 403, _("Not for these eyes"), text)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404"""
    return _page(request, 404, _("Nothing here"), _("There is no page at this address."))


def too_many(request: HttpRequest, often: TooMany) -> HttpResponse:
    """429, with when to come back."""
    response = _page(request, 429, _("A moment, please"), str(often))
    response.headers["Retry-After"] = str(often.seconds)
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """500; or 503 while the database is away or full, which passes."""
    error = sys.exception()
    if isinstance(error, Error):
        route = {"route": route_of(request)}
        log.warning("the database does not answer: %s", in_short(error), extra=route)
        response = away(request)
        response._has_been_logged = True  # type: ignore[attr-defined] # a line is enough
        return response
    text = _("Something went wrong on our side. Your game is safe; try again.")
    return _page(request, 500, _("Our mistake"), text)


def away(request: HttpRequest) -> HttpResponse:
    """503, as a page or as one sentence for a page that is open. It asks the database nothing."""
    text = _("The games cannot be reached right now. Nothing that was played is lost.")
    advice = _("Your last click may not have counted. Try again in a moment.")
    if request.path.startswith(ROOT):
        response = by_status(503, f"{text} {advice}")
    elif request.headers.get("HX-Request"):
        response = HttpResponse(text, content_type="text/plain; charset=utf-8", status=503)
    else:
        context = {"title": _("One moment please"), "text": f"{text} {advice}"}
        if request.method in ("GET", "HEAD"):
            context["again"] = request.get_full_path()
        response = HttpResponse(render_to_string("site/error.html", context), status=503)
    response["Retry-After"] = "5"
    response["Cache-Control"] = "no-store"
    return response


def kept(request: HttpRequest, reason: Reason | None) -> HttpResponse:
    """410: a game of other rules than this server plays. It stays in the database."""
    text = _("This game was played by other rules than this server has. It is kept.")
    why = reason.say(words_for([])) if reason is not None else ""
    return _page(request, 410, _("A game of other rules"), f"{text} {why}".strip())


class RefusalsMiddleware:
    """What cannot be replayed any more, or was tried too often, says so wherever one asks."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer one request."""
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Say it instead of failing."""
        if isinstance(exception, Unreplayable | RecordError):
            return kept(request, exception.reason)
        if isinstance(exception, TooMany):
            return too_many(request, exception)
        return None


def expired_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 when a form came from elsewhere or from long ago."""
    text = _("This page is too old, or came from another site. Load it again and repeat.")
    return _page(request, 403, _("Please load the page again"), text)
