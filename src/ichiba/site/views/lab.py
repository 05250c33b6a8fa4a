"""The designer's lab: a form with all numbers of a title, the progress of a study, its report."""

from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ichiba.core.errors import IchibaError
from ichiba.core.registry import games, load
from ichiba.site.lab import asking, studies
from ichiba.site.observing.probes import is_from_here
from ichiba.site.request import Request
from ichiba.site.titles.boards import game_or_404, has_web
from ichiba.site.titles.words import words_for

View = Callable[..., HttpResponse]
# A report has its style inside, and nothing else.
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"


def is_open(request: Request) -> bool:
    """Return whether whoever sent a request can use the lab."""
    if not settings.CONFIGURATION.lab:
        return False
    return is_from_here(request) or (request.user.is_authenticated and request.user.is_staff)


def _operators_only(view: View) -> View:
    @wraps(view)
    def guarded(request: Request, *args: object, **kwargs: object) -> HttpResponse:
        if not settings.CONFIGURATION.lab:
            raise Http404
        if not is_open(request):
            raise PermissionDenied(_("The lab is only for those who run this site."))
        response = view(request, *args, **kwargs)
        response["Cache-Control"] = "no-store"
        return response

    return guarded


@require_safe
@_operators_only
def lab(request: Request) -> HttpResponse:
    """The titles, and the studies that are kept."""
    context = {
        "titles": [game for game in map(load, games()) if has_web(game)],
        "studies": [_told(one) for one in studies.recent()],
    }
    return render(request, "site/lab.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@_operators_only
def title(request: Request, name: str) -> HttpResponse:
    """The form with all numbers of a title; posted, it starts a study."""
    game = game_or_404(name)
    given, problem = request.POST.dict(), ""
    if request.method == "POST":
        try:
            return redirect("lab-study", study=studies.start(asking.question(game, given)))
        except IchibaError as error:
            problem = error.reason.say(words_for([]))
        except asking.Unclear as error:
            problem = str(error)
        except studies.Busy:
            problem = _("Another study is running. Wait until it ends, or stop it.")
    usual = {"players": str(min(3, game.max_players)), "games": str(asking.USUAL_GAMES)}
    context = {
        "game": game,
        "groups": asking.groups_of(game, given),
        "marks": asking.mark_words(),
        "bots": asking.bots_of(game),
        "actions": asking.actions_of(game),
        "most_games": asking.MOST_GAMES,
        "given": {**usual, "bot": asking.bots_of(game)[0][0], "seed": "1", **given},
        "problem": problem,
    }
    return render(request, "site/lab_title.html", context, status=422 if problem else 200)


@require_safe
@_operators_only
def study(request: Request, study: str) -> HttpResponse:
    """The progress of a study, or what became of it; only that part for an open page."""
    context = _told(_found(study))
    template = "site/_lab_study.html" if request.htmx else "site/lab_study.html"
    return render(request, template, context)


@require_POST
@_operators_only
def stop(_request: Request, study: str) -> HttpResponse:
    """End a study, and delete it."""
    studies.stop(_found(study).name)
    return redirect("lab")


@require_safe
@_operators_only
def report(_request: Request, study: str) -> HttpResponse:
    """The report, which has its style inside."""
    content = studies.report_of(study)
    if content is None:
        raise Http404
    response = HttpResponse(content, content_type="text/html; charset=utf-8")
    response["Content-Security-Policy"] = _POLICY
    return response


def _found(name: str) -> studies.Study:
    found = studies.find(name)
    if found is None:
        raise Http404
    return found


def _told(found: studies.Study) -> dict[str, object]:
    return {
        "study": found,
        "game": load(found.question.game),
        "said": studies.said(found),
        "changes": [f"{path} = {value}" for path, value in found.question.changes.items()],
    }
