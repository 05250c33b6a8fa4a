"""The type of the requests that views get: Django's request with what our middleware adds."""

from django.http import HttpRequest
from django_htmx.middleware import HtmxDetails

from ichiba.site.models import Person


class Request(HttpRequest):
    """A request after the middleware. Only the type checker uses this class."""

    person: Person | None  # set by PersonMiddleware
    htmx: HtmxDetails  # set by HtmxMiddleware
