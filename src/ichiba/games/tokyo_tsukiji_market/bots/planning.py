"""A mind for Tokyo Tsukiji Market that plans its whole turn, and answers the bids that it expects.

The greedy bot judges one action after another, so it never buys what it could sell in the same
turn. This one compares all pairs of actions. It expects the others to bid like the greedy bot.
"""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.actions import (
    COLUMN,
    END_TURN,
    ENTER,
    GO_FISHING,
    PASS,
    WAYS,
    bid_of,
    yen_of,
)
from ichiba.games.tokyo_tsukiji_market.bots.evaluate import Manner, Worth
from ichiba.games.tokyo_tsukiji_market.bots.greedy import IDLE, Mind
from ichiba.games.tokyo_tsukiji_market.bots.lots import best_lot, bid_for
from ichiba.games.tokyo_tsukiji_market.data import COLUMNS, STEP
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import AWARDING, PRICING, PRICING_FREELY, TURN

# How many actions a turn may have in a plan, and how many of the best are followed up from the
# third one on.
_LONGEST: Final = 4
_NARROW: Final = 3
_LOST: Final = float("-inf")
# Yen that a visit must lose to be left out later in the turn, and the most actions looked at.
_DULL: Final = 150.0
_MOST_LOOKS: Final = 400
# How near the end others think it is when they bid for a lot, compared with the own estimate.
_LOT_NEAR: Final = 0.8
# By what factors the others' bids may differ from those that it expects, and how likely that is.
_BLUR: Final[tuple[tuple[float, float], ...]] = ((1.0, 0.7), (0.85, 0.15), (1.2, 0.15))
# By how many yen a rival must be behind the richest one to count a third as much.
_FOCUS: Final = 1000.0
VISITS: Final = {ENTER + place for place in range(len(WAYS))}
# An action, what the position is worth after it, and the position unless the turn is over.
_Step = tuple[int, float, MarketState | None]


def sharp(players: int) -> Manner:
    """The master's manner. With a single rival, a yen that goes to the other player is lost twice.
    With several, somebody else would make the deal, and mainly the richest counts as a rival."""
    if players == 2:
        return Manner(1.0, 2.0, _FOCUS)
    return Manner(0.3, 1.0, _FOCUS)


def price_choice(world: MarketState, price: int) -> int:
    """The choice that asks a price, or leads to asking it."""
    if world.phase == PRICING_FREELY:
        return bid_of(max(price, COLUMNS[-1] + STEP))
    return COLUMN + (COLUMNS.index(price) if price in COLUMNS else len(COLUMNS))


