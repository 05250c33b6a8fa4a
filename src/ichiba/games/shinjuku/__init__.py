"""Shinjuku, by Gary Kacmarcik: rails, stores and customers on the map of Tokyo."""

from ichiba.games.shinjuku.game import Shinjuku

GAME = Shinjuku()
