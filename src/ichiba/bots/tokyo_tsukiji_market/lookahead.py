"""Plays on for some rounds with the quick player, and estimates what every company will be worth.
Hints tell what happens until then.

Two rounds are played on, but at most eight turns.
"""

from typing import Final

from ichiba.bots.tokyo_tsukiji_market.harbor import GREEDY
from ichiba.bots.tokyo_tsukiji_market.light import Light, Memory
from ichiba.bots.tokyo_tsukiji_market.shrewd import sharp
from ichiba.bots.tokyo_tsukiji_market.survey import estimates, features, stage
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import NOBODY

# How many rounds are played on, and at most how many turns.
_ROUNDS: Final = 2
_TURNS: Final = 8


def turns_ahead(world: MarketState) -> int:
    """How many turns a try plays on."""
    return min(_ROUNDS * world.setup.players, _TURNS)


class Lookahead:
    """What stays the same in all tries of one decision."""

    def __init__(self, world: MarketState, seat: int) -> None:
        players = world.setup.players
        self._manners = [GREEDY] * players
        self._manners[seat] = sharp(players)
        self._memory: Memory = {}
        self._is_ending = world.turns_left != NOBODY
        # All tries are compared by the same estimates, otherwise their differences would be lost
        # in the noise of new ones.
        self._worths = estimates(world)

    def play_on(self, world: MarketState) -> None:
        """Let the light player play some rounds, or to the end of the game."""
        Light(self._manners, self._memory).play_on(world, turns_ahead(world))

    def describe(self, world: MarketState) -> tuple[float, list[list[float]]]:
        """The stage and the features of a position, as the learned values see it."""
        changed = self._is_ending != (world.turns_left != NOBODY)
        worths = estimates(world) if changed else self._worths
        return stage(world), features(world, worths)
