"""Titles declare themselves: typed, and loaded only when somebody asks for them."""

import subprocess
import sys

import pytest

import ichiba
from ichiba.core.registry import title
from ichiba.core.title import Title
from ichiba.games.board.web import Board, board_of

LOADED = """
import sys
import ichiba
from ichiba import bots

def loaded(part):
    return [name for name in sys.modules if part in name.split(".")[3:]]

games = [ichiba.load(name) for name in ichiba.games()]
for game in games:
    state = game.new(game.min_players, seed=1)
    state.apply(state.actors[0], state.legal(state.actors[0])[0])
assert not loaded("bots"), loaded("bots")
assert not loaded("board"), loaded("board")
for game in games:
    bots.make("strong", game, __import__("random").Random(1))
assert not loaded("board"), loaded("board")
"""


@pytest.mark.parametrize("name", ichiba.games())
def test_a_title_is_typed(name: str) -> None:
    found = title(name)
    assert isinstance(found, Title)
    assert found.game is ichiba.load(name)
    board = board_of(found.game)
    assert isinstance(board, Board)
    assert board.at_table
    assert board.sounds


def test_a_misspelt_hook_of_a_board_is_an_error() -> None:
    with pytest.raises(TypeError, match="purs"):
        Board(present=lambda _view, _words: {}, purs=lambda _view, _words: ())  # type: ignore[call-arg]


def test_games_load_no_bots_and_neither_loads_boards() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED], capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
