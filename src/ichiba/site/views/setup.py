"""The set-up form for a table, generated from the players and options that a game declares."""

from collections.abc import Mapping
from random import Random
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from ichiba import bots
from ichiba.core.errors import IchibaError, SetupError
from ichiba.core.game import Game
from ichiba.core.guide import guide_of
from ichiba.core.options import Option, Value, Values
from ichiba.site.models import Table
from ichiba.site.people import limits
from ichiba.site.people.identity import clean_name, ensure_person
from ichiba.site.request import Request
from ichiba.site.tables import bot_games, lobby
from ichiba.site.tables.changes import Refused
from ichiba.site.titles import boards, characters
from ichiba.site.titles.boards import game_or_404
from ichiba.site.titles.words import words_for
from ichiba.site.views import time_limit_form

# Options with more numbers than this get an input field instead of a list.
LONG = 20


@require_POST
@limits.limited("table")
def quick(request: Request, name: str) -> HttpResponse:
    """Start a game against the bots of last time; the first time, against gentle ones."""
    game = game_or_404(name)
    chosen = bot_games.next_game(request.person, game)
    return redirect("table", slug=_open(request, game, chosen.who, chosen.options).slug)


@require_POST
@limits.limited("table")
def learn(request: Request, name: str) -> HttpResponse:
    """Start a guided first game against gentle bots."""
    game = game_or_404(name)
    guide = guide_of(game)
    if guide is None:
        raise Http404
    who = [lobby.ME] + [bot_games.gentle_bot(game)] * (guide.players - 1)
    table = _open(request, game, who, guide.values, guided=True, deal=guide.seed)
    return redirect(f"{reverse('table', args=[table.slug])}?guide")


@require_POST
@limits.limited("table")
def gentle(request: Request, name: str) -> HttpResponse:
    """Start a game against gentle bots, after a guided game."""
    game = game_or_404(name)
    first = bot_games.first_game(game)
    return redirect("table", slug=_open(request, game, first.who, first.options).slug)


def _open(
    request: Request,
    game: Game,
    who: list[str],
    values: Values,
    *,
    guided: bool = False,
    deal: int | None = None,
) -> Table:
    """Create a table without a form."""
    try:
        owner = ensure_person(request)
        return lobby.create(owner, game, who, values, guided=guided, deal=deal)
    except Refused as refusal:
        raise PermissionDenied(str(refusal)) from None


@require_http_methods(["GET", "HEAD", "POST"])
@limits.limited("table")
def new(request: Request, name: str) -> HttpResponse:
    """Show the set-up form, and create the table."""
    game = game_or_404(name)
    problem = ""
    if request.method == "POST":
        try:
            table = _create(request, game)
        except IchibaError as error:
            problem = error.reason.say(words_for([]))
        except Refused as refusal:
            problem = str(refusal)
        else:
            return redirect("table", slug=table.slug)
    context = _form_context(request, game) | {"problem": problem}
    return render(request, "site/setup.html", context, status=422 if problem else 200)


def _create(request: Request, game: Game) -> Any:
    data = request.POST
    count = data.get("players", "")
    players = int(count) if count.isascii() and count.isdigit() and len(count) < 3 else 0
    hotseat = data.get("mode") == "hotseat"
    who = [data.get(f"seat{number}", lobby.FRIEND) for number in range(players)]
    names: list[str] = []
    if hotseat:
        who = [lobby.ME if one == lobby.FRIEND else one for one in who]
        for number, one in enumerate(who):
            if one == lobby.ME:
                given = data.get(f"name{number}", "").strip()
                names.append(clean_name(given or _("Player %d") % (number + 1)))
    values = _surprise(game) if "surprise" in data else _values(game, data)
    game.check(players, 0, values)
    lobby.check_places(game, who, shared=hotseat)
    limit = time_limit_form.limit_of(data)
    person = ensure_person(request, data.get("name", "") or (names[0] if names else ""))
    return lobby.create(
        person,
        game,
        who,
        values,
        listed=data.get("listed") == "yes",
        watchable=data.get("watchable") == "yes",
        hotseat_names=names,
        limit=limit,
        rated=data.get("rated") == "yes" and not hotseat,
    )


def _surprise(game: Game) -> Values:
    """Return random options."""
    draw = boards.surprise_of(game)
    return {} if draw is None else draw(Random())


def _values(game: Game, data: Any) -> Values:
    """Return the options from the form. An unchecked box sends nothing."""
    values: Values = {}
    for option in game.options:
        sent = data.get(f"option-{option.name}")
        if option.type is bool:
            values[option.name] = sent is not None
        elif option.type is list:
            values[option.name] = option.parse(",".join(data.getlist(f"option-{option.name}")))
        elif sent is not None:
            values[option.name] = option.parse(sent)
    return values


