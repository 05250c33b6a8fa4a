"""Makes PNG files and animations from cards, in other processes.

Drawing SVG takes a millisecond, but making pixels of it takes a tenth of a second, and an animation
some seconds. Nothing else could run in the server meanwhile, so it is done in other processes. They
need `resvg-py` and Pillow; without them, links have no pictures.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from multiprocessing.connection import Connection
from threading import Lock

from ichiba.arena.thinker import SideProcess, answer
from ichiba.core.record import Record
from ichiba.site.pictures.card import position_card
from ichiba.site.pictures.film import FRAME, HOLD, LAST, stills
from ichiba.site.pictures.fonts import fonts_for

# Seconds. The first answer includes the start of the process.
_PICTURE, _FILM = 15.0, 60.0
_PATIENCE = 5  # how much the processes give way to the server and the bots
_FILM_WIDTH = 800

_lock = Lock()  # for the process
_painter: "_Painter | None" = None  # started for the first picture


class NoPicture(Exception):  # noqa: N818
    """There is no picture: it took too long, or something that it needs is missing."""


@cache
def is_installed() -> bool:
    """Return whether pictures can be made."""
    return find_spec("resvg_py") is not None


@cache
def can_film() -> bool:
    """Return whether animations can be made."""
    return is_installed() and find_spec("PIL") is not None


def picture(svg: str) -> bytes:
    """Return the PNG of a drawing. NoPicture if it can't be made."""
    global _painter  # noqa: PLW0603 - one a process
    if not is_installed():
        raise NoPicture
    with _lock:
        if _painter is None:
            _painter = _Painter(_PICTURE, _paint)
        return _painter.ask(svg)


def film(record: Record, names: list[str], language: str) -> bytes:
    """Return an animation of a finished game. NoPicture if it can't be made.

    Its process runs only for this, because an animation is seldom wanted.
    """
    if not can_film():
        raise NoPicture
    painter = _Painter(_FILM, _shoot)
    try:
        return painter.ask(record.encode(), names, language)
    finally:
        painter.stop()


def stop() -> None:
    """Stop the process when the server stops."""
    global _painter  # noqa: PLW0603 - one a process
    with _lock:
        if _painter is not None:
            _painter.stop()
        _painter = None


class _Painter(SideProcess):
    """A process that makes pixels."""

    def ask(self, *question: object) -> bytes:
        """Return the file. NoPicture if it takes too long."""
        made = self._ask("painter", *question)
        if not isinstance(made, bytes):
            raise NoPicture
        return made


# --- In the other processes


def _paint(pipe: Connection) -> None:
    _serve(pipe, png)


def _shoot(pipe: Connection) -> None:
    _serve(pipe, webp)


def _serve(pipe: Connection, make: Callable[..., bytes]) -> None:
    if hasattr(os, "nice"):
        with suppress(OSError):
            os.nice(_PATIENCE)
    answer(pipe, make)


def png(svg: str, width: int | None = None) -> bytes:
    """Return a drawing as PNG."""
    import resvg_py

    fonts = fonts_for(svg)
    return resvg_py.svg_to_bytes(
        svg_string=svg, width=width, font_files=fonts, skip_system_fonts=bool(fonts)
    )


def webp(content: bytes, names: list[str], language: str) -> bytes:
    """Return the animation of a record as WebP."""
    from PIL import Image

    record = Record.decode(content)
    frames = [
        Image.open(BytesIO(png(position_card(match.game, match.state, names, language),
                               _FILM_WIDTH))).convert("RGB")
        for match in stills(record)
    ]  # fmt: skip
    file = BytesIO()
    frames[0].save(
        file, "WEBP", save_all=True, append_images=frames[1:], loop=0, quality=75, method=2,
        duration=[HOLD, *[FRAME] * (len(frames) - 2), LAST] if len(frames) > 1 else LAST,
    )  # fmt: skip
    return file.getvalue()
