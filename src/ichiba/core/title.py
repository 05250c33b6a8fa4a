"""What a title declares about itself, once, as `TITLE` in its package.

Its board and its bots are named by their modules, and loaded when somebody asks for them: a game in
the terminal needs no web board, and a position needs no bots.
"""

from typing import NamedTuple

from ichiba.core.game import Game


class Title(NamedTuple):
    """A game with what belongs to it."""

    game: Game
    board: str = ""  # the module with `BOARD`, a `Board` (see `games/board/web.py`)
    bots: str = ""  # the package with `BOTS`, a `Bots` (see `bots/title.py`)
