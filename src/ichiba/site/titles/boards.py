"""Access to a title's web board: its template, presenter, sounds and charts."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from random import Random
from typing import Protocol, cast

from django.http import Http404

from ichiba.core.at_table import AtTable
from ichiba.core.charts import Chart
from ichiba.core.errors import UnknownGame
from ichiba.core.game import Game, View
from ichiba.core.match import Match
from ichiba.core.options import Values
from ichiba.core.registry import load
from ichiba.core.standings import Figure, Standings
from ichiba.core.words import Words


def game_or_404(name: str) -> Game:
    """Return the title, or raise Http404 if it can't be played here."""
    try:
        game = load(name)
    except UnknownGame:
        raise Http404 from None
    if not has_web(game):
        raise Http404
    return game


class Web(Protocol):
    """The interface of a title's `board/web.py`."""

    # Maps kinds of events to sounds, such as "coin" or "reveal".
    SOUNDS: Mapping[str, str]

    def present(self, view: View, words: Words) -> dict[str, object]:
        """Return the template context, computed from a view alone."""

    def charts(self, match: Match, words: Words) -> list[Chart]:
        """Return the charts to show when the game is over."""


def past_of(match: Match, words: Words) -> dict[str, object]:
    """Return what a title's board shows everyone about the past, if it defines `recall`."""
    recall = getattr(web_of(match.game), "recall", None)
    return {} if recall is None else cast(dict[str, object], recall(match, words))


def standings_of(game: Game, view: View, words: Words) -> Standings | None:
    """Return what counts for each player, and how one wins, if the title defines
    `standings(view, words)`. See `core/standings.py`."""
    standings = getattr(web_of(game), "standings", None)
    return None if standings is None else cast(Standings, standings(view, words))


def purse_of(game: Game, view: View, words: Words) -> tuple[Figure, ...]:
    """Return what the viewer owns, for the tray, if the title defines `purse(view, words)`: the
    most important number first, such as the money. It is empty for spectators."""
    purse = getattr(web_of(game), "purse", None)
    return () if purse is None else cast(tuple[Figure, ...], purse(view, words))


def progress_of(match: Match, words: Words) -> str:
    """Return the progress, such as "Round 3 of 7", if the title has words for it."""
    key = f"{match.game.name}.board.progress"
    said = words.say(key, dict(match.state.view(None)))
    return "" if said.startswith(key) else said


def reckoning_of(match: Match, words: Words) -> object:
    """Return the steps of the final scoring, if the title defines `reckoning`."""
    reckoning = getattr(web_of(match.game), "reckoning", None)
    return [] if reckoning is None else reckoning(match, words)


def festive_of(game: Game) -> tuple[str, ...]:
    """Return the symbols for the celebration at the end: the title's `FESTIVE`, or a default."""
    return cast(tuple[str, ...], getattr(web_of(game), "FESTIVE", ("sakura",)))


def choice_words(game: Game, option: str, value: object, words: Words) -> tuple[str, str]:
    """Return the name of an option's value and a sentence about it, if there is a `choice`."""
    choice = getattr(web_of(game), "choice", None)
    return (
        (str(value), "") if choice is None else cast(tuple[str, str], choice(option, value, words))
    )


def option_hint(game: Game, option: str, words: Words) -> str:
    """Return the help text of an option in the set-up form, if the title defines `hint`."""
    hint = getattr(web_of(game), "hint", None)
    return "" if hint is None else str(hint(option, words))


def surprise_of(game: Game) -> Callable[[Random], Values] | None:
    """Return the title's function for random options, if it defines `surprise`."""
    return cast(Callable[[Random], Values] | None, getattr(web_of(game), "surprise", None))


BidRule = Callable[[View, str, int], str | None]


def automatic_bid_of(game: Game) -> BidRule | None:
    """Return the title's function for automatic bids, if it defines `automatic_bid`."""
    return cast(BidRule | None, getattr(web_of(game), "automatic_bid", None))


@cache
def web_of(game: Game) -> Web:
    """The title's presenter."""
    return cast(Web, import_module(f"{game.package}.board.web"))


def has_web(game: Game) -> bool:
    """Whether the title can be played on the site."""
    return find_spec(f"{game.package}.board.web") is not None


def template_of(game: Game) -> str:
    """Return the path of its board template."""
    return f"{game.package.rpartition('.')[2]}/board/board.html"


def places_since(game: Game) -> bool:
    """Whether the title's board has a place of its own for "since your last turn"
    (`PLACES_SINCE`); otherwise it stands above the board."""
    return bool(getattr(web_of(game), "PLACES_SINCE", False))


def tray_of(game: Game) -> str | None:
    """Return the path of its tray template, if any: choices that are not pieces on the board."""
    return _template(game, "tray.html")


def now_of(game: Game) -> str | None:
    """Return the path of its template for the pane “Now”, if any: what the title says there."""
    return _template(game, "now.html")


def table_script_of(game: Game) -> str | None:
    """Return the path of its script for the real table, if any (see `core/at_table.py`)."""
    if not (files(game.package) / "board" / "static" / "at_table.js").is_file():
        return None
    return f"{game.package.rpartition('.')[2]}/at_table.js"


def at_table_of(game: Game, words: Words) -> AtTable:
    """Return what it offers people who play the printed game."""
    module = import_module(f"{game.package}.board.at_table")
    return cast(AtTable, module.at_table(words))


@cache
def _template(game: Game, name: str) -> str | None:
    if not (files(game.package) / "board" / name).is_file():
        return None
    return f"{game.package.rpartition('.')[2]}/board/{name}"


def style_of(game: Game) -> str:
    """Return the static path of its style sheet."""
    return f"{game.package.rpartition('.')[2]}/board.css"


@cache
def script_of(game: Game) -> str | None:
    """Return the static path of its script, if it has one, for example to zoom a map."""
    if not (files(game.package) / "board" / "static" / "board.js").is_file():
        return None
    return f"{game.package.rpartition('.')[2]}/board.js"


@cache
def scene_of(game: Game) -> str | None:
    """Return the static path of its picture for the home page and the lobby, if it has one."""
    if not (files(game.package) / "board" / "static" / "scene.svg").is_file():
        return None
    return f"{game.package.rpartition('.')[2]}/scene.svg"
