"""Tsukiji, by Leandro Pires: restaurant owners value lots of fish in secret, then buy.

To read the rules, begin with `setup` and `round`, which names the module of each phase.
"""

from ichiba.core.title import Title
from ichiba.games.tsukiji.game import Tsukiji

TITLE = Title(Tsukiji(), board=f"{__name__}.board.web", bots=f"{__name__}.bots")
