"""Shinjuku, by Gary Kacmarcik: railways, stores and customers on a map of Tokyo.

To read the rules, begin with `dealing` and `turn`, which names the module of each step.
"""

from ichiba.core.title import Title
from ichiba.games.shinjuku.game import Shinjuku

TITLE = Title(Shinjuku(), board=f"{__name__}.board.web", bots=f"{__name__}.bots")
