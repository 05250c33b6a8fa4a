"""Parsing of API requests: small, strict JSON only."""

from collections.abc import Callable
from typing import Any

import msgspec
from django.core.exceptions import RequestDataTooBig
from django.http import HttpRequest, HttpResponse
from ninja.parser import Parser

from ichiba.site.api.problems import by_status

ROOT = "/api/v1/"
# In bytes; far more than any valid request needs.
LARGEST = 64 * 1024


class StrictParser(Parser):
    """Parses JSON in UTF-8, with limited depth."""

    def parse_body(self, request: HttpRequest) -> dict[str, Any]:
        """Return the parsed body. Any error becomes a 400."""
        parsed: dict[str, Any] = msgspec.json.decode(request.body)
        return parsed


class ApiMiddleware:
    """Applies to the whole API: limits bodies, disables caching, and returns errors as JSON."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(ROOT):
            return self.get_response(request)
        response = by_status(413) if _too_large(request) else self.get_response(request)
        if response.status_code == 405:
            allowed = response.headers["Allow"]
            response = by_status(405)
            response["Allow"] = allowed
        if "Cache-Control" not in response:
            response["Cache-Control"] = "no-store"
        return response


def _too_large(request: HttpRequest) -> bool:
    try:
        return len(request.body) > LARGEST
    except RequestDataTooBig:
        return True
