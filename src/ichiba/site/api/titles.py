"""The games that can be played here, with their options and bots."""

from django.http import HttpRequest
from ninja import Router

from ichiba import bots
from ichiba.core.game import Game
from ichiba.core.options import Option
from ichiba.core.registry import games, load
from ichiba.site.api.problems import may_answer
from ichiba.site.api.shapes import Name, TitleShape
from ichiba.site.boards import has_web
from ichiba.site.seeing import words_for
from ichiba.site.views.setup import game_or_404

router = Router(tags=["titles"])


@router.get("", response=may_answer(200, list[TitleShape]), summary="All titles")
def all_titles(request: HttpRequest) -> object:
    """The games that can be played, each with its options and bots."""
    return [_told(load(name)) for name in games() if has_web(load(name))]


@router.get("/{name}", response=may_answer(200, TitleShape), summary="One title")
def one_title(request: HttpRequest, name: Name) -> object:
    """A game with its options and bots."""
    return _told(game_or_404(name))


def _told(game: Game) -> dict[str, object]:
    words = words_for([])
    return {
        "name": game.name,
        "title": game.title,
        "summary": words.say(f"{game.name}.summary"),
        "least_players": game.min_players,
        "most_players": game.max_players,
        "options": [_option(option) for option in game.options],
        "bots": [*bots.names(game)],
    }


def _option(option: Option) -> dict[str, object]:
    span = isinstance(option.allowed, range)
    return {
        "name": option.name,
        "title": words_for([]).say(option.title),
        "kind": option.type.__name__,
        "default": option.default,
        "allowed": [] if span else [*option.allowed],
        "least": option.allowed[0] if span else None,
        "most": option.allowed[-1] if span else None,
    }
