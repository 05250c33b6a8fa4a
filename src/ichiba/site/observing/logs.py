"""Log formats: plain text or JSON. Log lines never contain secrets.

A table's URL is an invitation and a personal link is a credential, so logs contain URL patterns,
never URLs. They say that a move was made, but not which one.
"""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

from django.http import HttpRequest

request_id: ContextVar[str] = ContextVar("request_id", default="")

# The only `extra` fields of a log call that are written.
FIELDS = ("table", "move", "method", "route", "status", "milliseconds")


def route_of(request: HttpRequest) -> str:
    """Return the URL pattern of a request, such as `/t/<slug:slug>/`."""
    match = request.resolver_match
    return "(no page)" if match is None else f"/{match.route}"


def in_short(error: Exception) -> str:
    """Return the first line of a database error. The other lines may quote a row."""
    return str(error).partition("\n")[0]


class Discreet(logging.Filter):
    """Replaces URLs with URL patterns in Django's own log records."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record, and always keep it."""
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            route = route_of(request)
            hidden = {request.path, request.path.encode("unicode_escape").decode("ascii")}
            record.args = tuple(route if arg in hidden else arg for arg in record.args)
            record.route, record.status = route, getattr(record, "status_code", None)
        return True


class Refusals(logging.Filter):
    """Turns what Django says about refused requests into one line at INFO, without a traceback.

    Wrong host names, expired forms and addresses that don't exist are the work of visitors and
    scanners, not errors of the server. So are more streams, replays and hints than are allowed
    (503). If the database can't be used (503 as well), that has its own line.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Rewrite the record. Drop it unless INFO is logged."""
        if not _is_refusal(record):
            return True
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
        record.exc_info = record.exc_text = None
        if record.name == "django.security.DisallowedHost":
            record.msg = (
                "Refused a request for a host that ICHIBA_HOSTS or ICHIBA_URL doesn't name."
            )
            record.args = ()
        return logging.getLogger().isEnabledFor(logging.INFO)


def _is_refusal(record: logging.LogRecord) -> bool:
    if record.name.startswith("django.security"):
        return True
    status = getattr(record, "status_code", 500)
    return record.name == "django.request" and (status < 500 or status == 503)


class PlainLines(logging.Formatter):
    """Plain-text lines for people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the base class's name
        """Format the message with its extra fields."""
        added = " ".join(f"{name}={value}" for name, value in _fields(record).items())
        line = super().formatMessage(record).replace("\n", "\\n").replace("\r", "\\r")
        return f"{line} [{added}]" if added else line


class JsonLines(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        """Format the record, with the traceback of an exception."""
        told: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            **_fields(record),
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False)


def _fields(record: logging.LogRecord) -> dict[str, object]:
    found = {name: getattr(record, name, None) for name in FIELDS}
    if identity := request_id.get():
        found["request"] = identity
    return {name: value for name, value in found.items() if value is not None}
