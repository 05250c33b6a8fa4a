"""What a position of Tokyo Tsukiji Market is worth to a seat, in yen, about: what it has, what it
will sell, and what its boats and licenses will still bring until the end that comes into sight."""

from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_SLOTS,
    BOX,
    CLAM,
    HIMONO,
    INCOME,
    IS_BARGE,
    NUM_FISH,
    OYSTER,
    POINTS,
    SARDINES,
    SPIDER_CRAB,
    SQUID,
    TAKOYAKI_ITEM,
    TOKEN,
)
from ichiba.games.tokyo_tsukiji_market.ending import standing
from ichiba.games.tokyo_tsukiji_market.holding import resources
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import (
    CAUGHT_BY,
    ITEM_BITS,
    NOBODY,
    OPEN,
    PRICE_SHIFT,
    ROW_BIT,
    SEA,
)

_YEN = BOX.end.yen_per_resource.value
# Turns that a game takes from its beginning, about, and the most that are planned ahead.
_WHOLE_GAME = 16.0
_HORIZON = 9.0
# A game of so many rounds has lasted long enough: now every means is good that brings its end.
_LONG_GAME = 28
# Rounds over which a long game's pace is measured, the slowest pace, and the most turns it gives.
_LOOK_BACK = 10
_SLOWEST = 0.01
_FAR = 30.0
# Fishing actions in a turn, about; what a barrel at sea or in a fist of bidders loses of its price.
_FISHING_A_TURN = 1.5
_AT_SEA = 0.7
_AT_AUCTION = 0.7
# What remains of the lesser of two sources of money: both want the same action points.
_BESIDES = 0.4
# How much of what a buyer gains a seller asks for.
_SHARE_OF_PRICE = 0.8
_BARGAIN = 0.5  # in a long game
_SLOT = 500  # yen a slot of a new ship
_PORT_CAPACITY = (0, 1, 2, 4)
# Money that a company wants to have at hand, and what every yen less costs it in chances.
_RESERVE = 600
_PINCH = 0.4
# Money with which the end is near enough to look after resources, and what each one missing costs.
RICH = 4000
_LAST = 40
# The same for resources, and what each yen missing costs.
STOCKED = 40
_POOREST = 0.3
# What even a poor buyer will have again before long.
_POOR = 400
# Kinds of tokens that are worth more than their resources where they can be sold: fish, yen more.
_PREMIUMS = (
    (TOKEN["squid"], SQUID, 550),
    (TOKEN["spider_crab_4"], SPIDER_CRAB, 300),
    (TOKEN["spider_crab_6"], SPIDER_CRAB, 300),
    (TOKEN["spider_crab_8"], SPIDER_CRAB, 300),
)
_SET = 300  # a Clam and an Oyster together
_LATE_HOPE = 0.5  # what of it is believed in a long game, where a sale is better made today


# Kinds of tokens that are worth more the more of them come, and by how much, about.
_GROWING = (TOKEN["eel"], TOKEN["fugu"], TOKEN["fresh_salmon"])
_GROWTH = 150


def marginal(world: MarketState, seat: int, kind: int) -> int:
    """Yen that one more token of a kind would be worth to a seat in the end."""
    own, stock = world.tokens[seat], world.stock
    before = resources(world, seat)
    taken = int(stock[kind] > 1)  # what leaves a board may lower the worth of all its kind
    own[kind] += 1
    stock[kind] -= taken
    gain = (resources(world, seat) - before) * _YEN
    own[kind] -= 1
    stock[kind] += taken
    return gain + premium(world, kind)


def premium(world: MarketState, kind: int) -> int:
    """Yen beyond its resources that a token brings where its market buys it."""
    for one, fish, yen in _PREMIUMS:
        if one == kind:
            return yen if world.status[fish] else 0
    if kind in (CLAM, OYSTER):
        return 150
    if kind in _GROWING and world.final == NOBODY:
        return _GROWTH
    return 0


