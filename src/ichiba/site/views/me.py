"""The profile page: your name, preferences, and the link to continue on another device."""

from django.core.exceptions import BadRequest
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_http_methods, require_POST

from ichiba.core.errors import SetupError
from ichiba.site.models import Person
from ichiba.site.people import languages
from ichiba.site.people.identity import ensure_person, link_token, person_of_link
from ichiba.site.request import Request
from ichiba.site.titles import characters
from ichiba.site.titles.words import words_for

# The personal link works like a password, so pages that contain it must not be stored.
_not_kept = cache_control(private=True, no_store=True)


@_not_kept
@require_http_methods(["GET", "HEAD", "POST"])
def me(request: Request) -> HttpResponse:
    """Change the name; show the personal link."""
    problem = ""
    if request.method == "POST":
        try:
            ensure_person(request, request.POST.get("name", ""))
        except SetupError as error:
            problem = error.reason.say(words_for([]))
        else:
            return redirect("me")
    person = request.person
    link = request.build_absolute_uri(f"/me/{link_token(person)}/") if person else ""
    context = {"link": link, "problem": problem, **preference_choices(), **_profile_choices()}
    return render(request, "site/me.html", context, status=422 if problem else 200)


def preference_choices() -> dict[str, object]:
    """Return the choices for the preferences form."""
    return {"speeds": Person.Speed.choices, "asks": Person.Ask.choices}


def _profile_choices() -> dict[str, object]:
    """Return the choices for the profile."""
    return {"portraits": characters.portraits(), "openness": Person.Profile.choices}


@require_POST
def preferences(request: Request) -> HttpResponse:
    """Save the preferences. A table's page also posts them with JavaScript."""
    speed, ask = request.POST.get("speed", ""), request.POST.get("ask", "")
    if speed not in Person.Speed.values or ask not in Person.Ask.values:
        raise BadRequest(_("Choose one of the options in the list."))
    person = ensure_person(request)
    person.speed, person.ask = speed, ask
    person.save(update_fields=["speed", "ask"])
    if request.headers.get("Sec-Fetch-Mode") == "navigate":
        return redirect("me")
    return HttpResponse(status=204)


@require_http_methods(["GET", "HEAD", "POST"])
def language(request: Request) -> HttpResponse:
    """Choose the language of this site, for this browser and for the account."""
    back = request.POST.get("next", "") or request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = reverse("home")
    if request.method != "POST":
        return render(request, "site/language.html", {"next": back})
    chosen = languages.offered(request.POST.get("language", ""))
    if chosen is None:
        raise BadRequest(_("Choose one of the options in the list."))
    languages.choose(request.person, chosen)
    response = redirect(back)
    languages.keep(response, chosen)
    return response


@_not_kept
@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: Request, token: str) -> HttpResponse:
    """Open a personal link. It asks for confirmation first, so that a GET changes nothing."""
    owner = person_of_link(token)
    if owner is None:
        return render(request, "site/arrive.html", {"owner": None}, status=404)
    if request.method == "POST":
        request.person = owner
        return redirect("home")
    return render(request, "site/arrive.html", {"owner": owner})
