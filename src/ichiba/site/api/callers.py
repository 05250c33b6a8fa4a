"""Who calls: the person behind a token, and the one place that the token may be bound to."""

from secrets import token_urlsafe

import msgspec
from django.core.exceptions import PermissionDenied
from django.db.models import F
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja.security import HttpBearer

from ichiba.site import matches, tables
from ichiba.site.api.problems import Refusal
from ichiba.site.models import ApiToken, Person, Seat, Table, token_digest
from ichiba.site.seeing import Viewer, may_look, viewer_of

PREFIX = "ichiba_"
MOST_TOKENS = 50
_LONGEST = 100


class Caller(msgspec.Struct, frozen=True):
    """Somebody who asks through the API; without a token, anybody."""

    token: ApiToken | None = None

    @property
    def person(self) -> Person | None:
        """Who it is."""
        return None if self.token is None else self.token.person

    def viewer(self, table: Table) -> Viewer:
        """With whose eyes the caller looks at a table."""
        if self.token is not None and self.token.seat is not None:
            seat = self.token.seat
            own = seat.table_id == table.pk and seat.person_id == self.token.person_id
            return Viewer([seat.number], seat.number) if own else Viewer([], None)
        return viewer_of(table, self.person, [*table.seats.all()])

    def find(self, slug: str) -> Table:
        """The table of this name, if the caller may look at it and this code can play it."""
        table = self.find_row(slug)
        matches.check(table)
        return table

    def find_row(self, slug: str) -> Table:
        """The table of this name, if the caller may look at it."""
        table = Table.objects.prefetch_related("seats").filter(slug=slug).first()
        if table is None:
            raise Http404
        if not may_look(table, self.viewer(table)):
            raise PermissionDenied(_("This table is private. Ask its host to list it."))
        return table

    def acting(self, table: Table) -> int:
        """The seat for which the caller decides."""
        eyes = self.viewer(table).eyes
        if eyes is None or table.started is None:
            raise PermissionDenied(_("You do not play at this table, or not right now."))
        return eyes

    def whole_person(self) -> Person:
        """The person, if the token is good for more than one place."""
        if self.token is None or self.token.seat is not None:
            raise PermissionDenied(_("This token is for one place at one table alone."))
        return self.token.person

    def person_at(self, table: Table) -> Person:
        """The person, if the token is good for something at this table."""
        if self.token is None:
            raise PermissionDenied
        if self.token.seat is not None and self.token.seat.table_id != table.pk:
            raise PermissionDenied(_("This token is for one place at one table alone."))
        return self.token.person

    def note_presence(self, table: Table) -> None:
        """Let others see that somebody is there."""
        tables.note_presence(table, self.viewer(table).seats)


ANYBODY = Caller()


class Bearer(HttpBearer):
    """The token in the header `Authorization: Bearer …`."""

    def __call__(self, request: HttpRequest) -> Caller | None:
        """Who calls; a header that names nobody is refused, never taken for none."""
        header = request.headers.get(self.header)
        if header is None:
            return None
        scheme, _space, secret = header.partition(" ")
        caller = caller_of(secret.strip()) if scheme.lower() == "bearer" else None
        if caller is None:
            raise Refusal(401, "unknown_token", _("We do not know this token, or not any more."))
        return caller

    def authenticate(self, request: HttpRequest, token: str) -> Caller | None:  # noqa: ARG002
        """Asked for by the base class."""
        return caller_of(token)


bearer = Bearer()


def anybody(_request: HttpRequest) -> Caller:
    """For what can be seen without a token."""
    return ANYBODY


def caller_of(secret: str) -> Caller | None:
    """Whose token this is."""
    if len(secret) > _LONGEST or not secret.isascii():
        return None
    return _valid(digest=token_digest(secret))


def again(caller: Caller) -> Caller | None:
    """The same caller later; None if the token has been taken back meanwhile."""
    return caller if caller.token is None else _valid(pk=caller.token.pk)


def _valid(**by: object) -> Caller | None:
    tokens = ApiToken.objects.select_related("person", "seat")
    found = tokens.filter(person__key=F("key"), **by).first()
    return None if found is None else Caller(found)


def make_token(person: Person, label: str = "", seat: Seat | None = None) -> tuple[ApiToken, str]:
    """A new token and its secret, which is told once and not kept."""
    if person.tokens.count() >= MOST_TOKENS:
        raise Refusal(409, "too_many_tokens", _("You have many tokens. Take some back first."))
    secret = PREFIX + token_urlsafe(32)
    token = ApiToken.objects.create(
        person=person, key=person.key, digest=token_digest(secret), label=label, seat=seat
    )
    return token, secret


# How operations say who may call them. The second says so to readers of the document as well.
WITH_TOKEN = {"auth": bearer}
FOR_ALL = {
    "auth": [bearer, anybody],
    "openapi_extra": {"security": [{}, {"Bearer": []}]},
}
