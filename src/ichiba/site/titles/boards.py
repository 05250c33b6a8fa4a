"""Access to a title's board on the site (`games/board/web.py`), and to its templates and files."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from random import Random

from django.http import Http404

from ichiba.core.at_table import AtTable
from ichiba.core.errors import UnknownGame
from ichiba.core.game import Game, View
from ichiba.core.match import Match
from ichiba.core.options import Values
from ichiba.core.registry import load
from ichiba.core.standings import Figure, Standings
from ichiba.core.words import Words
from ichiba.games.board.web import BidRule, Board, board_of


def game_or_404(name: str) -> Game:
    """Return the title, or raise Http404 if it can't be played here."""
    try:
        game = load(name)
    except UnknownGame:
        raise Http404 from None
    if not has_web(game):
        raise Http404
    return game


def past_of(match: Match, words: Words) -> dict[str, object]:
    """Return what a title's board shows everyone about the past."""
    return web_of(match.game).recall(match, words)


def standings_of(game: Game, view: View, words: Words) -> Standings | None:
    """Return what counts for each player, and how one wins. See `core/standings.py`."""
    return web_of(game).standings(view, words)


def purse_of(game: Game, view: View, words: Words) -> tuple[Figure, ...]:
    """Return what the viewer owns, for the tray."""
    return web_of(game).purse(view, words)


def progress_of(match: Match, words: Words) -> str:
    """Return the progress, such as "Round 3 of 7", if the title has words for it."""
    key = f"{match.game.name}.board.progress"
    said = words.say(key, dict(match.state.view(None)))
    return "" if said.startswith(key) else said


def reckoning_of(match: Match, words: Words) -> object:
    """Return the steps of the final scoring."""
    return web_of(match.game).reckoning(match, words)


def festive_of(game: Game) -> tuple[str, ...]:
    """Return the symbols for the celebration at the end."""
    return web_of(game).festive


def choice_words(game: Game, option: str, value: object, words: Words) -> tuple[str, str]:
    """Return the name of an option's value and a sentence about it."""
    return web_of(game).choice(option, value, words)


def option_hint(game: Game, option: str, words: Words) -> str:
    """Return the help text of an option in the set-up form."""
    return web_of(game).hint(option, words)


def habits_in(match: Match) -> list[dict[str, int]] | None:
    """Return how often each player of a finished game did what the title counts, if anything."""
    habit = web_of(match.game).habit
    if habit is None:
        return None
    counts: list[Counter[str]] = [Counter() for _ in match.state.scores]
    for event in match.events:
        if event.key == f"{match.game.name}.event.{habit.event}":
            seat, found = event.arguments["seat"], event.arguments[habit.argument]
            things = found if isinstance(found, list) else [found]
            counts[int(str(seat))].update(habit.thing(str(thing)) for thing in things)
    return [dict(count) for count in counts]


def habit_words(game: Game, words: Words) -> tuple[str, Callable[[str], str]]:
    """Return a heading for what the title counts, and how a thing is called."""
    heading = words.say(f"{game.name}.habit.heading")
    return heading, lambda thing: words.say(f"{game.name}.habit.name", {"thing": thing})


def surprise_of(game: Game) -> Callable[[Random], Values] | None:
    """Return the title's function for random options, if it has one."""
    return web_of(game).surprise


def automatic_bid_of(game: Game) -> BidRule | None:
    """Return the title's function for automatic bids, if it has one."""
    return web_of(game).automatic_bid


def web_of(game: Game) -> Board:
    """The title's board. It must have one."""
    board = board_of(game)
    if board is None:
        raise LookupError(f"{game.title} has no board for the site.")
    return board


def has_web(game: Game) -> bool:
    """Whether the title can be played on the site."""
    return board_of(game) is not None


def template_of(game: Game) -> str:
    """Return the path of its board template."""
    return f"{game.package.rpartition('.')[2]}/board/board.html"


def places_since(game: Game) -> bool:
    """Whether the title's board has a place of its own for "since your last turn"; otherwise it
    stands above the board."""
    return web_of(game).places_since


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


def at_table_of(game: Game, words: Words) -> AtTable | None:
    """Return what it offers people who play the printed game."""
    at_table = web_of(game).at_table
    return at_table(words) if at_table else None


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
