"""Who the visitor is: a signed cookie identifies a person, with or without an account.

A personal link sets the same cookie on another device.

A new key in the person's row invalidates all earlier cookies, links, API tokens and open streams.
Only moderators also have a Django session. It is valid only together with the cookie of the same
person and the key with which it began.
"""

from collections.abc import Callable
from unicodedata import category

from django.conf import settings
from django.contrib import auth
from django.core import signing
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from ichiba.core.errors import SetupError
from ichiba.core.match import check_names
from ichiba.site.models import Person
from ichiba.site.people import limits
from ichiba.site.request import Request
from ichiba.site.store import sql

_COOKIE_SALT = "ichiba.person"
_LINK_SALT = "ichiba.personal-link"
# Characters that count as letters or symbols but are blank: Hangul fillers and the empty Braille.
BLANKS = {*"\u115f\u1160\u3164\uffa0\u2800"}
# The key in a moderator's session under which the person's key is stored.
PERSON_KEY = "person_key"


# Whatever we show is made for one person, and may contain what only that person may know. So no
# shared cache may keep it (`private`), and a browser has to ask again before it shows it for an
# address (`no-cache`). It isn't `no-store`, which would keep the page out of a browser's memory of
# visited pages: the back button would load it anew and lose its place, its scroll position and what
# was typed. A hand of cards is no lasting secret; views with one say `no-store` themselves, and are
# not compressed either (`server/compression.py`).
CACHE_CONTROL = "private, no-cache"


class PersonMiddleware:
    """Sets `request.person` from the cookie, and updates the cookie on the response."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        request.person = _person_of(request)
        _end_foreign_session(request)
        known = _mark(request.person)
        response = self.get_response(request)
        now = request.person
        if _mark(now) != known:
            if now is None:
                response.delete_cookie(settings.PERSON_COOKIE, samesite="Lax")
            else:
                _set_cookie(response, now)
        response.headers.setdefault("Cache-Control", CACHE_CONTROL)
        # The address of a page also sends parts of it. The back button must not show one of those.
        patch_vary_headers(response, ["HX-Request"])
        return response


def _end_foreign_session(request: Request) -> None:
    """End a moderator's session unless it belongs to the person of the cookie and their key.

    So it ends when that person logs out on another device, and others who log in with the same
    browser don't get access to the admin.
    """
    if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.user.is_authenticated:
        return
    person = request.person
    own = (
        person is not None
        and person.user_id == request.user.pk
        and request.session.get(PERSON_KEY) == person.key
    )
    if not own:
        auth.logout(request)


def _mark(person: Person | None) -> tuple[int, str] | None:
    """Return what the cookie stores about a person."""
    return None if person is None else (person.pk, person.key)


def look_again(request: Request) -> None:
    """Check the visitor's key again, for streams. PermissionDenied if it has been revoked."""
    known = request.person
    if known is not None and not sql.is_key_of(known.pk, known.key):
        raise PermissionDenied


def person(request: Request) -> dict[str, object]:
    """Context processor: the visitor."""
    return {"person": getattr(request, "person", None)}


def _person_of(request: Request) -> Person | None:
    try:
        pk, key = _cookie_of(request)
        return sql.person_with(pk, key)
    except (KeyError, ValueError, signing.BadSignature):
        return None


def claimed_person(request: HttpRequest) -> str:
    """Return who the visitor was when their cookie was set, or "". Doesn't use the database.

    It only tells apart the people of one address who wait for the same. Programs there count as
    one person.
    """
    try:
        return f"person {_cookie_of(request)[0]}"
    except (KeyError, ValueError, signing.BadSignature):
        return ""


def _cookie_of(request: HttpRequest) -> tuple[int, str]:
    """Return the primary key and the key of a person. KeyError and others if it isn't valid."""
    value = request.get_signed_cookie(
        settings.PERSON_COOKIE, salt=_COOKIE_SALT, max_age=settings.PERSON_COOKIE_AGE
    )
    pk, key = (value or "").split(".")
    return int(pk), key


def _set_cookie(response: HttpResponse, person: Person) -> None:
    set_lasting_cookie(
        response, settings.PERSON_COOKIE, f"{person.pk}.{person.key}", salt=_COOKIE_SALT
    )


def set_lasting_cookie(response: HttpResponse, name: str, value: str, *, salt: str) -> None:
    """Set a signed cookie that lasts as long as the one that identifies a person."""
    response.set_signed_cookie(
        name,
        value,
        salt=salt,
        max_age=settings.PERSON_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def clean_name(text: str) -> str:
    """Return a name with normal spacing; SetupError if it isn't allowed."""
    name = " ".join(text.split())
    check_names([name], 1)
    # Refuse invisible names, and names that differ from others only in invisible characters.
    if not any(category(letter)[0] in "LNPS" for letter in name) or BLANKS & {*name}:
        raise SetupError.of("core.error.name", name=name)
    return name


def ensure_person(request: Request, name: str = "") -> Person:
    """Return the visitor, creating a guest if needed, and rename them if a name is given."""
    known = request.person
    if known is None:
        known = new_guest(request, name)
        request.person = known
    elif name.strip() and clean_name(name) != known.name:
        known.name = clean_name(name)
        known.save(update_fields=["name"])
    return known


def new_guest(request: Request, name: str = "") -> Person:
    """Create a guest; TooMany if there are too many new ones from one address."""
    name = clean_name(name) if name.strip() else guest_name()
    limits.spend("guest", limits.address(request))
    return Person.objects.create(name=name)


def guest_name() -> str:
    """Return the default name of a guest."""
    from django.utils.translation import gettext

    return gettext("Guest")


def link_token(person: Person) -> str:
    """Return the secret part of a personal link."""
    return signing.dumps([person.pk, person.key], salt=_LINK_SALT, compress=False)


def person_of_link(token: str) -> Person | None:
    """Return the person whose link this is, or None."""
    try:
        pk, key = signing.loads(token, salt=_LINK_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return Person.objects.filter(pk=pk, key=key).first()
