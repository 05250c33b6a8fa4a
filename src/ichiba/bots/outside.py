"""Bots of other packages, by an entry point `ichiba.bots` or as `module:Class`.

A bot is made by calling it with a random generator. If it plays only some titles, it has their
names in an attribute `titles`.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ichiba.bots.player import Bot
from ichiba.core.errors import SetupError
from ichiba.core.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "ichiba.bots"
Maker = Callable[..., Bot]


@cache
def installed() -> dict[str, "EntryPoint"]:
    """The bots that installed packages declare, by name, in alphabetical order."""
    from importlib.metadata import entry_points  # only when needed, because it takes long

    found = sorted(entry_points(group=GROUP), key=lambda one: one.name)
    return {one.name: one for one in found if ":" not in one.name and "," not in one.name}


@cache
def names(game: Game) -> tuple[str, ...]:
    """The installed bots that play a game. One that can't be loaded is left out."""
    return tuple(name for name in installed() if _plays(name, game))


def _plays(name: str, game: Game) -> bool:
    try:
        maker(name, game)
    except SetupError:
        return False
    return True


def is_path(name: str) -> bool:
    """Whether a name has the form `module:Class`."""
    module, colon, attribute = name.partition(":")
    parts = module.split(".")
    return bool(colon) and attribute.isidentifier() and all(part.isidentifier() for part in parts)


def maker(name: str, game: Game) -> Maker:
    """What makes an installed bot, or the one at a path. Raises SetupError if it can't be used."""
    found = _loaded(name)
    if not callable(found):
        raise SetupError.of("core.error.outside_bot", name=name, problem="it is not a class.")
    titles = getattr(found, "titles", None)
    if titles is not None and game.name not in titles:
        raise SetupError.of("core.error.outside_title", name=name, title=game.title)
    make: Maker = found
    return make


def _loaded(name: str) -> Any:
    try:
        if is_path(name):
            module, _, attribute = name.partition(":")
            return getattr(import_module(module), attribute)
        return installed()[name].load()
    except Exception as error:  # whatever another package does wrong
        problem = f"{type(error).__name__}: {error}"
        raise SetupError.of("core.error.outside_bot", name=name, problem=problem) from error
