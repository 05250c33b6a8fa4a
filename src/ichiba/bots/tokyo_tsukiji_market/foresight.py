"""Looks one round ahead in Tokyo Tsukiji Market: the others play their turns as greedy would, and
then the position is estimated. So the master sees which prices the others pay, and what they do
with what it leaves them."""

from typing import Final

from ichiba.bots.tokyo_tsukiji_market.mind import IDLE, Mind
from ichiba.bots.tokyo_tsukiji_market.shrewd import VISITS, Shrewd
from ichiba.games.tokyo_tsukiji_market.actions import GO_FISHING, PASS
from ichiba.games.tokyo_tsukiji_market.data import COLUMNS, STEP
from ichiba.games.tokyo_tsukiji_market.ending import scores, winners
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF
from ichiba.games.tokyo_tsukiji_market.holding import all_resources
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import BIDDING, NOBODY, PRICING_FREELY, TURN

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

    def plan(self, world: MarketState, legal: list[int]) -> int:
        """The best action of the turn."""
        best, best_value = legal[0], float("-inf")
        nothing = self.outcome(world, PASS) if PASS in legal else float("-inf")
        for action in legal:
            visit = self._visit_of(world, action)
            if visit in self._dull or self.is_pointless(world, action):
                continue
            value = nothing if action == PASS else self.outcome(world, action)
            if value <= nothing and action != GO_FISHING:
                value -= IDLE
                if action in VISITS and value < nothing - _DULL:
                    self._dull.add(visit)
            if value > best_value:
                best, best_value = action, value
        if best == PASS and GO_FISHING in legal and self.has_work(world):
            return GO_FISHING
        return best

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

    def __init__(self, mind: Shrewd, world: MarketState) -> None:
        self._mind = mind
        self._seat = mind.seat
        self._turn = world.turns_begun
        self._is_ending = world.turns_left != NOBODY
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
        if self._is_ending or world.turns_left == NOBODY:
            return self._compare(world)
        lead = max(-_END, min(_END, _lead(world, self._seat)))
        if world.trigger == self._seat:
            lead = min(lead, 0.0)  # the chance to end the game with a lead counts anyway
        turns_left, world.turns_left = world.turns_left, NOBODY
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


def prices(mind: Shrewd, world: MarketState) -> list[int]:
    """The prices to try out for the next item: the usual one first, then others up to what anybody
    could gain by buying it."""
    item = ITEM_OF[world.to_price[0]]
    usual = mind.worth.price(item)
    most = max(mind.worth.demand[min(item, len(mind.worth.demand) - 1)] + STEP, usual)
    found = [usual, *[usual + STEP * step for step in (1, 2, -1, 3)]]
    least = COLUMNS[-1] + STEP if world.phase == PRICING_FREELY else STEP
    return [one for one in found if least <= one <= most] or [max(usual, least)]
