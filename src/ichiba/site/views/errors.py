"""When something is wrong: what it is, in words, and where to go from there."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
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


def too_many(request: HttpRequest, exception: Any) -> HttpResponse:
    """429, with when to come back."""
    response = _page(request, 429, _("A moment, please"), str(exception))
    response.headers["Retry-After"] = str(exception.seconds)
    return response


def broken(request: HttpRequest) -> HttpResponse:
    """500"""
    text = _("Something went wrong on our side. Your game is safe; try again.")
    return _page(request, 500, _("Our mistake"), text)


def expired_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 when a form came from elsewhere or from long ago."""
    text = _("This page is too old, or came from another site. Load it again and repeat.")
    return _page(request, 403, _("Please load the page again"), text)
