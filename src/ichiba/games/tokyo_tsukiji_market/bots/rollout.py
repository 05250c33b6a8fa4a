"""How the others play on in Tokyo Tsukiji Market: a round for the master, some turns for hints.

In the master's trials the others play like greedy, so it sees which prices they pay, and what they
do with what it leaves them. Hints play on with a player that judges like greedy but keeps its
estimates for a whole turn, and looks only at markets that may have something for it."""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.actions import (
    END_TURN,
    ENTER,
    GO_FISHING,
    OPEN_PORT,
    PASS,
    WAYS,
)
from ichiba.games.tokyo_tsukiji_market.bots.evaluate import GREEDY, Manner
from ichiba.games.tokyo_tsukiji_market.bots.features import estimates, features, stage
from ichiba.games.tokyo_tsukiji_market.bots.fleet import needs_port
from ichiba.games.tokyo_tsukiji_market.bots.greedy import IDLE, Mind
from ichiba.games.tokyo_tsukiji_market.bots.planning import VISITS, Planner, sharp
from ichiba.games.tokyo_tsukiji_market.data import (
    CLAMS_OYSTERS,
    FUGU,
    KINDS,
    NUM_FISH,
    OCTOPUS,
    SARDINES,
)
from ichiba.games.tokyo_tsukiji_market.ending import scores, winners
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF
from ichiba.games.tokyo_tsukiji_market.holding import all_resources
from ichiba.games.tokyo_tsukiji_market.markets.registry import YARDS
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import BIDDING, NO_END, NO_MARKET, TURN

# At the end of the game: yen that a win is worth, besides the lead.
_VICTORY: Final = 2000.0
# The most yen by which the lead counts if somebody has triggered the end.
_END: Final = 800.0
# How much the others' wealth counts at least. What they would do anyway happens in every trial, so
# it can count more than when the seat looks only at its own turn.
_ENVY: Final = 0.6


# A visit of a seat that owns so many tokens, licenses and boats, and about so much money.
_Visit = tuple[int, int, int, int, int, int]
# Yen that a visit must lose to be left out in further trials. Money is compared in such steps.
_DULL: Final = 150.0
_PURSE: Final = 500


class _Rival(Mind):
    """Another seat, which thinks like greedy but leaves out visits that were not worth it in a
    trial before."""

    def __init__(self, world: MarketState, seat: int, dull: set[_Visit]) -> None:
        super().__init__(world, seat)
        self._dull = dull

    def is_pointless(self, world: MarketState, action: int) -> bool:
        """Also visits that were not worth it."""
        return self._visit_of(world, action) in self._dull or super().is_pointless(world, action)

    def _note_loss(self, world: MarketState, action: int, value: float, nothing: float) -> None:
        if action in VISITS and value < nothing - _DULL:
            self._dull.add(self._visit_of(world, action))

    def _visit_of(self, world: MarketState, action: int) -> _Visit:
        seat = self.seat
        return (
            seat,
            action,
            sum(world.tokens[seat]),
            sum(world.licenses[seat]),
            len(world.fleet[seat]),
            world.money[seat] // _PURSE,
        )