class Worth:
    """The eyes of one seat on one position; what others would pay is looked up once."""

    def __init__(self, world: MarketState, seat: int) -> None:
        self.seat = seat
        self.others = [other for other in world.setup.everyone if other != seat]
        self.long_game = world.round >= _LONG_GAME
        self.turns = self._turns_left(world)
        self.share = _BARGAIN if self.long_game else _SHARE_OF_PRICE
        self.last_turn = world.final != NOBODY
        self.buyers_follow = world.final == NOBODY or world.final > 1
        self.demand = [self._demand(world, fish) for fish in range(NUM_FISH)]
        self.demand.append(max(marginal(world, one, TOKEN["takoyaki"]) for one in self.others))
        # What a barrel brings if there are boats for it, and with the boats that there are.
        self.promise = [self._catch_value(world, fish) for fish in range(NUM_FISH)]
        largest = max((BOAT_SLOTS[boat] for boat in world.fleet[seat]), default=0)
        self.groups = [world.setup.fish[fish].group for fish in range(NUM_FISH)]
        self.catch = [
            value if largest >= group else 0.15 * value
            for value, group in zip(self.promise, self.groups, strict=True)
        ]

    def _turns_left(self, world: MarketState) -> float:
        """How many more turns there will be for this seat after this one, about."""
        if world.final != NOBODY:
            return 0.0
        stocks = [resources(world, one) for one in world.setup.everyone]
        progress = self._progress(world, (*world.money, *stocks))
        left = min(_WHOLE_GAME * (1 - min(progress, 0.9)) + 0.5, _HORIZON)
        left = max(left, self._at_this_pace(world, progress))
        limit = world.setup.round_limit
        return min(left, float(limit - world.round)) if limit else left

    def _progress(self, world: MarketState, row: tuple[int, ...]) -> float:
        """How near the game is to its end, from 0 to 1, by the money and resources of all."""
        players = world.setup.players
        purses = (row[self.seat],) if world.setup.closed_money else row[:players]
        return max(max(purses) / BOX.end.yen.value, max(row[players:]) / BOX.end.resources.value)

    def _at_this_pace(self, world: MarketState, progress: float) -> float:
        """In a long game: turns to its end if all go on as in the last rounds."""
        turns = _LOOK_BACK * world.setup.players
        if not self.long_game or len(world.history) < turns:
            return 0.0
        pace = (progress - self._progress(world, world.history[-turns])) / _LOOK_BACK
        return min(_FAR, (1 - min(progress, 0.9)) / max(pace, _SLOWEST))

    def _demand(self, world: MarketState, fish: int) -> int:
        """What somebody else would gain from a token of a fish, and could pay."""
        market = world.setup.fish[fish]
        if market.group or not market.tokens_left(world):
            return 0
        kinds = market.sustaining
        gains = [
            min(
                sum(marginal(world, other, kind) for kind in kinds) // len(kinds),
                max(world.money[other], _POOR),
            )
            for other in self.others
        ]
        return max(gains)

    def _catch_value(self, world: MarketState, fish: int) -> float:
        """What a barrel of a fish brings when it comes home, about."""
        market = world.setup.fish[fish]
        if world.status[fish] != OPEN:
            return 0.0
        bonus = 50.0
        if market.group:
            worths = [
                marginal(world, self.others[0], kind)
                for kind in market.sustaining
                for _ in range(world.stock[kind])
            ]
            if not worths:
                return bonus
            return bonus + _AT_AUCTION * sum(worths) / len(worths) / market.group
        price = self.price(fish)
        if fish == HIMONO:
            return bonus + price / 2
        if fish == SARDINES:
            bonus += _YEN  # a token at once
        demand = self.demand[fish]
        return bonus + price * (0.85 if demand >= 200 else 0.4 if demand >= price else 0.0)

    def on_board(self, boat: int, fish: int) -> float:
        """What a barrel on a boat will bring; a small boat never has enough for an auction."""
        return self.promise[fish] if BOAT_SLOTS[boat] >= self.groups[fish] else 20.0

    def price(self, item: int) -> int:
        """What to ask for an item: most of what another would gain, in hundreds."""
        worth = self.demand[item] if item < TAKOYAKI_ITEM else self.demand[-1]
        return max(100, int(worth * self.share) // 100 * 100)

    def evaluate(self, world: MarketState) -> float:
        """What the position is worth to the seat, against the mean of the others."""
        mine = self._wealth(world, self.seat)
        theirs = sum(world.money[one] + resources(world, one) * _YEN for one in self.others)
        return mine + self._future(world) - 0.3 * theirs / len(self.others)

    def _wealth(self, world: MarketState, seat: int) -> float:
        own = world.tokens[seat]
        total = float(world.money[seat] + resources(world, seat) * _YEN)
        if not self.last_turn:
            hopes = min(own[CLAM], own[OYSTER]) * _SET
            for kind, fish, yen in _PREMIUMS:
                if own[kind] and world.status[fish]:
                    hopes += own[kind] * yen
            total += hopes * (_LATE_HOPE if self.long_game else 1)
        total -= world.loans[seat] * 1000
        if self.turns and world.status[HIMONO] == OPEN:
            racks = zip(world.himono_owner, world.himono_on, strict=True)
            total += sum(len(rack) for owner, rack in racks if owner == seat) * 120
        stocks = [resources(world, one) for one in world.setup.everyone]
        if not self.last_turn:
            total -= self._bar(world, stocks)
        ranks = standing(stocks)
        return total + ranks[seat] * max(0.1, 1 - self.turns / _HORIZON)

    def _bar(self, world: MarketState, stocks: list[int]) -> float:
        """What keeps the seat from ending the game: the rich need more resources than somebody, the
        well stocked more money. It weighs the more the nearer the end is, without a sudden step."""
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
        """What is for sale, at sea, and what boats and licenses will bring."""
        total = self._for_sale(world)
        if not self.turns:
            return total + 20 * world.points
        rate = self._production(world)
        total -= _PINCH * max(0, _RESERVE - world.money[self.seat])
        for boat in world.fleet[self.seat]:
            if world.place[boat] == SEA and len(world.cargo[boat]) < BOAT_SLOTS[boat]:
                total += 0.15 * rate * (not IS_BARGE[boat])
            for barrel in world.cargo[boat]:
                total += _AT_SEA * self.on_board(boat, barrel % CAUGHT_BY)
        total += rate * self.turns
        total += sum(world.carts[self.seat]) * 60 + sum(world.freezers[self.seat]) * 20
        return total + world.points * (40 + 0.3 * rate)

    def _for_sale(self, world: MarketState) -> float:
        total = 0.0
        if not self.buyers_follow:
            return total
        for code in world.harbor[self.seat]:
            item, price = code & ITEM_BITS, (code >> PRICE_SHIFT) * 100
            worth = self.demand[item]
            odds = 0.85 if price <= worth - 100 else 0.6 if price <= worth else 0.05
            if code & ROW_BIT:
                odds *= 0.7
            total += price * odds
        return total

    def _production(self, world: MarketState) -> float:
        """Yen a turn: the best licenses for the largest ships, with ports for them."""
        seat = self.seat
        ships = sorted(
            (BOAT_SLOTS[b] for b in world.fleet[seat] if not IS_BARGE[b] and not world.rented[b]),
            reverse=True,
        )
        catches = sorted(
            (
                (
                    self.promise[fish] * (1 if place < max(1, world.barrels[fish] // 2) else 0.3),
                    self.groups[fish],
                )
                for fish, count in enumerate(world.licenses[seat])
                for place in range(count)
            ),
            reverse=True,
        )
        capacity = _PORT_CAPACITY[world.ports[seat]]
        rate = 0.0
        for place, (slots, (value, group)) in enumerate(zip(ships, catches, strict=False)):
            share = 1.0 if place < capacity else 0.45
            if slots < group:  # a larger ship is needed first
                share *= 0.5 if world.money[seat] >= _SLOT * group else 0.1
            rate += share * _FISHING_A_TURN * slots / (slots + 2) * value
        if not self.long_game:
            return rate
        visits = self._visits(world)
        return max(rate, visits) + _BESIDES * min(rate, visits)

    def _visits(self, world: MarketState) -> float:
        """Yen a turn from the licenses' income alone: enter, return one of them and buy it back."""
        best = 0.0
        for fish, count in enumerate(world.licenses[self.seat]):
            market = world.setup.fish[fish]
            if count and market.pays_income and market.data.entry[0].points:
                entries = 1 if market.data.once_a_turn else POINTS
                best = max(best, entries * (INCOME * count - market.license_price(world)))
        return best
