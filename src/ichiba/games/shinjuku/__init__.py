"""Shinjuku, by Gary Kacmarcik: railways, stores and customers on a map of Tokyo."""

from ichiba.games.shinjuku.game import Shinjuku

GAME = Shinjuku()
