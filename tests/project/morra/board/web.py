"""The board on the site."""

from ichiba.games.board.web import Board

BOARD = Board(present=lambda view, _words: {"view": view})
