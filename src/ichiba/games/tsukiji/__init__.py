"""Tsukiji, by Leandro Pires: restaurant owners value lots of fish in secret, then buy.

To read the rules, begin with `setup` and `round`, which names the module of each phase.
"""

from ichiba.games.tsukiji.game import Tsukiji

GAME = Tsukiji()
