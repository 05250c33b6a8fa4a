"""What goes wrong in the API, told in a person's words with the status that fits."""

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
from ichiba.site import limits, matches, tables
from ichiba.site.seeing import words_for
from ichiba.site.streams import RETRY_SECONDS, TooManyStreams


class Problem(Schema):
    """Why something was not done; nothing has changed then."""

    error: str = Field(description="A word for programs, such as `moved_on`.")
    message: str = Field(description="A sentence for people.")


class Refusal(Exception):  # noqa: N818 - reads as what it is
    """An answer of the API other than what was asked for."""

    def __init__(self, status: int, error: str, message: str) -> None:
        super().__init__(message)
        self.status, self.error, self.message = status, error, message


# Every answer that an operation may give instead of its own.
ALWAYS = frozenset({400, 401, 403, 404, 405, 409, 410, 413, 422, 429, 503})


def may_answer(status: int, schema: Any) -> dict[Any, Any]:
    """What an operation answers when it goes well, and when it does not."""
    return {status: schema, ALWAYS: Problem}


def problem(status: int, error: str, message: str) -> HttpResponse:
    """An answer that says what is wrong."""
    response = JsonResponse({"error": error, "message": message}, status=status)
    if status == 401:
        response["WWW-Authenticate"] = 'Bearer realm="Ichiba"'
    if status in (429, 503):
        response["Retry-After"] = RETRY_SECONDS
    return response


# What errors that come without words are called: by status.
_WORDS = {
    400: ("unreadable", gettext_lazy("This is not JSON that we can read.")),
    401: ("no_token", gettext_lazy("Send “Authorization: Bearer” with a token of yours.")),
    403: ("not_for_you", gettext_lazy("This is not open to you.")),
    404: ("nothing_here", gettext_lazy("There is nothing at this address.")),
    405: ("wrong_method", gettext_lazy("This address does not take that method.")),
    410: (
        "other_rules",
        gettext_lazy("This game was played by other rules than this server has. It is kept."),
    ),
    413: ("too_large", gettext_lazy("That is more than we take.")),
    429: ("too_many", gettext_lazy("You ask too often. Wait a little and try again.")),
    503: ("away", gettext_lazy("The games cannot be reached right now. Try again in a moment.")),
    500: (
        "our_mistake",
        gettext_lazy("Something went wrong on our side. Your game is safe; try again."),
    ),
}


def by_status(status: int, message: str = "") -> HttpResponse:
    """The usual answer for a status."""
    error, words = _WORDS.get(status, ("refused", gettext_lazy("That cannot be done.")))
    return problem(status, error, message or str(words))


def answer_with_problems(api: NinjaAPI) -> None:
    """Let an API tell all errors like this."""
    answers: dict[type[Exception], Callable[[Any, list[str]], HttpResponse]] = {
        Refusal: lambda error, _names: problem(error.status, error.error, error.message),
        TooManyStreams: lambda error, _names: problem(error.status, "full", error.message),
        limits.TooMany: lambda error, _names: _too_often(error),
        matches.Unreplayable: lambda *_: by_status(410),
        tables.MovedOn: lambda *_: problem(409, "moved_on", gettext("The table has moved on.")),
        tables.Refused: lambda error, names: problem(409, "refused", _say(error.why, names)),
        IchibaError: lambda error, names: problem(422, "not_possible", _say(error.reason, names)),
        ValidationError: lambda error, _names: problem(422, "wrong_data", _where(error)),
        AuthenticationError: lambda *_: by_status(401),
        HttpError: lambda error, _names: by_status(error.status_code),
        PermissionDenied: lambda error, _names: by_status(403, str(error)),
        Http404: lambda *_: by_status(404),
    }
    for kind, answer in answers.items():
        api.add_exception_handler(kind, _handler(answer))


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


def _where(error: ValidationError) -> str:
    """The first thing that is wrong with what was sent, and where."""
    first = error.errors[0]
    place = ".".join(str(part) for part in first["loc"][1:] if part != "data")
    return f"{place[:100] or gettext('the body')}: {str(first['msg'])[:200]}"
