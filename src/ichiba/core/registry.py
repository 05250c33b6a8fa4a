"""The registry of titles. The core knows only their names; `ichiba.games` registers them."""

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from ichiba.core import changing
from ichiba.core.errors import IchibaError, SetupError, UnknownGame
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
    return _title(_known(name))


def change(name: str, changes: Mapping[str, int]) -> None:
    """Let a game have other numbers in this process (see `core/changing.py`).

    Raises SetupError if it has been loaded with others. Whether such numbers exist and are possible
    shows when it is loaded.
    """
    changing.make(_known(name), changes)


def _known(name: str) -> str:
    if isinstance(name, str):
        name = name.replace("_", "-")
    if name not in _packages:
        raise UnknownGame.of(
            "core.error.unknown_game", name=str(name), games=[*games()], count=len(_packages)
        )
    return name


@cache
def _title(name: str) -> Title:
    try:
        found: Title = import_module(_packages[name]).TITLE
    except IchibaError:
        raise
    except Exception as error:
        changes = changing.in_force(name)
        if not changes:
            raise
        raise broken(name, changes, error) from None
    add_catalogue(_packages[name])
    return found


def broken(name: str, changes: Mapping[str, int], error: Exception) -> SetupError:
    """The error for numbers with which a game cannot be loaded or played."""
    problem = " ".join(f"{type(error).__name__}, {error}".split())
    return SetupError.of(
        "core.error.change_broken", title=name, changes=changing.said(changes), problem=problem
    )
