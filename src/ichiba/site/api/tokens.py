"""Operations on API tokens: create, list and revoke them."""

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Router, Status
from ninja.utils import check_csrf

from ichiba.site.api.callers import FOR_ALL, WITH_TOKEN, ApiRequest, make_token, spenders
from ichiba.site.api.problems import may_answer
from ichiba.site.api.shapes import FreshToken, NewToken, TokenId, TokenShape
from ichiba.site.models import ApiToken, Person, Seat
from ichiba.site.people import limits
from ichiba.site.people.identity import clean_name, new_guest

router = Router(tags=["tokens"])


@router.post(
    "",
    **FOR_ALL,
    response=may_answer(201, FreshToken),
    summary="Create a token",
)
def make(request: ApiRequest, data: NewToken) -> object:
    """Create a token for the person of the token or cookie you send, or for a new guest.

    The secret is shown only once. A token restricted to a seat can do nothing elsewhere.
    """
    limits.spend("token", *spenders(request))
    person = _person(request, data.name)
    token, secret = make_token(person, clean_label(data.label), _place(person, data))
    return Status(201, _told(token) | {"token": secret})


@router.get(
    "", **WITH_TOKEN, response=may_answer(200, list[TokenShape]), summary="List your tokens"
)
def mine(request: ApiRequest) -> object:
    """Your valid tokens, without their secrets."""
    person = request.auth.visitor.whole_person()
    return [_told(token) for token in tokens_of(person)]


@router.delete("/{id}", **WITH_TOKEN, response=may_answer(204, None), summary="Revoke a token")
def take_back(request: ApiRequest, id: TokenId) -> object:  # noqa: A002 - its public name
    """Revoke a token. A token that is restricted to a seat can revoke only itself."""
    caller = request.auth
    own = id == caller.token.pk if caller.token else False
    person = caller.person if own else caller.visitor.whole_person()
    found = ApiToken.objects.filter(pk=id, person=person)
    if not found.delete()[0]:
        raise Http404
    return Status(204, None)


def tokens_of(person: Person) -> list[ApiToken]:
    """Return the valid tokens of a person, newest first."""
    good = person.tokens.filter(key=person.key).select_related("seat__table", "person")
    return [*good.order_by("-pk")]


def clean_label(text: str) -> str:
    """Return a token's label with normal spacing."""
    return clean_name(text) if text.strip() else ""


def _person(request: ApiRequest, name: str) -> Person:
    """Return the person to create a token for: from a token, from a cookie, or a new guest."""
    caller, known = request.auth, request.person
    if caller.token is not None:
        return _renamed(caller.visitor.whole_person(), name)
    if known is None:
        return new_guest(request, name)
    if check_csrf(request) is not None:
        raise PermissionDenied(_("You can't create a token with a cookie alone. Use the API page."))
    return _renamed(known, name)


def _renamed(person: Person, name: str) -> Person:
    if name.strip() and clean_name(name) != person.name:
        person.name = clean_name(name)
        person.save(update_fields=["name"])
    return person


def _place(person: Person, data: NewToken) -> Seat | None:
    if data.table is None:
        return None
    seats = person.seats.filter(table__slug=data.table).order_by("number")
    if data.seat is not None:
        seats = seats.filter(number=data.seat)
    seat = seats.first()
    if seat is None:
        raise PermissionDenied(_("You aren't playing at this table."))
    return seat


def _told(token: ApiToken) -> dict[str, object]:
    return {
        "id": token.pk,
        "label": token.label,
        "person": token.person.name,
        "table": token.seat.table.slug if token.seat else None,
        "seat": token.seat.number if token.seat else None,
        "created": token.created,
    }
