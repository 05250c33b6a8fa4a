"""Tsukiji, by Leandro Pires: restaurant owners value lots of fish in secret, then buy."""

from ichiba.games.tsukiji.game import Tsukiji

GAME = Tsukiji()
