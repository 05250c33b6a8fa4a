"""One's own name, and the link that takes one's places to another device."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from ichiba.core.errors import SetupError
from ichiba.site.identity import ensure_person, link_token, person_of_link
from ichiba.site.seeing import words_for


@require_http_methods(["GET", "HEAD", "POST"])
def me(request: HttpRequest) -> HttpResponse:
    """Change the name; show the personal link."""
    problem = ""
    if request.method == "POST":
        try:
            ensure_person(request, request.POST.get("name", ""))
        except SetupError as error:
            problem = error.reason.say(words_for([]))
        else:
            return redirect("me")
    person = request.person  # type: ignore[attr-defined]
    link = request.build_absolute_uri(f"/me/{link_token(person)}/") if person else ""
    context = {"link": link, "problem": problem}
    return render(request, "site/me.html", context, status=422 if problem else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def arrive(request: HttpRequest, token: str) -> HttpResponse:
    """Come from another device: ask first, so that a link alone changes nothing."""
    owner = person_of_link(token)
    if owner is None:
        return render(request, "site/arrive.html", {"owner": None}, status=404)
    if request.method == "POST":
        request.person = owner  # type: ignore[attr-defined]
        return redirect("home")
    return render(request, "site/arrive.html", {"owner": owner})
