"""The greedy bot for Tokyo Tsukiji Market. Its mind plays out every action of its turn on a copy of
the position, with simple rules for the small decisions, and takes the one with the best result.

Careful players would wait for each other forever once nobody gains anything: they all sell fish
that is worth no more than its price, and nobody buys any. If nobody's money or resources have
changed for six rounds, greedy takes the best action that changes them, even at a loss. The master
does something similar after three rounds of passing or six of fishing.
"""

from random import Random
from typing import Final

from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.actions import (
    BOAT,
    DISCARD,
    END_TURN,
    GO_FISHING,
    OPEN_PORT,
    PASS,
    RETURN,
    WAYS_OF,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.bots.fleet import needs_port
from ichiba.games.tokyo_tsukiji_market.bots.steps import LONGEST_THOUGHT, Steps
from ichiba.games.tokyo_tsukiji_market.holding import all_resources
from ichiba.games.tokyo_tsukiji_market.markets.registry import LOT_MARKETS
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import (
    BIDDING,
    FISHING,
    TURN,
    VISITING,
)

# Yen by which an action that gains nothing is worse than passing.
IDLE: Final = 80
# For how many rounds without a change it waits for better times.
_PATIENCE: Final = 6
# The markets where others bid for a lot of tokens, by the actions that enter them.
_LOT_MARKETS: Final = {action: market for market in LOT_MARKETS for action, _ in WAYS_OF[market]}


class Mind(Steps):
    """Looks ahead to the end of each action of its turn."""

    def best(self, world: MarketState, legal: list[int]) -> int:
        """The choice for the current decision."""
        if world.phase == TURN:
            return self.plan(world, legal)
        return self.plain(world, legal)

    def plan(self, world: MarketState, legal: list[int]) -> int:
        """The best action of the turn."""
        best, best_value = legal[0], float("-inf")
        nothing = self.outcome(world, PASS) if PASS in legal else float("-inf")
        for action in legal:
            if self.is_pointless(world, action):
                continue
            value = nothing if action == PASS else self.outcome(world, action)
            if value <= nothing and action != GO_FISHING:
                value -= IDLE
                self._note_loss(world, action, value, nothing)
            if value > best_value:
                best, best_value = action, value
        if best == PASS and GO_FISHING in legal and self.has_work(world):
            return GO_FISHING  # idle boats earn nothing
        return best

    def is_pointless(self, world: MarketState, action: int) -> bool:
        """Actions that are not considered: discards, returned licenses, ports that no ship needs,
        and lots that don't pay."""
        if action in _LOT_MARKETS:
            return not self._lot(world, _LOT_MARKETS[action])
        if action == OPEN_PORT:
            return not needs_port(world, self.seat)
        return kind_of(action) in (DISCARD, RETURN)

    def _note_loss(self, world: MarketState, action: int, value: float, nothing: float) -> None:
        """Told of an action that gains nothing: a mind may leave it out the next time."""

    def has_work(self, world: MarketState) -> bool:
        """Whether a Fishing action would be useful for any boat."""
        thought = world.copy()
        thought.apply(self.seat, GO_FISHING)
        return thought.phase == FISHING and any(
            kind_of(action) == BOAT and self._is_useful(thought, action - BOAT)
            for action in thought.legal(self.seat)
        )

    def outcome(self, world: MarketState, action: int) -> float:
        """What the position is worth after the action has been played out."""
        after = self.play_out(world, action)
        return float("-inf") if after is None else self.worth.evaluate(after)

    def play_out(self, world: MarketState, action: int) -> MarketState | None:
        """The position after an action; None if a step of it is shunned."""
        thought = world.copy()
        if action == END_TURN:
            return thought
        thought.apply(self.seat, action)
        for _ in range(LONGEST_THOUGHT):
            if thought.phase == BIDDING:
                bidder = thought.actors[0]
                thought.apply(bidder, self._bid(thought, bidder))
            elif thought.actors == (self.seat,) and thought.phase != TURN:
                step = self.plain(thought, thought.legal(self.seat))
                if thought.phase == VISITING and self._is_shunned(thought, step):
                    return None
                thought.apply(self.seat, step)
            else:
                break
        return thought

    def _is_shunned(self, world: MarketState, step: int) -> bool:
        """Whether a step would sell the last boat before the final turn."""
        sells = kind_of(step) == BOAT
        return sells and self.worth.turns > 0 and len(world.fleet[self.seat]) == 1


def stands_still(world: MarketState, rounds: int) -> bool:
    """Whether nobody's money and resources have changed for so many rounds."""
    if not rounds or world.round <= rounds:
        return False
    last = world.standings[-rounds * world.setup.players :]
    return all(one == last[0] for one in last)


def stir(mind: Mind, world: MarketState, legal: list[int]) -> int | None:
    """The best action that changes what anybody owns, whatever it costs; None if there is none."""
    before = (world.money, all_resources(world))
    best, best_value = None, float("-inf")
    for action in legal:
        if action == END_TURN or mind.is_pointless(world, action):
            continue
        after = mind.play_out(world, action)
        if after is None or (after.money, all_resources(after)) == before:
            continue
        value = mind.worth.evaluate(after)
        if value > best_value:
            best, best_value = action, value
    return best


class Greedy:
    """Looks ahead to the end of the current action."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, observer: Observer) -> int:
        """The best action it finds."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        world = observer.determinize(self._rng)
        if not isinstance(world, MarketState):
            return legal[0]
        mind = Mind(world, observer.seat)
        if world.phase == TURN and stands_still(world, _PATIENCE):
            choice = stir(mind, world, legal)
            if choice is not None:
                return choice
        return mind.best(world, legal)
