"""What the commands share: the console, options from text, and how a board is found."""

import secrets
from collections.abc import Callable, Sequence
from importlib import import_module

from rich.console import Console, RenderableType
from typer.exceptions import TyperException

from ichiba.core.game import Game, View
from ichiba.core.options import Values, fill_in
from ichiba.core.words import Words

console = Console(highlight=False)


class WrongInput(TyperException):
    """A command was given what it cannot work with; the message says what it wants."""


Draw = Callable[[View, Words], RenderableType]


def board_of(game: Game) -> Draw:
    """How the title draws its board in a terminal."""
    draw: Draw = import_module(f"{game.package}.board.terminal").draw
    return draw


def parse_options(game: Game, given: Sequence[str]) -> Values:
    """Options from `name=value`, checked."""
    declared = {option.name: option for option in game.options}
    values: dict[str, object] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            raise WrongInput(f"an option is given as name=value, not “{text}”")
        values[name] = declared[name].parse(value) if name in declared else value
    return fill_in(game.title, game.options, values)


def at_least(name: str, value: float, least: float) -> None:
    """Refuse what is too small."""
    if value < least:
        raise WrongInput(f"{name} must be at least {least}, not {value}")


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(128)
