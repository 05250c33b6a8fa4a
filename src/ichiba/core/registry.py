"""The registry of games. The core knows only their names; `ichiba.games` registers them."""

from functools import cache
from importlib import import_module

from ichiba.core.errors import UnknownGame
from ichiba.core.game import Game
from ichiba.core.words import add_catalogue

_packages: dict[str, str] = {}


def register(name: str, package: str) -> None:
    """Register a game; its package must define `GAME`."""
    _packages[name] = package


def games() -> tuple[str, ...]:
    """The names of all games."""
    return tuple(_packages)


def load(name: str) -> Game:
    """The game with this name. It may also be written like its module, with underscores."""
    if isinstance(name, str):
        name = name.replace("_", "-")
    if name not in _packages:
        raise UnknownGame.of(
            "core.error.unknown_game", name=str(name), games=[*games()], count=len(_packages)
        )
    return _load(name)


@cache
def _load(name: str) -> Game:
    add_catalogue(_packages[name])
    game: Game = import_module(_packages[name]).GAME
    return game