def _form_context(request: Request, game: Game) -> dict[str, object]:
    posted = request.POST if request.method == "POST" else None
    mode = request.POST.get("mode") or request.GET.get("mode", "friends")
    mode = mode if mode in ("friends", "hotseat", "bots") else "friends"
    offer = bot_games.next_game(request.person, game)
    count = len(offer.who) if mode == "bots" else bot_games.usual_players(game)
    words = words_for([])
    values = _first_values(request, game, offer, mode)
    options = [_option_field(game, one, posted, values, words) for one in game.options]
    return {
        "game": game,
        "mode": mode,
        "counts": [str(n) for n in range(game.min_players, game.max_players + 1)],
        "players": posted.get("players", "") if posted else str(count),
        "form_seats": _places(game, mode, offer, posted),
        "levels": _levels(game),
        # What is recommended for a first game is in sight. Other options are folded.
        "advice": [one for one in options if one["name"] in game.first_game],
        "options": [one for one in options if one["name"] not in game.first_game],
        "surprises": boards.surprise_of(game) is not None,
        "listed": posted is not None and posted.get("listed") == "yes",
        "rated": posted is not None and posted.get("rated") == "yes",
        "may_rate": request.person is not None and request.person.user_id is not None,
        "watchable": posted is None or posted.get("watchable") == "yes",
        **time_limit_form.context(posted),
        "summary": words.say(f"{game.name}.summary"),
    }


def _places(
    game: Game, mode: str, offer: bot_games.BotGame, posted: Any
) -> list[dict[str, object]]:
    """Return who plays in each place, as posted or as a suggestion."""
    rest = {"friends": lobby.FRIEND, "hotseat": lobby.ME}.get(mode, offer.bots[-1])
    suggested = offer.who if mode == "bots" else [lobby.ME]
    suggested = suggested + [rest] * (game.max_players - len(suggested))
    return [
        {
            "number": number,
            "who": posted.get(f"seat{number}", who) if posted else who,
            "name": posted.get(f"name{number}", "") if posted else "",
        }
        for number, who in enumerate(suggested)
    ]


def _levels(game: Game) -> list[dict[str, object]]:
    return [
        {
            "bot": level.bot,
            "offer": level.offer,
            "word": level.word,
            "sentence": level.sentence,
            "style": level.style,
            "character": characters.first_of(game, level.bot),
            "usual": level.bot == bots.usual(game),
        }
        for level in characters.levels_of(game)
    ]


def _first_values(
    request: Request, game: Game, offer: bot_games.BotGame, mode: str
) -> Mapping[str, Value]:
    """Return the options with which the form begins: those of last time against bots, or what is
    recommended for a first game."""
    if mode == "bots":
        return offer.options
    return game.first_game if bot_games.is_new_to(request.person, game) else {}


def _option_field(
    game: Game, option: Option, posted: Any, values: Mapping[str, Value], words: Any
) -> dict[str, object]:
    value: object = values.get(option.name, option.default)
    if posted is not None:
        sent = posted.getlist(f"option-{option.name}")
        value = {bool: bool(sent), list: sent}.get(option.type, sent[-1] if sent else "")
    kind = option.type.__name__
    return {
        "name": option.name,
        "title": words.say(option.title),
        "about": words.say(option.about) if option.about else "",
        "hint": boards.option_hint(game, option.name, words),
        "kind": "number" if kind == "int" and len(option.allowed) > LONG else kind,
        "value": value,
        "changed": str(value) != str(option.default),
        "least": option.allowed[0],
        "most": option.allowed[-1],
        "allowed": [] if option.type is bool else _allowed(game, option, value, words),
        "excludes": _excluded_by(game, option) if option.name in game.first_game else [],
    }


def _excluded_by(game: Game, advice: Option) -> list[str]:
    """Return the options that can't be combined with what is recommended for a first game."""
    excluded = []
    for option in game.options:
        other = next((one for one in option.allowed if one != option.default), option.default)
        values = {advice.name: game.first_game[advice.name]}
        values[option.name] = [str(other)] if option.type is list else other
        try:
            game.check(bot_games.usual_players(game), 0, values)
        except SetupError as error:
            if advice.name in error.reason.key:
                excluded.append(option.name)
    return excluded


def _allowed(game: Game, option: Option, value: object, words: Any) -> list[dict[str, object]]:
    """Return the values of an option with their names; nothing for a long range of numbers."""
    if isinstance(option.allowed, range) and len(option.allowed) > LONG:
        return []
    chosen = value if isinstance(value, list) else [value]
    shown: list[dict[str, object]] = []
    for one in option.allowed:
        title, about = boards.choice_words(game, option.name, one, words)
        picked = str(one) in [str(other) for other in chosen]
        shown.append({"value": one, "title": title, "about": about, "chosen": picked})
    return shown
