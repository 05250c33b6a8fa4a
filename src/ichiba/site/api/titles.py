"""The games that can be played here, with their options and bots."""

from django.http import HttpRequest
from ninja import Router

from ichiba import bots
from ichiba.core.game import Game
from ichiba.core.options import Option
from ichiba.core.registry import games, load
from ichiba.site.api.problems import may_answer
from ichiba.site.api.shapes import LeaderShape, Name, TempoName, TitleShape
from ichiba.site.models import Tempo
from ichiba.site.pages.leaderboard import rows_for
from ichiba.site.titles import characters
from ichiba.site.titles.boards import game_or_404, has_web
from ichiba.site.titles.words import words_for

router = Router(tags=["titles"])


@router.get("", response=may_answer(200, list[TitleShape]), summary="List titles")
def all_titles(request: HttpRequest) -> object:
    """All titles with their options and bots."""
    return [_told(load(name)) for name in games() if has_web(load(name))]


@router.get("/{name}", response=may_answer(200, TitleShape), summary="Get a title")
def one_title(request: HttpRequest, name: Name) -> object:
    """A title with its options and bots."""
    return _told(game_or_404(name))


@router.get(
    "/{name}/ratings/{tempo}",
    response=may_answer(200, list[LeaderShape]),
    summary="Get a leaderboard",
)
def leaderboard(request: HttpRequest, name: Name, tempo: TempoName) -> object:
    """People and bots by rating, for live games or for games over days."""
    game = game_or_404(name)
    return [
        {
            "rank": row.rank,
            "name": row.name,
            "bot": row.bot,
            "rating": row.rating,
            "low": row.low,
            "high": row.high,
            "games": row.games,
            "provisional": row.provisional,
        }
        for row in rows_for(game.name, Tempo(tempo), None)
    ]


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
        "levels": [_level(game, level) for level in characters.levels_of(game)],
    }


def _level(game: Game, level: characters.Level) -> dict[str, object]:
    character = characters.first_of(game, level.bot)
    return {
        "bot": level.bot,
        "level": level.word,
        "about": level.about,
        "style": level.style,
        "name": character.name,
        "portrait": character.key,
        "usual": level.bot == bots.usual(game),
    }


def _option(option: Option) -> dict[str, object]:
    span = isinstance(option.allowed, range)
    return {
        "name": option.name,
        "title": words_for([]).say(option.title),
        "about": words_for([]).say(option.about),
        "kind": option.type.__name__,
        "default": option.default,
        "allowed": [] if span else [*option.allowed],
        "least": option.allowed[0] if span else None,
        "most": option.allowed[-1] if span else None,
    }
