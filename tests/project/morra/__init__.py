"""Morra, the smallest title that has everything: `test_fourth_title` adds it to a copy."""

from ichiba.games.morra.game import Morra

GAME = Morra()
