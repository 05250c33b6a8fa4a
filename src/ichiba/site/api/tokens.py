"""Tokens: how a program comes to act for somebody, and how that is taken back."""

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Status
from ninja.utils import check_csrf

from ichiba.site import limits
from ichiba.site.api.callers import FOR_ALL, WITH_TOKEN, Caller, make_token
from ichiba.site.api.problems import may_answer
from ichiba.site.api.shapes import FreshToken, NewToken, TokenId, TokenShape
from ichiba.site.identity import clean_name, guest_name
from ichiba.site.models import ApiToken, Person, Seat

router = Router(tags=["tokens"])


@router.post(
    "",
    **FOR_ALL,
    response=may_answer(201, FreshToken),
    summary="Make a token",
)
def make(request: HttpRequest, data: NewToken) -> object:
    """A token for the person of the token or cookie that is sent, or for a new guest.

    Its secret is shown this once. Bound to a place it can do nothing elsewhere.
    """
    limits.spend("token", limits.address(request))
    person = _person(request, data.name)
    token, secret = make_token(person, clean_label(data.label), _place(person, data))
    return Status(201, _told(token) | {"token": secret})


@router.get("", **WITH_TOKEN, response=may_answer(200, list[TokenShape]), summary="Your tokens")
def mine(request: HttpRequest) -> object:
    """All tokens of yours that are good, without their secrets."""
    person = request.auth.whole_person()  # type: ignore[attr-defined]
    return [_told(token) for token in tokens_of(person)]


@router.delete("/{id}", **WITH_TOKEN, response=may_answer(204, None), summary="Take a token back")
def take_back(request: HttpRequest, id: TokenId) -> object:  # noqa: A002 - its public name
    """From now on nobody can use it. A token for one place can end only itself."""
    caller: Caller = request.auth  # type: ignore[attr-defined]
    own = id == caller.token.pk if caller.token else False
    found = ApiToken.objects.filter(pk=id, person=caller.person if own else caller.whole_person())
    if not found.delete()[0]:
        raise Http404
    return Status(204, None)


def tokens_of(person: Person) -> list[ApiToken]:
    """The tokens of a person that are good, the newest first."""
    good = person.tokens.filter(key=person.key).select_related("seat__table", "person")
    return [*good.order_by("-pk")]


def clean_label(text: str) -> str:
    """What a token is for, as it is kept."""
    return clean_name(text) if text.strip() else ""


def _person(request: HttpRequest, name: str) -> Person:
    """Who asks for a token: by token, by cookie from our own pages, or nobody yet."""
    caller, known = request.auth, request.person  # type: ignore[attr-defined]
    if caller.token is not None:
        return _renamed(caller.whole_person(), name)
    if known is None:
        return Person.objects.create(name=clean_name(name) if name.strip() else guest_name())
    if check_csrf(request) is not None:
        raise PermissionDenied(
            _("A cookie alone does not make a token: ask on the page of the API.")
        )
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
        raise PermissionDenied(_("You have no place at this table."))
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
