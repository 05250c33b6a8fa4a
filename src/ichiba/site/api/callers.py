"""API callers: the person of a token, and the seat that the token may be restricted to."""

from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any, TypedDict

import msgspec
from django.db.models import F
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from ichiba.site.access import Visitor
from ichiba.site.api.problems import Refusal
from ichiba.site.models import ApiToken, Person, Seat, token_digest
from ichiba.site.people import limits
from ichiba.site.request import Request

PREFIX = "ichiba_"
MOST_TOKENS = 50
_LONGEST = 100


class Caller(msgspec.Struct, frozen=True):
    """Whoever made an API request. Without a token, the caller is anonymous."""

    token: ApiToken | None = None

    @property
    def person(self) -> Person | None:
        """The person of the token, if any."""
        return None if self.token is None else self.token.person

    @property
    def visitor(self) -> Visitor:
        """The same person as a visitor of tables. The token may be restricted to one seat."""
        return Visitor(self.person, None if self.token is None else self.token.seat)


ANYBODY = Caller()


class ApiRequest(Request):
    """A request to the API. Only the type checker uses this class."""

    auth: Caller  # set by django-ninja
    names: list[str]  # of the players at the table, for error messages


class Bearer(HttpBearer):
    """Authentication with a token in the header `Authorization: Bearer …`."""

    def __call__(self, request: HttpRequest) -> Caller | None:
        """Return the caller. A header with an unknown token is an error, never ignored."""
        header = request.headers.get(self.header)
        if header is None:
            return None
        scheme, _space, secret = header.partition(" ")
        caller = caller_of(secret.strip()) if scheme.lower() == "bearer" else None
        if caller is None:
            raise Refusal(
                401,
                "unknown_token",
                _("This token is unknown or has been revoked. Create a new one."),
            )
        return caller

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:  # noqa: ARG002
        """Authenticate, as the base class requires."""
        return caller_of(token)


bearer = Bearer()


def spenders(request: ApiRequest) -> tuple[str, ...]:
    """Return whom rate limits count a request for: its address and the person of its token."""
    return limits.visitor(request, request.auth.person)


def anybody(_request: HttpRequest) -> Caller:
    """Return an anonymous caller, for operations that don't need a token."""
    return ANYBODY


def caller_of(secret: str) -> Caller | None:
    """Return the caller with this token, or None."""
    if len(secret) > _LONGEST or not secret.isascii():
        return None
    return _valid(digest=token_digest(secret))


def again(caller: Caller) -> Caller | None:
    """Check the caller's token again; None if it has been revoked."""
    return caller if caller.token is None else _valid(pk=caller.token.pk)


def _valid(**by: Any) -> Caller | None:
    tokens = ApiToken.objects.select_related("person", "seat")
    found = tokens.filter(person__key=F("key"), **by).first()
    return None if found is None else Caller(found)


def make_token(person: Person, label: str = "", seat: Seat | None = None) -> tuple[ApiToken, str]:
    """Create a token, and return it with its secret, which isn't stored."""
    if person.tokens.count() >= MOST_TOKENS:
        raise Refusal(409, "too_many_tokens", _("You have too many tokens. Revoke some first."))
    secret = PREFIX + token_urlsafe(32)
    token = ApiToken.objects.create(
        person=person, key=person.key, digest=token_digest(secret), label=label, seat=seat
    )
    return token, secret


class Access(TypedDict):
    """The arguments of an operation that say who may call it."""

    auth: list[Callable[[HttpRequest], Caller | None]]
    openapi_extra: dict[str, Any]


# For operations that need a token, and for those where it is optional.
WITH_TOKEN = Access(auth=[bearer], openapi_extra={})
FOR_ALL = Access(auth=[bearer, anybody], openapi_extra={"security": [{}, {"Bearer": []}]})
