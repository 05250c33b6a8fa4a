"""Helpers that the commands share: console, game options, boards."""

import os
import secrets
import sys
from collections.abc import Callable, Iterable, Sequence
from importlib import import_module

from rich.console import Console
from typer.exceptions import TyperException

from ichiba.bots.characters import without_level
from ichiba.bots.outside import is_path
from ichiba.cli.language import speaking
from ichiba.core.game import Game, View
from ichiba.core.options import Values, fill_in
from ichiba.core.record import Record
from ichiba.core.words import Words
from ichiba.games.board.terminal import Room, Section

console = Console(highlight=False)


class WrongInput(TyperException):
    """The input of a command is wrong; the message says what it should be."""


Draw = Callable[[View, Words, Room], list[Section]]


def board_of(game: Game) -> Draw:
    """The function that draws a game's board in the terminal."""
    draw: Draw = import_module(f"{game.package}.board.terminal").draw
    return draw


def allow_own_modules(bots: Iterable[str]) -> None:
    """Let bots such as `my_module:MyBot` be found in the working directory, as Python does."""
    folder = os.getcwd()
    if any(is_path(name) for name in bots) and folder not in sys.path:
        sys.path.insert(0, folder)


def can_show_screens() -> bool:
    """Whether people look at a terminal that can be redrawn, and not at a pipe or a log."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "") not in ("dumb", "unknown")
    )


def parse_options(game: Game, given: Sequence[str]) -> Values:
    """Parse and check options given as `name=value`."""
    declared = {option.name: option for option in game.options}
    values: dict[str, object] = {}
    for text in given:
        name, sign, value = text.partition("=")
        if not sign:
            raise WrongInput(f"Write options as name=value, not “{text}”.")
        values[name] = declared[name].parse(value) if name in declared else value
    return fill_in(game.title, game.options, values)


def at_least(name: str, value: float, least: float) -> None:
    """Raise WrongInput if the value is too small."""
    if value < least:
        raise WrongInput(f"{name} must be at least {least}, not {value}.")


def counted(number: int, noun: str) -> str:
    """A number with its noun: 1 game, 2 games."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def print_board(game: Game, view: View, words: Words) -> None:
    """Print a whole board, as high as it is."""
    for section in board_of(game)(view, words, Room(console.width)):
        for line in section.lines:
            console.print(line)


def words_for(record: Record, longest: int | None = None) -> Words:
    """Words with the names of a record, bots without their levels, long names shortened."""
    names = [without_level(name) for name in record.names]
    return speaking([shortened(name, longest) if longest else name for name in names])


def shortened(name: str, longest: int) -> str:
    """A name, with its end left out if it is long."""
    return name if len(name) <= longest else f"{name[: longest - 1]}…"


def new_seed() -> int:
    """A seed that nobody can guess."""
    return secrets.randbits(128)
