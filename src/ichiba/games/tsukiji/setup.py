"""What stays the same during a game: the number of players and the variant."""

from typing import Final

from ichiba.games.tsukiji.box import BOX
from ichiba.games.tsukiji.data import PRODUCTS, TAKUSAN, YAKUZA


class Setup:
    """Everything that stays the same during a game, by number of players and variant."""

    __slots__ = (
        "alone",
        "deck",
        "everyone",
        "lots",
        "moves",
        "options",
        "players",
        "prices",
        "special_points",
    )

    def __init__(self, players: int, *, special_points: bool) -> None:
        counts = BOX.players[str(players)]
        self.players = players
        self.special_points = special_points
        self.options = {"special_points": special_points}
        self.lots = players + 1
        self.prices = [tile.price.value for tile in counts.tiles]
        self.moves = [tile.move.value for tile in counts.tiles]
        self.deck = [card for card in range(len(PRODUCTS)) for _ in range(counts.product.value)]
        self.deck += [TAKUSAN] * counts.takusan.value + [YAKUZA] * counts.yakuza.value
        self.everyone = tuple(range(players))
        self.alone = tuple((seat,) for seat in range(players))  # `actors` with one seat, prebuilt


SETUPS: Final = {
    (int(players), special_points): Setup(int(players), special_points=special_points)
    for players in BOX.players
    for special_points in (False, True)
}
