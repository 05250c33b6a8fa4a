"""Estimates what a position of Tokyo Tsukiji Market is worth to a seat, in yen: what it owns, what
it will sell, and what its boats and licenses will earn until the end of the game."""

from math import exp
from typing import Final, NamedTuple

from ichiba.games.tokyo_tsukiji_market.bots.fleet import Fleet, company
from ichiba.games.tokyo_tsukiji_market.bots.pace import HORIZON, SLOW, pace, progress, turns_left
from ichiba.games.tokyo_tsukiji_market.bots.tokens import EXTRA, GROWTH, HALF_SET, SETS
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    INCOME,
    IS_BARGE,
    LOWER,
    NUM_FISH,
    TAKOYAKI_ITEM,
    TOKEN,
    TOKEN_FISH,
)
from ichiba.games.tokyo_tsukiji_market.ending import standing
from ichiba.games.tokyo_tsukiji_market.goods import FISH_OF, ITEM_OF, PRICE_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.holding import all_resources, resources
from ichiba.games.tokyo_tsukiji_market.markets.registry import FISH_MARKETS
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import NO_END, OPEN, SEA

_YEN: Final = BOX.end.yen_per_resource.value
# The part of its price that a barrel at sea, or a token sold by auction, is expected to bring.
_AT_SEA: Final = 0.7
AT_AUCTION: Final = 0.7
# The same for a pair of Mackerel sold to its market: the visit costs an action point.
PAIR: Final = 0.35
# What a barrel brings at once for unloading it, and the odds to sell what buyers gain from, well or
# a little.
UNLOADED: Final = 50.0
SURE: Final = 0.85
UNSURE: Final = 0.4
# How often per turn somebody with licenses visits a market for the income.
_VISITS: Final = 0.2
# How much of a buyer's gain is the seller's loss, with a single opponent.
RIVALRY: Final = 0.5
# With so many licenses of one fish a player collects them for their income.
_HOARD: Final = 3
# The share of a buyer's gain that a seller asks for, in general and in a slow game.
SHARE_OF_PRICE: Final = 0.8
BARGAIN: Final = 0.5
# The money that a player wants to keep, and what each yen below it costs in lost opportunities.
_RESERVE: Final = 600
_PINCH: Final = 0.4
# From this much money on, a player who has the fewest resources loses so much for each missing one.
RICH: Final = 4000
_LAST: Final = 40
# From this many resources on, a player who has the least money loses so much for each missing yen.
STOCKED: Final = 40
_POOREST: Final = 0.3
# What it is worth to be able to end the game, and how far ahead a player must be for it to count.
_FINISH: Final = 800
_SAFE: Final = 400
# Even a poor buyer will soon have this much again.
POOR: Final = 400
# Kinds of tokens whose market pays more than their resources: kind, fish, extra yen.
_PREMIUMS: Final = tuple((kind, TOKEN_FISH[kind], yen) for kind, yen in enumerate(EXTRA) if yen)
# Kinds of tokens that sell together.
_SETS: Final = tuple(market.set_kinds for market in FISH_MARKETS if market.set_kinds)
_LATE_HOPE: Final = 0.5  # in a slow game these extras count half, so that players sell today


class Manner(NamedTuple):
    """What a player makes of the others' wealth."""

    envy: float  # how much it counts against the player
    paying: float  # what a yen costs that goes to another player, when choosing what to buy
    # By how many yen another must be behind the richest one to count a third as much; 0 if all
    # count the same, and without what they will get or pay for their resources.
    focus: float


GREEDY: Final = Manner(0.3, 1.0, focus=0)


def marginal(world: MarketState, seat: int, kind: int) -> int:
    """Yen that one more token of a kind would be worth to a seat at the end of the game."""
    own, stock = world.tokens[seat], world.stock
    before = resources(world, seat)
    taken = int(stock[kind] > 1)  # a smaller stock may lower the value of every such token
    own[kind] += 1
    stock[kind] -= taken
    gain = (resources(world, seat) - before) * _YEN
    own[kind] -= 1
    stock[kind] += taken
    return gain + premium(world, kind)


def premium(world: MarketState, kind: int) -> int:
    """Yen that a token brings beyond its resources, because its market pays more or it grows."""
    if EXTRA[kind]:
        return EXTRA[kind] if world.status[TOKEN_FISH[kind]] else 0
    if SETS[kind]:
        return HALF_SET
    return GROWTH[kind] if world.turns_left == NO_END else 0


def debts(world: MarketState) -> list[int]:
    """By seat: what the Bank will pay at the end, below zero for loans."""
    if world.setup.bank.is_in_play(world):
        return world.setup.bank.settle(world)
    return [0] * world.setup.players


