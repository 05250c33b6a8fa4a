"""Profiles: who somebody is here, what others may see of it, and all data for its owner."""

import json

from django.core.exceptions import BadRequest
from django.core.serializers.json import DjangoJSONEncoder
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_POST, require_safe

from ichiba.site.access import may_see_profile
from ichiba.site.models import Person
from ichiba.site.pages.profile import profile_of
from ichiba.site.people import limits
from ichiba.site.people.export import everything_about
from ichiba.site.people.identity import ensure_person
from ichiba.site.request import Request
from ichiba.site.tables.ratings import PROVISIONAL
from ichiba.site.titles import characters


@require_safe
def profile(request: Request, number: int) -> HttpResponse:
    """Show a profile. Whether a profile is private or doesn't exist looks the same."""
    owner = Person.objects.filter(pk=number).select_related("user").first()
    if owner is None or not may_see_profile(owner, request.person):
        raise Http404
    own = request.person is not None and request.person.pk == owner.pk
    context = {
        "owner": owner,
        "own": own,
        "private": owner.user is None or owner.profile == Person.Profile.PRIVATE,
        "profile": profile_of(owner, request.person),
        "provisional": PROVISIONAL,
    }
    return render(request, "site/profile.html", context)


@require_POST
def settings(request: Request) -> HttpResponse:
    """Save the portrait, and who may see the profile."""
    portrait, openness = request.POST.get("portrait", ""), request.POST.get("profile", "")
    person = ensure_person(request)
    known = {"", *characters.portraits()}
    openness = openness or person.profile  # guests aren't asked
    if portrait not in known or openness not in Person.Profile.values:
        raise BadRequest(_("Choose one of the options in the list."))
    person.portrait, person.profile = portrait, openness
    person.save(update_fields=["portrait", "profile"])
    return redirect("profile", number=person.pk)


@cache_control(private=True, no_store=True)
@require_POST
@limits.limited("export")
def export(request: Request) -> HttpResponse:
    """Download all data of the visitor."""
    if request.person is None:
        return redirect("me")
    person = Person.objects.select_related("user").get(pk=request.person.pk)
    content = json.dumps(
        everything_about(person), cls=DjangoJSONEncoder, ensure_ascii=False, indent=1
    )
    response = HttpResponse(content, content_type="application/json")
    response["Content-Disposition"] = 'attachment; filename="ichiba-data.json"'
    return response
