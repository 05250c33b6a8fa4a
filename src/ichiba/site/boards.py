"""How a title shows itself on the site: its template, its presenter, its sounds, its charts."""

from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from random import Random
from typing import Protocol, cast

from ichiba.core.charts import Chart
from ichiba.core.game import Game, View
from ichiba.core.match import Match
from ichiba.core.options import Values
from ichiba.core.words import Words


class Web(Protocol):
    """What `board/web.py` of a title has."""

    # By kind of event: what it sounds like, "coin" or "reveal".
    SOUNDS: Mapping[str, str]

    def present(self, view: View, words: Words) -> dict[str, object]:
        """What its template needs, from a view alone."""

    def charts(self, match: Match, words: Words) -> list[Chart]:
        """What is drawn when the game is over."""


def past_of(match: Match, words: Words) -> dict[str, object]:
    """What a title's board shows of the past to everybody, if it has a `recall`."""
    recall = getattr(web_of(match.game), "recall", None)
    return {} if recall is None else cast(dict[str, object], recall(match, words))


def choice_words(game: Game, option: str, value: object, words: Words) -> tuple[str, str]:
    """What a value of an option is called, and a sentence about it, if there is a `choice`."""
    choice = getattr(web_of(game), "choice", None)
    return (
        (str(value), "") if choice is None else cast(tuple[str, str], choice(option, value, words))
    )


def option_hint(game: Game, option: str, words: Words) -> str:
    """A line under an option of the set-up form, if the title has one (`hint`)."""
    hint = getattr(web_of(game), "hint", None)
    return "" if hint is None else str(hint(option, words))


def surprise_of(game: Game) -> Callable[[Random], Values] | None:
    """How the title draws options for whoever wants to be surprised, if it can (`surprise`)."""
    return cast(Callable[[Random], Values] | None, getattr(web_of(game), "surprise", None))


StandingBid = Callable[[View, str, int], str | None]


def standing_bid_of(game: Game) -> StandingBid | None:
    """How a standing order bids in a title, if it has blind bids (`standing_bid`)."""
    return cast(StandingBid | None, getattr(web_of(game), "standing_bid", None))


def web_of(game: Game) -> Web:
    """The title's presenter."""
    return cast(Web, import_module(f"{game.package}.board.web"))


def has_web(game: Game) -> bool:
    """Whether the title can be played on the site."""
    return find_spec(f"{game.package}.board.web") is not None


def template_of(game: Game) -> str:
    """Where its template lies."""
    return f"{game.package.rpartition('.')[2]}/board/board.html"


def style_of(game: Game) -> str:
    """Where its style sheet is served."""
    return f"{game.package.rpartition('.')[2]}/board.css"


def script_of(game: Game) -> str | None:
    """Where its script is served, if it has one: what HTML cannot do, such as zooming a map."""
    if not (files(game.package) / "board" / "static" / "board.js").is_file():
        return None
    return f"{game.package.rpartition('.')[2]}/board.js"
