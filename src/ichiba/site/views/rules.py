"""The rules page of a title, and the page for playing its printed game at a real table."""

import msgspec
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from ichiba.site.assets.files import modules_of
from ichiba.site.pages.rulebook import chapters_as_html, notes
from ichiba.site.request import Request
from ichiba.site.titles.boards import at_table_of, game_or_404, table_script_of
from ichiba.site.titles.words import words_for
from ichiba.site.views import linked

# For the patterns that a script fills in.
_BLANKS: dict[str, object] = {"first": "{first}", "last": "{last}"}


@require_safe
@vary_on_headers("HX-Request")
def rules(request: Request, name: str) -> HttpResponse:
    """All chapters on one page; only the chapters for a table's page, which loads them later."""
    game = game_or_404(name)
    if request.htmx:
        context = {"chapters": chapters_as_html(game), "notes": notes(_language())}
        return render(request, "site/_chapters.html", context)
    context = {
        "game": game,
        "link": linked.link_to_title(request, name),
        "chapters": chapters_as_html(game),
        "notes": notes(_language()),
        "rulings": game.rulings(_language()),
        "has_table": table_script_of(game) is not None,
        "keep": _kept("site/rules.js"),
    }
    return render(request, "site/rules.html", context)


@require_safe
def at_table(request: Request, name: str) -> HttpResponse:
    """The set-up helper, the draws, the score pad and the rulings, for the printed game."""
    game = game_or_404(name)
    words = words_for([])
    script, table = table_script_of(game), at_table_of(game, words)
    if script is None or table is None:
        raise Http404
    context = {
        "game": game,
        "table": table,
        "table_script": script,
        "seats": range(max(table.players)),
        "lists": {key: words.say(f"core.list.{key}", _BLANKS) for key in ("comma", "and")},
        "numbers": _json(table.numbers),
        "piles": _json(table.piles),
        "rulings": game.rulings(_language()),
        "keep": _kept("site/at_table.js", script),
    }
    return render(request, "site/at_table.html", context)


def _language() -> str:
    return get_language() or "en"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _kept(*scripts: str) -> str:
    """Return the files that a page needs without a network, for the service worker."""
    files = ("site/every-page.css", "site/rules.css", "site/every-page.js", "site/symbols.svg",
             "site/icon.svg", *modules_of(*scripts))  # fmt: skip
    return _json([static(file) for file in files])
