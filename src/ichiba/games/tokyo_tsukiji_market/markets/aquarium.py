"""The Aquarium: shows fish of the base game."""

from ichiba.games.tokyo_tsukiji_market.markets.shows import Show


class Aquarium(Show):
    """Pays well for the first of each shape; Mackerel and Jack Mackerel share a space."""
