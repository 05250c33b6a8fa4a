"""The language of a page: that of the link, of the cookie, of the account, or of the browser."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from ichiba.core.words import closest
from ichiba.site.models import Notices, Person
from ichiba.site.request import Request

# The last part of a link that opens a page in a language: ?language=es
PARAMETER = "language"


class LanguageMiddleware(LocaleMiddleware):
    """Chooses the language before it is known who the visitor is."""

    def process_request(self, request: HttpRequest) -> None:
        """Use the language of the link, and otherwise that of the cookie or the browser."""
        asked = offered(request.GET.get(PARAMETER, ""))
        if asked is None:
            super().process_request(request)
        else:
            translation.activate(asked)
            request.LANGUAGE_CODE = asked

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        """Keep the language of the link for the next pages."""
        asked = offered(request.GET.get(PARAMETER, ""))
        if asked is not None and request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME) != asked:
            keep(response, asked)
        return super().process_response(request, response)


class OwnLanguageMiddleware:
    """Uses the language of the account if neither the link nor the browser has one."""

    sync_capable = True
    async_capable = False

    def __init__(self, get_response: Callable[[Request], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: Request) -> HttpResponse:
        own = None if request.person is None else offered(request.person.language)
        chosen = request.GET.get(PARAMETER, "") or request.COOKIES.get(
            settings.LANGUAGE_COOKIE_NAME, ""
        )
        if own is not None and offered(chosen) is None:
            translation.activate(own)
            request.LANGUAGE_CODE = own
        return self.get_response(request)


def offered(language: str) -> str | None:
    """Return the language of this site that is closest to the wanted one."""
    found = closest(language[:20])
    return found if found in dict(settings.LANGUAGES) else None


def keep(response: HttpResponseBase, language: str) -> None:
    """Remember the language in this browser."""
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        language,
        max_age=settings.PERSON_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.SESSION_COOKIE_SECURE,
    )


def choose(person: Person | None, language: str) -> None:
    """Remember the language of a person, for other devices and for notices."""
    if person is None:
        return
    person.language = language
    person.save(update_fields=["language"])
    Notices.objects.filter(person=person).update(language=language)
