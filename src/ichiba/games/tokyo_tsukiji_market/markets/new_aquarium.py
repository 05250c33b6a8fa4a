"""The New Aquarium: shows fish of the expansion, and is entered with a barrel."""

from ichiba.games.tokyo_tsukiji_market.markets.shows import Show


class NewAquarium(Show):
    """Comes together with the Aquarium; Clams and Oysters share a space."""
