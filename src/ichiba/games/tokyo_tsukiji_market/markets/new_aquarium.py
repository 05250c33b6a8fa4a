"""The New Aquarium: buys more kinds of fish, and entering costs a barrel."""

from ichiba.games.tokyo_tsukiji_market.data import AQUARIUM
from ichiba.games.tokyo_tsukiji_market.markets.shows import Show


class NewAquarium(Show):
    """Clams and Oysters share a space."""

    partner = AQUARIUM
