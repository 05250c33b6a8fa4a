"""Who is there: a signed cookie names a person, guest or account; a link carries it on."""

from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse

from ichiba.core.match import check_names
from ichiba.site import sql
from ichiba.site.models import Person

_COOKIE_SALT = "ichiba.person"
_LINK_SALT = "ichiba.personal-link"


class PersonMiddleware:
    """Puts the person behind the cookie on the request, and the cookie on the answer."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer one request."""
        request.person = _person_of(request)  # type: ignore[attr-defined]
        known = _mark(request.person)  # type: ignore[attr-defined]
        response = self.get_response(request)
        now: Person | None = request.person  # type: ignore[attr-defined]
        if _mark(now) != known:
            if now is None:
                response.delete_cookie(settings.PERSON_COOKIE, samesite="Lax")
            else:
                _set_cookie(response, now)
        return response


def _mark(person: Person | None) -> tuple[int, str] | None:
    """What the cookie says of a person."""
    return None if person is None else (person.pk, person.key)


def look_again(request: HttpRequest) -> None:
    """For what lasts longer than a request: PermissionDenied once its cookie is worth nothing."""
    known: Person | None = request.person  # type: ignore[attr-defined]
    if known is not None and not sql.is_key_of(known.pk, known.key):
        raise PermissionDenied


def person(request: HttpRequest) -> dict[str, object]:
    """For templates: the person who looks."""
    return {"person": getattr(request, "person", None)}


def _person_of(request: HttpRequest) -> Person | None:
    try:
        value = request.get_signed_cookie(
            settings.PERSON_COOKIE, salt=_COOKIE_SALT, max_age=settings.PERSON_COOKIE_AGE
        )
        pk, key = value.split(".")
        return sql.person_with(int(pk), key)
    except (KeyError, ValueError, signing.BadSignature):
        return None


def _set_cookie(response: HttpResponse, person: Person) -> None:
    response.set_signed_cookie(
        settings.PERSON_COOKIE,
        f"{person.pk}.{person.key}",
        salt=_COOKIE_SALT,
        max_age=settings.PERSON_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def clean_name(text: str) -> str:
    """A name as it is kept; SetupError if it cannot be one."""
    name = " ".join(text.split())
    check_names([name], 1)
    return name


def ensure_person(request: HttpRequest, name: str = "") -> Person:
    """The person who asks; a new guest if there is none yet, renamed if a name is given."""
    known: Person | None = request.person  # type: ignore[attr-defined]
    if known is None:
        known = Person.objects.create(name=clean_name(name) if name.strip() else guest_name())
        request.person = known  # type: ignore[attr-defined]
    elif name.strip() and clean_name(name) != known.name:
        known.name = clean_name(name)
        known.save(update_fields=["name"])
    return known


def guest_name() -> str:
    """What somebody is called who has not said it."""
    from django.utils.translation import gettext

    return gettext("Guest")


def link_token(person: Person) -> str:
    """The secret part of a personal link."""
    return signing.dumps([person.pk, person.key], salt=_LINK_SALT, compress=False)


def person_of_link(token: str) -> Person | None:
    """Whose link this is."""
    try:
        pk, key = signing.loads(token, salt=_LINK_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return Person.objects.filter(pk=pk, key=key).first()
