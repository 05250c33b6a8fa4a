"""What `render` returns: the board of the terminal, as text or as a picture."""

from collections.abc import Iterator
from importlib import import_module
from io import StringIO
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from ichiba.core.game import Game, State
from ichiba.core.words import Words
from ichiba.games.board.terminal import Room

MODES = ("ansi", "rgb_array")
_WIDTH = 100  # in characters
_CELL = (7, 13)  # the size of a character in pixels
_PAPER, _INK = (250, 248, 243), (32, 32, 40)
# Characters that Pillow's own font lacks: lines of boxes, and whatever else has a plain look-alike.
_PLAIN = str.maketrans("─━│┃┌┐└┘├┤┬┴┼╭╮╯╰═║█░▒▓▲▼◀▶▸←→↑↓●○■□–—−’“”…",
                       "--||+++++++++++++=|####^v<>><>^vo.#.---'\"\".")  # fmt: skip


def check_mode(mode: str | None) -> str | None:
    """The mode, if there is such a mode. Raises ValueError otherwise."""
    if mode is not None and mode not in MODES:
        raise ValueError(f"render_mode must be None, ansi or rgb_array, not {mode!r}")
    return mode


def render(mode: str | None, game: Game, state: State, seat: int | None) -> Any:
    """The board as the seat sees it; None is a spectator. Without a mode, nothing."""
    if mode is None:
        return None
    lines = [*board_lines(game, state, seat)]
    return _as_text(lines) if mode == "ansi" else _as_picture(lines)


def board_lines(game: Game, state: State, seat: int | None) -> Iterator[Text]:
    """The board of the terminal as a seat sees it, with the prompt."""
    words = Words()
    for section in import_module(f"{game.package}.board.terminal").draw(
        state.view(seat), words, Room(_WIDTH)
    ):
        yield from section.lines
    yield Text(state.prompt(seat).say(words))


def _as_text(lines: list[Text]) -> str:
    console = Console(width=_WIDTH, file=StringIO(), force_terminal=True, highlight=False)
    for line in lines:
        console.print(line, soft_wrap=True)
    file = console.file
    return file.getvalue() if isinstance(file, StringIO) else ""


def _as_picture(lines: list[Text]) -> NDArray[np.uint8]:
    """The same in pixels, with Pillow's own font, so it is alike on every machine."""
    try:
        from PIL import Image, ImageDraw, ImageFont
    except ImportError as error:
        raise ImportError("rgb_array needs Pillow: pip install pillow", name=error.name) from error

    width, height = _CELL
    image = Image.new("RGB", ((_WIDTH + 2) * width, (len(lines) + 2) * height), _PAPER)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default_imagefont()
    console = Console(width=_WIDTH, file=StringIO(), highlight=False)
    for row, line in enumerate(lines, 1):
        column = 1
        for segment in line.render(console):
            color = segment.style.color if segment.style else None
            ink = color.get_truecolor() if color and not color.is_default else _INK
            for character in segment.text:
                if character.strip():
                    place = column * width, row * height
                    draw.text(place, _plain(character), fill=tuple(ink), font=font)
                column += 1
    return np.array(image)


def _plain(character: str) -> str:
    """The character, or one that the font has."""
    found = character.translate(_PLAIN)
    return found if ord(found) < 256 else "?"
