"""The master of Tokyo Tsukiji Market. It plans whole turns, and answers the bids that it expects.

With a budget it also tries out the actions, prices and bids that look best: the light player goes
on for some rounds, and then every company is estimated. The budget is a number of tries, so the
same seed gives the same moves on every machine. Tries have not been shown to make it stronger, so
it has none by default.
"""

from random import Random
from typing import cast

from ichiba.bots.search import lead_value
from ichiba.bots.tokyo_tsukiji_market.foresight import Foresight, prices
from ichiba.bots.tokyo_tsukiji_market.harbor import GREEDY, Manner, Worth
from ichiba.bots.tokyo_tsukiji_market.light import Light, Memory
from ichiba.bots.tokyo_tsukiji_market.lots import bid_for
from ichiba.bots.tokyo_tsukiji_market.mind import Mind
from ichiba.bots.tokyo_tsukiji_market.shrewd import Shrewd, price_choice
from ichiba.core.observer import Observer
from ichiba.games.tokyo_tsukiji_market.actions import END_TURN, OPEN_PORT, bid_of
from ichiba.games.tokyo_tsukiji_market.data import COLUMNS, STEP
from ichiba.games.tokyo_tsukiji_market.ending import scores
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF
from ichiba.games.tokyo_tsukiji_market.holding import all_resources
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import BIDDING, NOBODY, PRICING, PRICING_FREELY, TURN

# How many rounds are played on in a try, and at most how many turns.
_ROUNDS = 2
_TURNS = 8
_WORLDS = 1
LOOK = 1
LOOK_PRICES = 1
TRUST = 0.3
# How many actions are tried out, and how many yen they may look worse than the best one.
_CANDIDATES = 4
_MARGIN = 300.0
# A lead of this many yen counts as three quarters of a sure win.
_SCALE = 2500.0
# How much the first impression of an action counts, compared with its tries.
_TRUST = 0.5
# By how many yen a rival must be behind the richest one to count a third as much.
_FOCUS = 1000.0
# Prices and bids that are tried out, as steps above or below the usual one.
_PRICES = (-1, 1, 2)
_BIDS = (-4, -2, -1, 1, 2, 4)
# How near the end others are expected to be when they bid, and by what factors their bids may
# differ from the usual ones.
_NEAR = 0.5
_BLUR = (0.7, 1.3)


def sharp(players: int) -> Manner:
    """The master's manner. With a single rival, a yen that goes to the other player is lost twice.
    With several, somebody else would make the deal, and mainly the richest counts as a rival."""
    if players == 2:
        return Manner(1.0, 2.0, _FOCUS)
    return Manner(0.3, 1.0, _FOCUS)


