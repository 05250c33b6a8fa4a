"""Gives every request an id, counts it, times it and logs it."""

import logging
import re
from collections.abc import Callable
from secrets import token_hex
from time import perf_counter

from django.http import HttpRequest, HttpResponse

from ichiba.site.observing.logs import request_id, route_of
from ichiba.site.observing.metrics import REQUEST_SECONDS, REQUESTS

log = logging.getLogger("ichiba.requests")

HEADER = "X-Request-ID"
_FIT = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}


class ObservingMiddleware:
    """The outermost middleware, so that it sees the final status."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "")
        identity = given if _FIT.fullmatch(given) else token_hex(8)
        before = request_id.set(identity)
        start = perf_counter()
        try:
            response = self.get_response(request)
            self._note(request, response, perf_counter() - start)
        finally:
            request_id.reset(before)
        response[HEADER] = identity
        return response

    def _note(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        method = request.method if request.method in _METHODS else "other"
        REQUESTS.labels(method, str(response.status_code)).inc()
        REQUEST_SECONDS.observe(seconds)
        log.info(
            "Request handled.",
            extra={
                "method": method,
                "route": route_of(request),
                "status": response.status_code,
                "milliseconds": round(seconds * 1000),
            },
        )
