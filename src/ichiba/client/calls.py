"""The operations of the API, for both clients: what to send, what comes back, and when to retry."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import httpx
import msgspec

from ichiba.client.shapes import Change, Hint, Table, TableChange, TableLine, Title, Token, Why
from ichiba.core.structs import json_reader

T = TypeVar("T")
_BUSY = {429, 502, 503, 504}
_FIRST_WAIT, _LONGEST_WAIT = 0.5, 15.0


# One for each answer in this module.
_READERS: dict[Any, Callable[[bytes], Any]] = {
    kind: json_reader(kind)
    for kind in (Title, Token, Table, Hint, Why, list[Title], list[TableLine], dict[str, Any])
}


class ApiError(Exception):
    """The server refused a request: a status, a word for programs and a sentence for people."""

    def __init__(self, status: int, error: str, message: str) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status
        self.error = error
        self.message = message


class Call(msgspec.Struct, Generic[T], frozen=True):
    """A request. One that may be repeated is sent again even if it might have arrived."""

    method: str
    path: str
    answer: Any  # the type T, which msgspec reads
    body: dict[str, Any] | None = None
    query: dict[str, Any] | None = None
    repeatable: bool = True


def result(call: Call[T], response: httpx.Response) -> T:
    """What a response contains. Raises ApiError if it is an error."""
    if response.is_error:
        raise error_of(response)
    if call.answer is None:
        return None  # type: ignore[return-value]
    found: T = _READERS[call.answer](response.content)
    return found


def error_of(response: httpx.Response) -> ApiError:
    """The error in a response, also if a proxy has answered with something else."""
    try:
        told = response.json()
        return ApiError(response.status_code, told["error"], told["message"])
    except (ValueError, KeyError, TypeError):
        return ApiError(response.status_code, "refused", response.reason_phrase)


class Patience:
    """How long to wait before a request is sent again, up to a limit for all of them together."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self.wait = _FIRST_WAIT

    def after_error(self, call: Call[T], error: httpx.TransportError) -> float | None:
        """Seconds to wait after a failure, or None to give up."""
        never_sent = isinstance(error, httpx.ConnectError | httpx.ConnectTimeout)
        return self._next(self.wait) if call.repeatable or never_sent else None

    def after_answer(self, response: httpx.Response) -> float | None:
        """Seconds to wait if the server is busy or restarting, or None if this is the answer."""
        if response.status_code not in _BUSY:
            return None
        told = response.headers.get("Retry-After", "")
        return self._next(float(told) if told.isdigit() else self.wait)

    def _next(self, seconds: float) -> float | None:
        if seconds > self.left:
            return None
        self.left -= seconds
        self.wait = min(self.wait * 2, _LONGEST_WAIT)
        return seconds


class Events:
    """Reads server-sent events line by line."""

    def __init__(self) -> None:
        self.kind = ""

    def read(self, line: str) -> tuple[str, bytes] | None:
        """The kind and the data of an event, at the line that has them."""
        name, _, value = line.partition(": ")
        if name == "event":
            self.kind = value
        return (self.kind, value.encode()) if name == "data" else None


change = json_reader(Change)
table_change = json_reader(TableChange)


def titles() -> Call[list[Title]]:
    """List the games."""
    return Call("GET", "/titles", list[Title])


def title(name: str) -> Call[Title]:
    """Get a game."""
    return Call("GET", f"/titles/{name}", Title)


def guest(name: str, label: str) -> Call[Token]:
    """Create a guest with a token."""
    return Call("POST", "/tokens", Token, {"name": name, "label": label}, repeatable=False)


def revoke(token: int) -> Call[None]:
    """Revoke a token."""
    return Call("DELETE", f"/tokens/{token}", None)


def tables(which: str, limit: int = 30, after: str = "") -> Call[list[TableLine]]:
    """List tables."""
    query = {"which": which, "limit": limit} | ({"after": after} if after else {})
    return Call("GET", "/tables", list[TableLine], query=query)


def create(
    name: str, places: Sequence[str], options: Mapping[str, Any], more: Mapping[str, Any]
) -> Call[Table]:
    """Create a table."""
    body = {"title": name, "places": [*places], "options": dict(options), **more}
    return Call("POST", "/tables", Table, body, repeatable=False)


def table(slug: str) -> Call[Table]:
    """Get a table."""
    return Call("GET", f"/tables/{slug}", Table)


def move(at: Table, notation: str) -> Call[Table]:
    """Make a move. The server makes it once, however often it arrives."""
    page = "" if at.position is None else at.position.page
    return Call("POST", f"/tables/{at.slug}/moves", Table, {"notation": notation, "page": page})


def undo(at: Table, *, whole_turn: bool) -> Call[Table]:
    """Take back a decision."""
    page = "" if at.position is None else at.position.page
    body = {"page": page, "whole_turn": whole_turn}
    return Call("POST", f"/tables/{at.slug}/undo", Table, body)


def hint(at: Table) -> Call[Hint]:
    """Ask what a strong player would do."""
    page = "" if at.position is None else at.position.page
    return Call("POST", f"/tables/{at.slug}/hint", Hint, {"page": page})


def why(slug: str, notation: str) -> Call[Why]:
    """Ask whether a move is possible."""
    return Call("GET", f"/tables/{slug}/why", Why, query={"notation": notation})


def act(slug: str, what: str) -> Call[Table]:
    """Join, leave, fill, resign, back or rematch: operations without a body."""
    return Call("POST", f"/tables/{slug}/{what}", Table, repeatable=False)


def chat(slug: str, text: str) -> Call[Table]:
    """Send a chat message."""
    return Call("POST", f"/tables/{slug}/chat", Table, {"text": text}, repeatable=False)


def record(slug: str) -> Call[dict[str, Any]]:
    """Get the record of a game that is over."""
    return Call("GET", f"/tables/{slug}/record", dict[str, Any])
