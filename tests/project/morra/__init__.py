"""Morra, the smallest title that has everything: `test_fourth_title` adds it to a copy."""

from ichiba.core.title import Title
from ichiba.games.morra.game import Morra

TITLE = Title(Morra(), board=f"{__name__}.board.web")