class Master:
    """Plans its turn; with tries, it does what turns out best in them. With a budget of 0 it is
    short-sighted: it looks no further than the end of an action."""

    def __init__(self, rng: Random, rollouts: int | None = None) -> None:
        self._rng = rng
        self._worlds = _WORLDS if rollouts is None else rollouts
        self._is_short_sighted = rollouts == 0

    def choose(self, observer: Observer) -> int:
        """Choose the best action."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        world, seat = self.imagine(observer), observer.seat
        manner = sharp(world.setup.players)
        if self._is_short_sighted:
            return Mind(world, seat, manner).best(world, legal)
        mind = Shrewd(world, seat, manner)
        if world.phase == TURN:
            return self._action(observer, mind, world, legal)
        if world.phase in (PRICING, PRICING_FREELY):
            return self._price(observer, mind, world)
        return mind.best(world, legal)

    def _action(
        self, observer: Observer, mind: Shrewd, world: MarketState, legal: list[int]
    ) -> int:
        """The action that turns out best when the others have had their turns."""
        if _is_over(world, mind.seat, legal):
            return mind.best(world, legal)
        guesses = _actions(mind, world, legal)
        if len(guesses) == 1 or not LOOK:
            return next(iter(guesses))
        totals = {action: TRUST * guess * self._worlds for action, guess in guesses.items()}
        foresight = Foresight(mind, world)
        for trial in range(self._worlds):
            here = world if not trial else self.imagine(observer)
            for action in guesses:
                totals[action] += foresight.after(here, action)
        return max(totals, key=totals.__getitem__)

    def _price(self, observer: Observer, mind: Shrewd, world: MarketState) -> int:
        """The price that turns out best when the others have had their turns."""
        usual = mind.worth.price(ITEM_OF[world.to_price[0]])
        found = prices(mind, world)
        if world.phase == PRICING_FREELY:
            found = [one for one in found if one > COLUMNS[-1]]
        if len(found) < 2 or not LOOK_PRICES:
            return price_choice(world, found[0] if found else usual)
        totals = dict.fromkeys(found, 0.0)
        foresight = Foresight(mind, world)
        for trial in range(self._worlds):
            here = world if not trial else self.imagine(observer)
            for price in found:
                totals[price] += foresight.asking(here, price)
        return price_choice(world, max(totals, key=totals.__getitem__))

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


# Guesses: the choices that look best without a search, the very best first, and the yen by which
# they look worse, as negative numbers.


def first_guesses(mind: Shrewd, world: MarketState, legal: list[int]) -> dict[int, float]:
    """What is to be tried out; nothing if the decision is too small."""
    if world.phase == TURN:
        return {} if _is_over(world, mind.seat, legal) else _actions(mind, world, legal)
    if world.phase == PRICING:
        return _near(mind, world, legal[:-1], _PRICES)  # without prices that are not printed
    if world.phase == BIDDING:
        return _near(mind, world, legal, _BIDS)
    return {}


def _is_over(world: MarketState, seat: int, legal: list[int]) -> bool:
    """Whether nothing is left to do in this turn."""
    return legal[0] == END_TURN and OPEN_PORT not in legal and not world.carts[seat]


def _actions(mind: Shrewd, world: MarketState, legal: list[int]) -> dict[int, float]:
    """The best actions of a turn."""
    values = mind.values(world, legal)
    first = mind.choice(world, values)
    most = max(values.values())
    values = {action: value - most for action, value in values.items()}
    values.pop(first, None)
    useful = sorted(values, key=values.__getitem__, reverse=True)[: _CANDIDATES - 1]
    return {first: 0.0} | {action: values[action] for action in useful if values[action] > -_MARGIN}


def _near(
    mind: Mind, world: MarketState, amounts: list[int], steps: tuple[int, ...]
) -> dict[int, float]:
    """The amount that looks best, and some others near it."""
    first = mind.best(world, amounts)
    if first not in amounts:
        return {}
    return {first: 0.0} | {first + step: 0.0 for step in steps if first + step in amounts}


def turns_ahead(world: MarketState) -> int:
    """How many turns a try plays on."""
    return min(_ROUNDS * world.setup.players, _TURNS)


class Lookahead:
    """What stays the same in all tries of one decision."""

    def __init__(self, world: MarketState, seat: int) -> None:
        players = world.setup.players
        self._seat = seat
        self._manners = [GREEDY] * players
        self._manners[seat] = sharp(players)
        self._memory: Memory = {}
        self._is_ending = world.turns_left != NOBODY
        # All tries are compared by the same estimates, otherwise their differences would be lost
        # in the noise of new ones.
        self._worths = self._estimates(world)

    def prospect(self, world: MarketState) -> float:
        """From -1 to 1: how far ahead of the best other player the seat is after some rounds."""
        return lead_value(self.totals(world), self._seat, _SCALE)

    def totals(self, world: MarketState) -> list[float]:
        """By seat: the yen that it will be worth, after the light player has played some rounds."""
        Light(self._manners, self._memory).play_on(world, turns_ahead(world))
        if not world.actors:
            return [*scores(world)]
        changed = self._is_ending != (world.turns_left != NOBODY)
        worths = self._estimates(world) if changed else self._worths
        stocks = all_resources(world)
        return [worth.own(world, stocks) for worth in worths]

    def _estimates(self, world: MarketState) -> list[Worth]:
        worths = [Worth(world, one, GREEDY) for one in world.setup.everyone]
        for worth in worths:
            worth.fleet.choose_goal()
        return worths
