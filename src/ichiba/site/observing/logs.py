"""Log lines: plain for people or JSON for machines, about tables by number, never about secrets.

A table's address is an invitation and a personal link is a key, so a log tells the pattern of an
address, never the address; it tells that a move was made, never which.
"""

import json
import logging
from contextvars import ContextVar
from datetime import UTC, datetime

from django.http import HttpRequest

request_id: ContextVar[str] = ContextVar("request_id", default="")

# What a log call may add with `extra`; nothing else gets into a line.
FIELDS = ("table", "move", "method", "route", "status", "milliseconds")


def route_of(request: HttpRequest) -> str:
    """The pattern of an address, such as `/t/<slug:slug>/`."""
    match = request.resolver_match
    return "(no page)" if match is None else f"/{match.route}"


def in_short(error: Exception) -> str:
    """What the database says went wrong, without what follows: that may quote a row."""
    return str(error).partition("\n")[0]


class Discreet(logging.Filter):
    """Puts patterns in place of addresses, in what Django logs about a request."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Always true: nothing is left out, only told with discretion."""
        request = getattr(record, "request", None)
        if isinstance(request, HttpRequest) and isinstance(record.args, tuple):
            route = route_of(request)
            hidden = {request.path, request.path.encode("unicode_escape").decode("ascii")}
            record.args = tuple(route if arg in hidden else arg for arg in record.args)
            record.route, record.status = route, getattr(record, "status_code", None)
        return True


class PlainLines(logging.Formatter):
    """A line that a person reads."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the base's name
        """The message with what belongs to it."""
        added = " ".join(f"{name}={value}" for name, value in _fields(record).items())
        line = super().formatMessage(record).replace("\n", "\\n").replace("\r", "\\r")
        return f"{line} [{added}]" if added else line


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole line; what went wrong in code is told with its traceback."""
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
