"""A quick player for Tokyo Tsukiji Market, which plays on in imagined positions.

It judges like the greedy bot but keeps its estimates for a whole turn, looks only at markets that
may have something for it, and remembers which visits were not worth it. Hints think with it.
"""

from typing import Final

from ichiba.bots.tokyo_tsukiji_market.fleet import needs_port
from ichiba.bots.tokyo_tsukiji_market.harbor import Manner
from ichiba.bots.tokyo_tsukiji_market.mind import IDLE, Mind
from ichiba.games.tokyo_tsukiji_market.actions import (
    END_TURN,
    ENTER,
    GO_FISHING,
    OPEN_PORT,
    PASS,
    WAYS,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    CLAMS_OYSTERS,
    FUGU,
    KINDS,
    NUM_FISH,
    OCTOPUS,
    SARDINES,
)
from ichiba.games.tokyo_tsukiji_market.markets.registry import YARDS
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import NOBODY, TURN

Sign = tuple[int, ...]
# Visits that were not worth it, by the situation and the action: the turn in which this was found.
Memory = dict[tuple[Sign, int], int]

_MARKET_OF: Final = {ENTER + place: way.market for place, way in enumerate(WAYS)}
# Fish markets that have more to offer than licenses to visitors without tokens.
_SHOPS: Final = (CLAMS_OYSTERS, FUGU, OCTOPUS, SARDINES)
# Barrels worth less are no reason to take a license.
_LITTLE: Final = 60
# For how many rounds a visit that was not worth it is not considered again.
_MEMORY: Final = 3
# Money is compared in steps of this many yen.
_PURSE: Final = 500


class _QuickMind(Mind):
    """The estimates of a seat for its turn, until it visits a market."""

    def __init__(self, world: MarketState, seat: int, manner: Manner, memory: Memory) -> None:
        super().__init__(world, seat, manner)
        self.turn = world.turns_begun
        self.entered = world.entered
        self._goal = self.worth.fleet.goal  # chosen now, because the position will change
        self._memory = memory

    def plan(self, world: MarketState, legal: list[int]) -> int:
        """The best action of the turn among those that look useful."""
        if legal[0] == END_TURN and not self._has_late_steps(world, legal):
            return END_TURN
        nothing = self.outcome(world, PASS) if PASS in legal else float("-inf")
        best, best_value = legal[0], nothing - IDLE
        now, sign = world.turns_begun, self._sign(world)
        for action in legal:
            if action == PASS or self._is_dull(world, sign, action):
                continue
            value = float("-inf")
            if not self.is_pointless(world, action):
                value = self.outcome(world, action)
            if value <= nothing and action != GO_FISHING:
                if action in _MARKET_OF:
                    self._memory[sign, action] = now
            elif value > best_value:
                best, best_value = action, value
        if best == PASS and GO_FISHING in legal and self.has_work(world):
            return GO_FISHING
        return best

    def _has_late_steps(self, world: MarketState, legal: list[int]) -> bool:
        """Whether there is anything to consider after the last action point."""
        if world.carts[self.seat]:
            return True
        return OPEN_PORT in legal and self.worth.turns > 0 and needs_port(world, self.seat)

    def _sign(self, world: MarketState) -> Sign:
        """What a visit depends on, roughly."""
        seat = self.seat
        return (
            seat,
            sum(world.tokens[seat]),
            sum(world.licenses[seat]),
            len(world.fleet[seat]),
            len(world.in_play),
            world.money[seat] // _PURSE,
            world.turns_left != NOBODY,
        )

    def _is_dull(self, world: MarketState, sign: Sign, action: int) -> bool:
        """Whether the action was not worth it a short time ago."""
        found = self._memory.get((sign, action))
        return found is not None and abs(world.turns_begun - found) <= (
            _MEMORY * world.setup.players
        )

    def is_pointless(self, world: MarketState, action: int) -> bool:
        """Also markets without anything to sell, and yards without a ship to buy."""
        market = _MARKET_OF.get(action, NOBODY)
        if 0 <= market < NUM_FISH:
            return not self._has_business(world, market)
        if market in YARDS and self.worth.turns:
            if self._goal is None:
                return self.worth.fleet.plans
            return not self._goal.slots
        return super().is_pointless(world, action)

    def _has_business(self, world: MarketState, fish: int) -> bool:
        """Whether a visit to a fish market could be worth it."""
        worth, goal = self.worth, self._goal
        own, tokens = world.licenses[self.seat], world.tokens[self.seat]
        if fish in worth.cheap or fish in _SHOPS or any(tokens[kind] for kind in KINDS[fish]):
            return True
        if worth.fleet.plans:
            return goal is not None and goal.fish == fish and own[fish] < goal.licenses
        return worth.turns > 0 and world.licenses_left[fish] > 0 and worth.promise[fish] > _LITTLE


class Light:
    """Plays all seats of an imagined table. The memory can be shared by several tables."""

    def __init__(self, manners: list[Manner], memory: Memory | None = None) -> None:
        self._manners = manners
        self._memory: Memory = {} if memory is None else memory
        self._minds: dict[int, _QuickMind] = {}

    def choose(self, world: MarketState, seat: int, legal: list[int]) -> int:
        """What a seat does."""
        mind = self._minds.get(seat)
        if mind is None or (
            world.phase == TURN
            and (mind.turn != world.turns_begun or mind.entered != world.entered)
        ):
            mind = _QuickMind(world, seat, self._manners[seat], self._memory)
            self._minds[seat] = mind
        return mind.best(world, legal)

    def play_on(self, world: MarketState, turns: int) -> None:
        """Play for this many turns, counting the current one, or until the game is over."""
        end = world.turns_begun + turns
        while world.actors and world.turns_begun < end:
            seat = world.actors[0]
            legal = world.legal(seat)
            world.apply(seat, legal[0] if len(legal) == 1 else self.choose(world, seat, legal))
