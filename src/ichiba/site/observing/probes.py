"""Health checks and metrics for monitoring.

They are handled before all other middleware: a probe uses an IP address, sends no cookie, and needs
a response even if the database is down.
"""

import hmac
import logging
from collections.abc import Callable
from ipaddress import ip_address

from django.conf import settings
from django.db import Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from ichiba.site.observing import metrics

log = logging.getLogger("ichiba.probes")

# Headers set by proxies. A proxy on this machine forwards requests from anywhere.
_FORWARDING = ("Forwarded", "X-Forwarded-For", "X-Real-IP", "Via")


class ProbesMiddleware:
    """Handles /healthz and /metrics."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = _ANSWERS.get(request.path)
        return self.get_response(request) if answer is None else answer(request)


@require_safe
def health(_request: HttpRequest) -> HttpResponse:
    """Return 200 if the database works, otherwise 503."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
            cursor.fetchone()
    except Error:
        log.exception("Database error in a health check.")
        return _unkept(JsonResponse({"status": "database unavailable"}, status=503))
    return _unkept(JsonResponse({"status": "well"}))


@require_safe
def numbers(request: HttpRequest) -> HttpResponse:
    """Return Prometheus metrics to requests from this machine or with the token."""
    if not _may_read(request):
        return _unkept(HttpResponse("Access denied.\n", status=403, content_type="text/plain"))
    return _unkept(HttpResponse(metrics.text(), content_type=CONTENT_TYPE_LATEST))


_ANSWERS = {"/healthz": health, "/metrics": numbers}


def _unkept(response: HttpResponse) -> HttpResponse:
    response["Cache-Control"] = "no-store"
    return response


def _may_read(request: HttpRequest) -> bool:
    if settings.CONFIGURATION.metrics_token:
        given = request.headers.get("Authorization", "").encode()
        return hmac.compare_digest(given, f"Bearer {settings.CONFIGURATION.metrics_token}".encode())
    return is_from_here(request)


def is_from_here(request: HttpRequest) -> bool:
    """Whether a request comes from this machine, and not through a proxy."""
    if any(name in request.headers for name in _FORWARDING):
        return False
    try:
        return ip_address(request.META.get("REMOTE_ADDR", "")).is_loopback
    except ValueError:
        return False
