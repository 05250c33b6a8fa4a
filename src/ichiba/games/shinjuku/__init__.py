"""Shinjuku, by Gary Kacmarcik: railways, stores and customers on a map of Tokyo.

To read the rules, begin with `dealing` and `turn`, which names the module of each step.
"""

from ichiba.games.shinjuku.game import Shinjuku

GAME = Shinjuku()
