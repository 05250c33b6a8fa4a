"""The master of Tokyo Tsukiji Market. It plans whole turns, answers the bids that it expects, and
tries out its best actions and prices: the others play their next turns as greedy would.

With two players, what the other gains counts fully against it, so it buys only what costs less than
half of what it gains. With more players, this counts little while it plans its turn, because
somebody else would make the deal; but the gains of the richest count most. It counts twice as much
once an action has been tried out, because what the others would do anyway happens in every trial.

The budget is a number of imagined worlds, so the same seed gives the same moves on every machine.
"""

from random import Random
from typing import Final, cast

from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.actions import GO_FISHING, PASS, bid_of
from ichiba.games.tokyo_tsukiji_market.bots.candidates import actions, is_over, prices
from ichiba.games.tokyo_tsukiji_market.bots.greedy import stands_still
from ichiba.games.tokyo_tsukiji_market.bots.lots import bid_for
from ichiba.games.tokyo_tsukiji_market.bots.planning import Planner, price_choice, sharp
from ichiba.games.tokyo_tsukiji_market.bots.rollout import Foresight
from ichiba.games.tokyo_tsukiji_market.data import STEP
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import BIDDING, PRICING, PRICING_FREELY, TURN

# In how many worlds actions and prices are tried out. Little is hidden, so one is enough.
ROLLOUTS: Final = 1
# How much the first impression of an action counts, compared with its trials.
_TRUST: Final = 0.3
# How near the end others are expected to be when they bid, and by what factors their bids may
# differ from the usual ones.
_NEAR: Final = 0.5
_BLUR: Final = (0.7, 1.3)
# Actions that may change nothing, and for how many rounds without a change it repeats them.
_PATIENCE: Final = {PASS: 3, GO_FISHING: 6}


class Master:
    """Does what turns out best when the others have had their turns. With a budget of 0 it is
    short-sighted: it looks no further than the end of its turn."""

    def __init__(self, rng: Random, rollouts: int = ROLLOUTS) -> None:
        self._rng = rng
        self._worlds = rollouts

    def choose(self, observer: Observer) -> int:
        """Choose the best action."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        world = self.imagine(observer)
        choice = self._best(observer, world, legal)
        if world.phase == TURN and stands_still(world, _PATIENCE.get(choice, 0)):
            return _stir(world, observer.seat, legal)
        return choice

    def _best(self, observer: Observer, world: MarketState, legal: list[int]) -> int:
        """The choice that looks best or, if it was tried out, turned out best."""
        seat, manner = observer.seat, sharp(world.setup.players)
        mind = Planner(world, seat, manner)
        found = self.tried(observer, mind, world, legal) if self._worlds else {}
        return max(found, key=found.__getitem__) if found else mind.best(world, legal)

    def tried(
        self, observer: Observer, mind: Planner, world: MarketState, legal: list[int]
    ) -> dict[int, float]:
        """What the choices turned out to be worth that were tried out, in yen. Nothing if the
        decision is too small."""
        if world.phase == TURN and not is_over(world, mind.seat, legal):
            return self._actions(observer, mind, world, legal)
        if world.phase in (PRICING, PRICING_FREELY):
            return self._prices(observer, mind, world)
        return {}

    def _actions(
        self, observer: Observer, mind: Planner, world: MarketState, legal: list[int]
    ) -> dict[int, float]:
        """The best actions of the turn, tried out unless there is only one."""
        guesses = actions(mind, world, legal)
        if len(guesses) == 1:
            return guesses
        found = {action: _TRUST * guess for action, guess in guesses.items()}
        foresight = Foresight(mind, world)
        for here in self._imagined(observer, world):
            for action in found:
                found[action] += foresight.after(here, action) / self._worlds
        return found

    def _prices(self, observer: Observer, mind: Planner, world: MarketState) -> dict[int, float]:
        """What the next item may cost. All prices that are not printed are one choice."""
        foresight = Foresight(mind, world)
        worlds = self._imagined(observer, world)
        found: dict[int, float] = {}
        for price in prices(mind, world):
            value = sum([foresight.asking(here, price) for here in worlds]) / self._worlds
            choice = price_choice(world, price)
            found[choice] = max(found.get(choice, value), value)
        return found

    def _imagined(self, observer: Observer, world: MarketState) -> list[MarketState]:
        return [world, *[self.imagine(observer) for _ in range(self._worlds - 1)]]

    def imagine(self, observer: Observer) -> MarketState:
        """A world that fits what the seat knows, in which the others have bid."""
        world = cast(MarketState, observer.determinize(self._rng))
        if world.phase == BIDDING:
            self._imagine_bids(world, observer.seat)
        return world

    def _imagine_bids(self, world: MarketState, seat: int) -> None:
        """Let the others bid about what the prize is worth to them."""
        for other in world.offers:
            if other == seat:
                continue
            bid = bid_for(world, other, _NEAR) * self._rng.uniform(*_BLUR)
            yen = min(int(bid) // STEP * STEP, world.money[other])
            if other in world.actors:
                world.apply(other, bid_of(yen))
            else:
                world.bids[other] = yen


def _stir(world: MarketState, seat: int, legal: list[int]) -> int:
    """The best action that does something, whatever it costs."""
    values = Planner(world, seat, sharp(world.setup.players)).values(world, legal)
    busy = [action for action in values if action not in _PATIENCE]
    return max(busy, key=values.__getitem__, default=legal[0])