class Foresight:
    """What stays the same in all trials of one decision."""

    def __init__(self, mind: Planner, world: MarketState) -> None:
        self._mind = mind
        self._seat = mind.seat
        self._turn = world.turns_begun
        self._is_ending = world.turns_left != NO_END
        self._dull: set[_Visit] = set()

    def after(self, world: MarketState, action: int) -> float:
        """What an action is worth when the seat's next turn begins. The world isn't changed."""
        trial = world.copy()
        trial.apply(self._seat, action)
        return self._play_on(trial)

    def asking(self, world: MarketState, price: int) -> float:
        """The same for a price of the next item, and of others like it that need one, too."""
        asked = self._mind.asked
        asked[ITEM_OF[world.to_price[0]]] = price
        trial = world.copy()
        trial.apply(self._seat, self._mind.plain(trial, trial.legal(self._seat)))
        value = self._play_on(trial)
        asked.clear()
        return value

    def _play_on(self, world: MarketState) -> float:
        """Play until the seat's next turn begins, and estimate what it is worth then."""
        seat = self._seat
        minds: dict[int, _Rival] = {}
        while world.actors:
            due = world.actors[0]
            if due == seat and world.phase == TURN and world.turns_begun > self._turn:
                return self._estimate(world)
            legal = world.legal(due)
            if len(legal) == 1:
                choice = legal[0]
            elif due == seat and world.phase == TURN:
                choice = self._mind.continue_turn(world, legal)
            elif due == seat:
                choice = self._mind.plain(world, legal)
            elif world.phase == BIDDING:
                choice = self._mind.expected_bid(world, due)
            else:
                # Greedy estimates anew for every small step, which would take longer.
                if world.phase == TURN or due not in minds:
                    minds[due] = _Rival(world, due, self._dull)
                choice = minds[due].best(world, legal)
            world.apply(due, choice)
        return self._result(world)

    def _result(self, world: MarketState) -> float:
        """What the end of a game is worth."""
        won = winners(world)
        return _lead(world, self._seat) + _VICTORY * (self._seat in won) / len(won)

    def _estimate(self, world: MarketState) -> float:
        """What a position is worth by the estimates from before the round, so that only what has
        happened in it makes a difference."""
        if self._is_ending or world.turns_left == NO_END:
            return self._compare(world)
        lead = max(-_END, min(_END, _lead(world, self._seat)))
        if world.trigger == self._seat:
            lead = min(lead, 0.0)  # the chance to end the game with a lead counts anyway
        turns_left, world.turns_left = world.turns_left, NO_END
        value = self._compare(world)
        world.turns_left = turns_left
        return value + lead

    def _compare(self, world: MarketState) -> float:
        worth, stocks = self._mind.worth, all_resources(world)
        envy = max(worth.manner.envy, _ENVY)
        return worth.own(world, stocks) - envy * worth.rivals(world, stocks)


def _lead(world: MarketState, seat: int) -> float:
    """Yen by which a seat would win if the game ended now, below zero if it would lose."""
    results = scores(world)
    return float(results[seat] - max(one for other, one in enumerate(results) if other != seat))


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


class _TurnMind(Mind):
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
            world.turns_left != NO_END,
        )

    def _is_dull(self, world: MarketState, sign: Sign, action: int) -> bool:
        """Whether the action was not worth it a short time ago."""
        found = self._memory.get((sign, action))
        return found is not None and abs(world.turns_begun - found) <= (
            _MEMORY * world.setup.players
        )

    def is_pointless(self, world: MarketState, action: int) -> bool:
        """Also markets without anything to sell, and yards without a ship to buy."""
        market = _MARKET_OF.get(action, NO_MARKET)
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


class HintPolicy:
    """Plays all seats of an imagined table. The memory can be shared by several tables."""

    def __init__(self, manners: list[Manner], memory: Memory | None = None) -> None:
        self._manners = manners
        self._memory: Memory = {} if memory is None else memory
        self._minds: dict[int, _TurnMind] = {}

    def choose(self, world: MarketState, seat: int, legal: list[int]) -> int:
        """What a seat does."""
        mind = self._minds.get(seat)
        if mind is None or (
            world.phase == TURN
            and (mind.turn != world.turns_begun or mind.entered != world.entered)
        ):
            mind = _TurnMind(world, seat, self._manners[seat], self._memory)
            self._minds[seat] = mind
        return mind.best(world, legal)

    def play_on(self, world: MarketState, turns: int) -> None:
        """Play for this many turns, counting the current one, or until the game is over."""
        end = world.turns_begun + turns
        while world.actors and world.turns_begun < end:
            seat = world.actors[0]
            legal = world.legal(seat)
            world.apply(seat, legal[0] if len(legal) == 1 else self.choose(world, seat, legal))


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
        self._is_ending = world.turns_left != NO_END
        # All tries are compared by the same estimates, otherwise their differences would be lost
        # in the noise of new ones.
        self._worths = estimates(world)

    def play_on(self, world: MarketState) -> None:
        """Let the quick player play some rounds, or to the end of the game."""
        HintPolicy(self._manners, self._memory).play_on(world, turns_ahead(world))

    def describe(self, world: MarketState) -> tuple[float, list[list[float]]]:
        """The stage and the features of a position, as the learned values see it."""
        changed = self._is_ending != (world.turns_left != NO_END)
        worths = estimates(world) if changed else self._worths
        return stage(world), features(world, worths)
