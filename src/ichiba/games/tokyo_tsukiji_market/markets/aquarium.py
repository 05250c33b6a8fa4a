"""The Aquarium: buys fish of the base game."""

from ichiba.games.tokyo_tsukiji_market.data import NEW_AQUARIUM
from ichiba.games.tokyo_tsukiji_market.markets.shows import Show


class Aquarium(Show):
    """Pays well for the first tokens of each shape; Mackerel and Jack Mackerel share a space."""

    partner = NEW_AQUARIUM
