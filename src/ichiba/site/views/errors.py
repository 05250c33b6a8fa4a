"""When something is wrong: what it is, in words, and where to go from there."""

import sys

from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _


def _page(request: HttpRequest, status: int, title: str, text: str) -> HttpResponse:
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


def broken(request: HttpRequest) -> HttpResponse:
    """500; or 503 while the database is away or full, which passes."""
    if isinstance(sys.exception(), Error):
        return away(request)
    text = _("Something went wrong on our side. Your game is safe; try again.")
    return _page(request, 500, _("Our mistake"), text)


def away(request: HttpRequest) -> HttpResponse:
    """503, as a page or as one sentence for a page that is open. It asks the database nothing."""
    text = _("The games cannot be reached right now. Nothing that was played is lost.")
    advice = _("Your last click may not have counted. Try again in a moment.")
    if request.headers.get("HX-Request"):
        response = HttpResponse(text, content_type="text/plain; charset=utf-8", status=503)
    else:
        context = {"title": _("One moment please"), "text": f"{text} {advice}"}
        if request.method in ("GET", "HEAD"):
            context["again"] = request.get_full_path()
        response = HttpResponse(render_to_string("site/error.html", context), status=503)
    response["Retry-After"] = "5"
    response["Cache-Control"] = "no-store"
    return response


def expired_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 when a form came from elsewhere or from long ago."""
    text = _("This page is too old, or came from another site. Load it again and repeat.")
    return _page(request, 403, _("Please load the page again"), text)
