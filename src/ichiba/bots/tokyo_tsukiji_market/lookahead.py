"""Plays on for some rounds with the quick player, and estimates what every company will be worth.
Hints tell what happens until then."""

from typing import Final

from ichiba.bots.tokyo_tsukiji_market.harbor import GREEDY, Worth
from ichiba.bots.tokyo_tsukiji_market.light import Light, Memory
from ichiba.bots.tokyo_tsukiji_market.shrewd import sharp
from ichiba.games.tokyo_tsukiji_market.ending import scores
from ichiba.games.tokyo_tsukiji_market.holding import all_resources
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
        self._worths = _estimates(world)

    def totals(self, world: MarketState) -> list[float]:
        """By seat: the yen that it will be worth, after the light player has played some rounds."""
        Light(self._manners, self._memory).play_on(world, turns_ahead(world))
        if not world.actors:
            return [*scores(world)]
        changed = self._is_ending != (world.turns_left != NOBODY)
        worths = _estimates(world) if changed else self._worths
        stocks = all_resources(world)
        return [worth.own(world, stocks) for worth in worths]


def _estimates(world: MarketState) -> list[Worth]:
    """What greedy expects for each seat."""
    worths = [Worth(world, one, GREEDY) for one in world.setup.everyone]
    for worth in worths:
        worth.fleet.choose_goal()
    return worths
