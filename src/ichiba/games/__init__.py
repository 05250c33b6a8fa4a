"""The titles. To add one, add its folder and a line to the registry below."""

from functools import cache
from importlib import import_module

from ichiba.core.errors import UnknownGame
from ichiba.core.game import Game
from ichiba.core.words import add_catalogue

_PACKAGES = {
    "tsukiji": "ichiba.games.tsukiji",
}


def games() -> tuple[str, ...]:
    """The names of all titles."""
    return tuple(_PACKAGES)


def load(name: str) -> Game:
    """The title of this name."""
    package = _PACKAGES.get(name)
    if package is None:
        raise UnknownGame.of(
            "core.error.unknown_game", name=str(name), games=list(_PACKAGES), count=len(_PACKAGES)
        )
    return _load(package)


@cache
def _load(package: str) -> Game:
    add_catalogue(package)
    game: Game = import_module(package).GAME
    return game
