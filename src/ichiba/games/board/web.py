"""A title's board on the site: what a title declares as `BOARD`, and nothing of the site itself.

Only what every title needs is required. Without the rest, the site leaves it out.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random

import msgspec

from ichiba.core.at_table import AtTable
from ichiba.core.charts import Chart
from ichiba.core.game import Game, View
from ichiba.core.match import Match
from ichiba.core.options import Values
from ichiba.core.reckoning import Step
from ichiba.core.registry import title
from ichiba.core.standings import Figure, Standings
from ichiba.core.words import Words
from ichiba.games.board.drawing import Sheet

# A view, the kind of automatic bids that a player has chosen, and the yen on top of it: the move.
BidRule = Callable[[View, str, int], str | None]


def _value(_option: str, value: object, _words: Words) -> tuple[str, str]:
    return str(value), ""


class Habit(msgspec.Struct, frozen=True):
    """What the title counts for the profiles of its players: how often they did something to what.

    `<title>.habit.heading` says what it is, and `<title>.habit.name` how a `thing` is called.
    """

    event: str  # the kind of event, which has a seat
    argument: str  # which of its arguments is counted; a list counts each of its items
    thing: Callable[[str], str] = str  # what it belongs to, such as the ward of a station


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The board of a title."""

    # What the template `board.html` needs, from a view alone.
    present: Callable[[View, Words], dict[str, object]]
    # The charts to show when the game is over.
    charts: Callable[[Match, Words], list[Chart]] = lambda _match, _words: []
    # By kind of event: a sound, such as "coin" or "reveal".
    sounds: Mapping[str, str] = {}
    # Symbols for the celebration at the end.
    festive: tuple[str, ...] = ("sakura",)
    # Whether the board has a place of its own for "since your last turn", which is above it else.
    places_since: bool = False
    # What the board shows everyone about the past.
    recall: Callable[[Match, Words], dict[str, object]] = lambda _match, _words: {}
    # What counts for each player, and how one wins.
    standings: Callable[[View, Words], Standings | None] = lambda _view, _words: None
    # What the viewer owns, for the tray: the most important number first; nothing for spectators.
    purse: Callable[[View, Words], tuple[Figure, ...]] = lambda _view, _words: ()
    # The final scoring in steps.
    reckoning: Callable[[Match, Words], Sequence[Step]] = lambda _match, _words: ()
    # The name of an option's value and a sentence about it, and a hint for an option.
    choice: Callable[[str, object, Words], tuple[str, str]] = _value
    hint: Callable[[str, Words], str] = lambda _option, _words: ""
    # Random options, if they can be drawn.
    surprise: Callable[[Random], Values] | None = None
    # The move of an automatic bid, if there are blind bids.
    automatic_bid: BidRule | None = None
    # What profiles show of how its players play.
    habit: Habit | None = None
    # What it offers people who play the printed game, together with `static/at_table.js`.
    at_table: Callable[[Words], AtTable] | None = None
    # Draws the position as everybody may see it, from a spectator's view: see `drawing.py`.
    picture: Callable[[Sheet, View, Words], None] | None = None


@cache
def board_of(game: Game) -> Board | None:
    """The board of a game on the site, if it has one."""
    module = title(game.name).board
    found: Board | None = import_module(module).BOARD if module else None
    return found
