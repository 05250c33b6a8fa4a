"""The registry of titles. The core knows only their names; `ichiba.games` registers them."""

from functools import cache
from importlib import import_module

from ichiba.core.errors import UnknownGame
from ichiba.core.game import Game
from ichiba.core.title import Title
from ichiba.core.words import add_catalogue

_packages: dict[str, str] = {}


def register(name: str, package: str) -> None:
    """Register a title; its package must define `TITLE`."""
    _packages[name] = package


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_packages)


def load(name: str) -> Game:
    """The game with this name. It may also be written like its module, with underscores."""
    return title(name).game


def title(name: str) -> Title:
    """The same with what belongs to the game."""
    if isinstance(name, str):
        name = name.replace("_", "-")
    if name not in _packages:
        raise UnknownGame.of(
            "core.error.unknown_game", name=str(name), games=[*games()], count=len(_packages)
        )
    return _title(name)


@cache
def _title(name: str) -> Title:
    add_catalogue(_packages[name])
    found: Title = import_module(_packages[name]).TITLE
    return found
