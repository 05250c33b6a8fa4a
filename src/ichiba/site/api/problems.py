"""Error responses of the API, with a status, a code and a message."""

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext, gettext_lazy
from ninja import NinjaAPI, Schema
from ninja.errors import AuthenticationError, HttpError, ValidationError
from pydantic import Field

from ichiba.core.errors import IchibaError
from ichiba.core.messages import Reason
from ichiba.site.live.streams import RETRY_SECONDS, TooManyStreams
from ichiba.site.people import limits
from ichiba.site.store import snapshots
from ichiba.site.tables.changes import MovedOn, Refused
from ichiba.site.titles.words import words_for


class Problem(Schema):
    """An error. Nothing has changed."""

    error: str = Field(description="A code for programs, such as `moved_on`.")
    message: str = Field(description="A message for people.")


class Refusal(Exception):  # noqa: N818
    """An error response of the API."""

    def __init__(self, status: int, error: str, message: str) -> None:
        super().__init__(message)
        self.status, self.error, self.message = status, error, message


# The statuses of errors that any operation may return.
ALWAYS = frozenset({400, 401, 403, 404, 405, 409, 410, 413, 422, 429, 503})


def may_answer(status: int, schema: Any) -> dict[Any, Any]:
    """Return the responses of an operation: on success, and on errors."""
    return {status: schema, ALWAYS: Problem}


def problem(status: int, error: str, message: str) -> HttpResponse:
    """Return an error response."""
    response = JsonResponse({"error": error, "message": message}, status=status)
    if status == 401:
        response["WWW-Authenticate"] = 'Bearer realm="Ichiba"'
    if status in (429, 503):
        response["Retry-After"] = RETRY_SECONDS
    return response


# Codes and default messages by status.
_WORDS = {
    400: ("unreadable", gettext_lazy("The request body isn't valid JSON.")),
    401: ("no_token", gettext_lazy("Send one of your tokens as “Authorization: Bearer”.")),
    403: ("not_for_you", gettext_lazy("You don't have access to this.")),
    404: ("nothing_here", gettext_lazy("There is nothing at this address.")),
    405: ("wrong_method", gettext_lazy("This address doesn't support that method.")),
    410: (
        "other_rules",
        gettext_lazy(
            "This game uses a version of the rules that this server can't show. The game is kept. "
            "Once it is over, you can get its record."
        ),
    ),
    413: ("too_large", gettext_lazy("The request is too large.")),
    429: ("too_many", gettext_lazy("Too many requests. Wait a moment and try again.")),
    503: ("away", gettext_lazy("The database is unavailable right now. Try again in a moment.")),
    500: (
        "our_mistake",
        gettext_lazy("Something went wrong on our side. Your game is safe. Please try again."),
    ),
}


def by_status(status: int, message: str = "") -> HttpResponse:
    """Return the default error response for a status."""
    error, words = _WORDS.get(status, ("refused", gettext_lazy("The request failed.")))
    return problem(status, error, message or str(words))


def answer_with_problems(api: NinjaAPI) -> None:
    """Register handlers so that an API returns all errors in this format."""
    answers: dict[type[Exception], Callable[[Any, list[str]], HttpResponse]] = {
        Refusal: lambda error, _names: problem(error.status, error.error, error.message),
        TooManyStreams: lambda error, _names: problem(error.status, "full", error.message),
        limits.TooMany: lambda error, _names: _too_often(error),
        snapshots.Unreplayable: lambda error, _names: _kept(error),
        MovedOn: lambda *_: problem(409, "moved_on", gettext("The position has changed.")),
        Refused: lambda error, names: problem(409, "refused", _say(error.why, names)),
        IchibaError: lambda error, names: problem(422, "not_possible", _say(error.reason, names)),
        ValidationError: lambda error, _names: problem(422, "wrong_data", _where(error)),
        AuthenticationError: lambda *_: by_status(401),
        HttpError: lambda error, _names: by_status(error.status_code),
        PermissionDenied: lambda error, _names: by_status(403, str(error)),
        Http404: lambda *_: by_status(404),
    }
    for kind, answer in answers.items():
        api.add_exception_handler(kind, _handler(answer))


def _kept(error: snapshots.Unreplayable) -> HttpResponse:
    return by_status(410) if error.reason else problem(410, "damaged", snapshots.damaged())


def _too_often(error: limits.TooMany) -> HttpResponse:
    answer = by_status(429, str(error))
    answer["Retry-After"] = str(error.seconds)
    return answer


def _handler(answer: Callable[[Any, list[str]], HttpResponse]) -> Any:
    def handle(request: HttpRequest, error: Exception) -> HttpResponse:
        return answer(error, getattr(request, "names", []))

    return handle


def _say(why: Reason | str, names: list[str]) -> str:
    return why.say(words_for(names)) if isinstance(why, Reason) else why


# What is wrong with a field, by Pydantic's kinds of errors. Its own messages are for programmers.
_WRONG = {
    "missing": gettext_lazy("“%(place)s” is missing."),
    "extra_forbidden": gettext_lazy("There is no field “%(place)s” here."),
    "literal_error": gettext_lazy("“%(place)s” must be one of these: %(expected)s."),
    "string_type": gettext_lazy("“%(place)s” must be text."),
    "list_type": gettext_lazy("“%(place)s” must be a list."),
    "dict_type": gettext_lazy("“%(place)s” must be an object."),
    "int_type": gettext_lazy("“%(place)s” must be a whole number."),
    "int_parsing": gettext_lazy("“%(place)s” must be a whole number."),
    "bool_type": gettext_lazy("“%(place)s” must be true or false."),
    "bool_parsing": gettext_lazy("“%(place)s” must be true or false."),
    "string_too_long": gettext_lazy("“%(place)s” can have at most %(max_length)s characters."),
    "too_long": gettext_lazy("“%(place)s” can have at most %(max_length)s entries."),
    "less_than_equal": gettext_lazy("“%(place)s” can be at most %(le)s."),
    "greater_than_equal": gettext_lazy("“%(place)s” must be at least %(ge)s."),
}


def _where(error: ValidationError) -> str:
    """Return a sentence about the first wrong field."""
    first = error.errors[0]
    place = ".".join(str(part) for part in first["loc"][1:] if part != "data")[:100]
    sentence = _WRONG.get(str(first["type"])) if place else None
    if sentence is None:
        return f"{place or gettext('the body')}: {str(first['msg'])[:200]}"
    return str(sentence) % {"place": place, **(first.get("ctx") or {})}