class Worth:
    """One seat's estimate of one position. What others would pay is computed once."""

    def __init__(self, world: MarketState, seat: int, manner: Manner = GREEDY) -> None:
        self.seat = seat
        self.manner = manner
        self.others = [other for other in world.setup.everyone if other != seat]
        self.rivalry = RIVALRY / len(self.others)  # how much a buyer's gain hurts a seller
        stocks = all_resources(world)
        self.weights = self._weights(world, stocks)
        now = progress(world, seat, (*world.money, *stocks))
        speed = pace(world, seat, now)
        self.slow = speed is not None and speed < SLOW
        self.share = BARGAIN if self.slow else SHARE_OF_PRICE
        self.last_turn = world.turns_left != NO_END
        self.buyers_follow = world.turns_left == NO_END or world.turns_left > 1
        self.demand = [self._demand(world, fish) for fish in range(NUM_FISH)]
        self.demand.append(max(marginal(world, one, TOKEN["takoyaki"]) for one in self.others))
        # What a barrel of each fish brings with suitable boats; `catch`: with the boats owned now.
        self.promise = [self._catch_value(world, fish) for fish in range(NUM_FISH)]
        largest = max((BOAT_SLOTS[boat] for boat in world.fleet[seat]), default=0)
        # Fish whose licenses pay for themselves with the income of one visit.
        self.cheap = [
            fish
            for fish in world.in_play
            if fish < NUM_FISH
            and world.setup.fish[fish].pays_income
            and world.setup.fish[fish].least_price <= INCOME
        ]
        self.groups = [world.setup.fish[fish].group for fish in range(NUM_FISH)]
        self.catch = [
            value if largest >= group else 0.15 * value
            for value, group in zip(self.promise, self.groups, strict=True)
        ]
        self.fleet = Fleet(world, seat, self.promise, self.groups)
        rate = max(self.fleet.rate(world, company(world, one)) for one in world.setup.everyone)
        self.turns = turns_left(world, now, rate, speed if self.slow else None)
        self.fleet.turns = self.turns
        self.near = max(0.1, 1 - self.turns / HORIZON)
        # With several opponents a game soon gets going, and a large investment comes too late.
        if len(self.others) == 1 or self.slow or self.turns > HORIZON:
            self.fleet.plan(world)

    def _demand(self, world: MarketState, fish: int) -> int:
        """The most that another player would gain from a token of a fish and could pay."""
        market = world.setup.fish[fish]
        if market.group or not market.tokens_left(world):
            return 0
        kinds = market.sustaining
        gains = [
            min(
                sum(marginal(world, other, kind) for kind in kinds) // len(kinds),
                max(world.money[other], POOR),
            )
            for other in self.others
        ]
        return max(gains)

    def _catch_value(self, world: MarketState, fish: int) -> float:
        """About what a barrel of a fish brings once it is unloaded."""
        market = world.setup.fish[fish]
        if world.status[fish] != OPEN:
            return 0.0
        bonus = UNLOADED
        if market.group:
            worths = [
                marginal(world, self.others[0], kind)
                for kind in market.sustaining
                for _ in range(world.stock[kind])
            ]
            if not worths:
                return bonus
            share = AT_AUCTION - self.rivalry * (1 - AT_AUCTION)
            return bonus + share * sum(worths) / len(worths) / market.group
        price = self.price(fish)
        if market.stores_pieces:
            return bonus + price / 2
        if market.gives_token:
            bonus += _YEN  # the seller gets a token at once
        demand = self.demand[fish]
        odds = SURE if demand >= 200 else UNSURE if demand >= price else 0.0
        sold = odds * (price - self.rivalry * max(0, demand - price))
        if market.pair_price:
            sold = max(sold, PAIR * (market.pair_price + market.income(world, self.seat)))
        return bonus + sold

    def on_board(self, boat: int, fish: int) -> float:
        """What a barrel on a boat will bring. A small boat never carries enough for an auction."""
        return self.promise[fish] if BOAT_SLOTS[boat] >= self.groups[fish] else 20.0

    def price(self, item: int) -> int:
        """The price to ask for an item: most of what a buyer would gain, in whole hundreds."""
        worth = self.demand[item] if item < TAKOYAKI_ITEM else self.demand[-1]
        return max(100, int(worth * self.share) // 100 * 100)

    def evaluate(self, world: MarketState) -> float:
        """What the position is worth to the seat, compared with the others."""
        stocks = all_resources(world)
        if self.weights:
            return self.own(world, stocks) - self.manner.envy * self.rivals(world, stocks)
        theirs = float(sum([world.money[one] + stocks[one] * _YEN for one in self.others]))
        return self.own(world, stocks) - self.manner.envy * theirs / len(self.others)

    def _weights(self, world: MarketState, stocks: list[int]) -> list[float]:
        """How much each of the others counts: the richer, the more. Empty if all count the same."""
        if not self.manner.focus:
            return []
        wealth = [world.money[one] + stocks[one] * _YEN for one in self.others]
        weights = [exp((one - max(wealth)) / self.manner.focus) for one in wealth]
        return [weight / sum(weights) for weight in weights]

    def rivals(self, world: MarketState, stocks: list[int]) -> float:
        """The wealth of the others, with their bonuses and fines for resources."""
        ranks, near = standing(stocks), self.near
        total = 0.0
        for one, weight in zip(self.others, self.weights, strict=True):
            total += weight * (world.money[one] + stocks[one] * _YEN + near * ranks[one])
        return total

    def own(self, world: MarketState, stocks: list[int]) -> float:
        """What the position is worth to the seat, whatever the others have. `stocks` are the
        resources of all seats."""
        mine = self._wealth(world, stocks) + self._finish(world, stocks)
        toll = self._toll(world) * self.turns if self.turns else 0.0
        return mine + self._future(world) + toll

    def _finish(self, world: MarketState, stocks: list[int]) -> float:
        """What it is worth to be able to end a game that the seat is going to win."""
        if self.last_turn:
            return 0.0
        seat, end = self.seat, BOX.end
        rich = world.money[seat] >= end.yen.value and stocks[seat] >= min(
            stocks[one] for one in self.others
        )
        stocked = stocks[seat] >= end.resources.value and world.money[seat] >= min(
            world.money[one] for one in self.others
        )
        if not rich and not stocked:
            return 0.0
        ranks, loans = standing(stocks), debts(world)
        results = [
            world.money[one] + stocks[one] * _YEN + ranks[one] + loans[one]
            for one in world.setup.everyone
        ]
        lead = results[seat] - max(results[one] for one in self.others)
        return _FINISH if lead >= _SAFE else 0.0

    def _toll(self, world: MarketState) -> float:
        """Yen per turn from holding licenses that others collect for their income: each of their
        visits pays every holder, and every license held here is one that they don't have."""
        toll = 0.0
        for fish in self.cheap:
            own = world.licenses[self.seat][fish]
            for other in self.others:
                count = world.licenses[other][fish]
                after = count + (world.licenses_left[fish] > 0)  # after taking another one
                if count > 1 and after >= _HOARD:
                    toll += _VISITS * INCOME * own
                    toll -= self.manner.envy * INCOME * (after - 1) / len(self.others)
        return toll

    def _wealth(self, world: MarketState, stocks: list[int]) -> float:
        seat = self.seat
        own = world.tokens[seat]
        total = float(world.money[seat] + stocks[seat] * _YEN)
        if not self.last_turn:
            hopes = 0
            for kinds in _SETS:
                hopes += min([own[kind] for kind in kinds]) * len(kinds) * HALF_SET
            for kind, fish, yen in _PREMIUMS:
                if own[kind] and world.status[fish]:
                    hopes += own[kind] * yen
            total += hopes * (_LATE_HOPE if self.slow else 1)
        total += debts(world)[seat]
        if self.turns and world.status[world.setup.drying.fish] == OPEN:
            racks = zip(world.himono_owner, world.himono_on, strict=True)
            total += sum(len(rack) for owner, rack in racks if owner == seat) * 120
        if not self.last_turn:
            total -= self._bar(world, stocks)
        ranks = standing(stocks)
        return total + ranks[seat] * self.near

    def _bar(self, world: MarketState, stocks: list[int]) -> float:
        """The cost of not being allowed to end the game: a rich player must not have the fewest
        resources, a well-stocked one not the least money. It grows as the end comes nearer."""
        seat, end = self.seat, BOX.end
        bar = 0.0
        if world.money[seat] > RICH:
            behind = min(stocks[one] for one in self.others) - stocks[seat]
            near = min(1.0, (world.money[seat] - RICH) / (end.yen.value - RICH))
            bar += _LAST * max(0, behind) * near
        if stocks[seat] > STOCKED:
            short = min(world.money[one] for one in self.others) - world.money[seat]
            near = min(1.0, (stocks[seat] - STOCKED) / (end.resources.value - STOCKED))
            bar += _POOREST * max(0, short) * near
        return bar

    def _future(self, world: MarketState) -> float:
        """The value of what is for sale and at sea, and of what boats and licenses will earn."""
        total = self._for_sale(world)
        points = 0 if world.cart_point else world.points  # a Cart's point is seldom of use
        if not self.turns:
            return total + 20 * points
        rate, prospects = self.fleet.prospects(world)
        total -= _PINCH * max(0, _RESERVE - world.money[self.seat])
        for boat in world.fleet[self.seat]:
            if world.place[boat] == SEA and len(world.cargo[boat]) < BOAT_SLOTS[boat]:
                total += 0.15 * rate * (not IS_BARGE[boat])
            for barrel in world.cargo[boat]:
                total += _AT_SEA * self.on_board(boat, FISH_OF[barrel])
        total += prospects
        total += sum(world.carts[self.seat]) * 60 + sum(world.freezers[self.seat]) * 20
        return total + points * (40 + 0.3 * rate)

    def _for_sale(self, world: MarketState) -> float:
        total = 0.0
        if not self.buyers_follow:
            return total
        for code in world.harbor[self.seat]:
            item, price = ITEM_OF[code], PRICE_OF[code]
            worth = self.demand[item]
            odds = 0.85 if price <= worth - 100 else 0.6 if price <= worth else 0.05
            if ROW_OF[code] == LOWER:
                odds *= 0.7
            total += price * odds
        return total