class Planner(Mind):
    """Looks ahead to the end of its turn."""

    def __init__(self, world: MarketState, seat: int, manner: Manner) -> None:
        super().__init__(world, seat, manner)
        self._tokens = world.tokens[seat][:]
        self._lots: dict[tuple[int, ...], tuple[int, ...]] = {}
        # Visits that were not worth it at the start of the turn, and actions looked at so far.
        self._dull: set[int] = set()
        self._looks = 0
        # Prices to ask instead of the usual ones, by item, and how near the end each bidder thinks
        # it is.
        self.asked: dict[int, int] = {}
        self._nears: dict[int, float] = {}

    def plan(self, world: MarketState, legal: list[int]) -> int:
        """The first action of the best turn."""
        return self.choice(world, self.values(world, legal))

    def continue_turn(self, world: MarketState, legal: list[int]) -> int:
        """The same later in the turn, without visits that were not worth it before."""
        dull = self._dull
        if world.tokens[self.seat] == self._tokens:
            legal = [action for action in legal if action not in dull]
        choice = self.plan(world, legal)
        self._dull |= dull
        return choice

    def choice(self, world: MarketState, values: dict[int, float]) -> int:
        """The action with the highest value; boats with something to do don't stay idle."""
        best = max(values, key=values.__getitem__)
        if best == PASS and GO_FISHING in values and self.has_work(world):
            return GO_FISHING
        return best

    def values(self, world: MarketState, legal: list[int]) -> dict[int, float]:
        """What the position is worth after the best turn that begins with each action."""
        now = self.worth.evaluate(world)
        first = self._follow(world, legal)
        self._dull = {action for action, value, _ in first if value < now - _DULL}
        self._dull &= VISITS
        self._looks = 0
        found: dict[int, float] = {}
        nothing = _LOST
        for action, value, after in sorted(first, key=lambda one: one[0] != PASS):
            best = value if after is None else self._rest(after, value, 1)
            if action == PASS:
                nothing = best
            elif best <= nothing and action != GO_FISHING:
                best -= IDLE
            found[action] = best
        return found or {legal[0]: 0.0}

    def _follow(self, world: MarketState, legal: list[int]) -> list[_Step]:
        """All sensible actions with the positions after them; none at the end of the turn."""
        steps: list[_Step] = []
        for action in legal:
            if action == END_TURN:
                steps.append((action, self.worth.evaluate(world), None))
            elif not self.is_pointless(world, action):
                after = self.play_out(world, action)
                if after is not None:
                    steps.append((action, self.worth.evaluate(after), after))
        return steps

    def _rest(self, world: MarketState, here: float, depth: int) -> float:
        """What the position is worth after the best rest of the turn; `here` is its worth now."""
        seat = self.seat
        if world.phase != TURN or world.actors != (seat,) or depth == _LONGEST:
            return here
        legal = world.legal(seat)
        is_over = legal[0] == END_TURN and not world.carts[seat]
        if is_over or self._looks > _MOST_LOOKS:
            return here
        self._looks += len(legal)
        if world.tokens[seat] == self._tokens:
            legal = [action for action in legal if action not in self._dull]
        steps = self._follow(world, legal)
        steps.sort(key=lambda one: one[1], reverse=True)
        best = _LOST
        for place, (_, value, after) in enumerate(steps):
            if after is not None and after.points and (depth < 2 or place < _NARROW):
                best = max(best, self._rest(after, value, depth + 1))
            else:
                best = max(best, value)
        return best if steps else here

    def _lot(self, world: MarketState, market: int) -> tuple[int, ...]:
        """The best lot, which is the same while it is laid token by token."""
        own = world.tokens[self.seat][:]
        for kind in world.lot:
            own[kind] += 1
        key = (market, *own, *world.money)
        if key not in self._lots:
            near = self.worth.near * _LOT_NEAR
            self._lots[key] = best_lot(world, self.seat, market, self.worth.evaluate, near)
        return self._lots[key]

    # Prices.

    def plain(self, world: MarketState, legal: list[int]) -> int:
        """The choice for a decision within an action. Some prices have been chosen before."""
        if self.asked and world.phase in (PRICING, PRICING_FREELY):
            price = self.asked.get(ITEM_OF[world.to_price[0]])
            if price is not None:
                return price_choice(world, price)
        return super().plain(world, legal)

    # Bids.

    def expected_bid(self, world: MarketState, bidder: int) -> int:
        """The bid that another seat will make if it thinks like greedy."""
        near = self._nears.get(bidder)
        if near is None:
            near = self._nears[bidder] = Worth(world, bidder).near
        return bid_of(bid_for(world, bidder, near))

    def _bid(self, world: MarketState, bidder: int) -> int:
        """The best answer to the bids that it expects, or the bid that it expects of another."""
        if bidder != self.seat:
            return self.expected_bid(world, bidder)
        bids = {one: yen_of(self.expected_bid(world, one)) for one in world.offers if one != bidder}
        top = max(bids.values(), default=0)  # it may be the only bidder
        usual = bid_for(world, bidder, self.worth.near)
        money = world.money[bidder]
        best, best_value = 0, _LOST
        for yen in sorted({0, usual, top - STEP, top, top + STEP, top + 2 * STEP}):
            if 0 <= yen <= money:
                value = self._expected(world, bids, yen)
                if value > best_value:
                    best, best_value = yen, value
        return bid_of(best)

    def _expected(self, world: MarketState, bids: dict[int, int], yen: int) -> float:
        """What a bid is worth: the others may bid a little less or more than expected."""
        total = 0.0
        for part, weight in _BLUR:
            total += weight * self._after_bids(
                world, {one: int(bid * part) // STEP * STEP for one, bid in bids.items()}, yen
            )
        return total

    def _after_bids(self, world: MarketState, bids: dict[int, int], yen: int) -> float:
        """What the position is worth once these bids are in."""
        thought = world.copy()
        for one, bid in bids.items():
            if one in thought.actors:
                thought.apply(one, bid_of(min(bid, thought.money[one])))
            else:
                thought.bids[one] = min(bid, thought.money[one])
        thought.apply(self.seat, bid_of(yen))
        if thought.phase == AWARDING:
            chooser = thought.actors[0]
            mind = self if chooser == self.seat else Mind(thought, chooser)
            thought.apply(chooser, mind._award(thought, thought.legal(chooser)))
        return self.worth.evaluate(thought)
