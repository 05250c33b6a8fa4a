"""What the quick player of Tokyo Tsukiji Market reckons with in a turn: what tokens, barrels and
ships will bring, and what to buy next. It has greedy's numbers, but is rougher and much faster."""

from typing import Final, NamedTuple

from ichiba.games.tokyo_tsukiji_market.bots.evaluate import (
    AT_AUCTION,
    BARGAIN,
    PAIR,
    POOR,
    RIVALRY,
    SHARE_OF_PRICE,
    SURE,
    UNLOADED,
    UNSURE,
)
from ichiba.games.tokyo_tsukiji_market.bots.fleet import (
    BEYOND,
    CROWDED,
    FISHING_A_TURN,
    NOTHING,
    PATIENCE,
    PORT_CAPACITY,
    SAVINGS,
    TOO_SMALL,
    Company,
    company,
    least_useful,
    ship_prices,
)
from ichiba.games.tokyo_tsukiji_market.bots.pace import HORIZON, SLOW, pace, progress, turns_left
from ichiba.games.tokyo_tsukiji_market.bots.tokens import YEN, token_yen
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    NUM_FISH,
    POINTS,
    PORT_PRICE,
    SPACES,
    TAKOYAKI,
    TAKOYAKI_ITEM,
    TOKEN_FISH,
)
from ichiba.games.tokyo_tsukiji_market.holding import all_resources, spaces_used
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import NO_END, OPEN, PORTS

# How many resources the others may gain on a player until the end: at least, and more a turn.
_SLACK: Final = 1.0
_SLACK_A_TURN: Final = 1.0
# Half of the bonus for the most resources, and of the fine for the fewest.
_BONUS: Final = BOX.end.highest.value / 2
_FINE: Final = BOX.end.lowest.value / 2

# What a barrel brings that a license catches, and how many barrels are auctioned together.
_Catch = tuple[float, int]
# The slots of a new ship or 0, what it costs with its port, the slots of all ships, open ports.
_Fleet = tuple[int, int, list[int], int]


class Goal(NamedTuple):
    """What to own: a number of licenses of one fish, and of ships of one size."""

    fish: int
    licenses: int
    slots: int
    ships: int
    gain: float  # yen per turn


class Estimates:
    """A seat's estimates for its turn."""

    __slots__ = (
        "_planned_for", "_slack", "alone", "buyers_follow", "demand", "fewest", "fishes", "goal",
        "last_turn", "most", "near", "others", "price", "promise", "rate", "rivalry", "seat",
        "ship_prices", "slow", "stocks", "turns",
    )  # fmt: skip

    def __init__(self, world: MarketState, seat: int) -> None:
        players = world.setup.players
        self.seat = seat
        self.others = [other for other in range(players) if other != seat]
        self.rivalry = RIVALRY / (players - 1)
        self.fishes = [market for market in world.in_play if market < NUM_FISH]
        self.stocks = all_resources(world)
        self.last_turn = world.turns_left != NO_END
        self.buyers_follow = not self.last_turn or world.turns_left > 1
        now = progress(world, seat, (*world.money, *self.stocks))
        speed = pace(world, seat, now)
        self.slow = speed is not None and speed < SLOW
        self._find_prices(world)
        slots, licenses, ports = company(world, seat)
        self.rate = self.rate_of(world, slots, licenses, ports)
        best = self.rate
        for other in self.others:
            best = max(best, self.rate_of(world, *company(world, other)))
        self.turns = turns_left(world, now, best)
        # What counts for the rank in resources: the others' most and fewest, and how near the end
        # is, from 0 to 1.
        theirs = [self.stocks[other] for other in self.others]
        self.most, self.fewest = max(theirs), min(theirs)
        self.near = max(0.1, 1 - self.turns / HORIZON)
        self._slack = _SLACK + _SLACK_A_TURN * self.turns
        self.ship_prices: dict[int, int] = {}
        self.goal: Goal | None = None
        self.alone: dict[int, float] = {}  # by fish: what a license gains until the end
        self._planned_for: tuple[object, ...] = ()

    # What tokens and barrels are worth.

    def _find_prices(self, world: MarketState) -> None:
        """Demand, prices and what a barrel brings, for all fish in play."""
        self.demand = [0] * (NUM_FISH + 1)
        self.price = [100] * (NUM_FISH + 1)
        self.promise = [0.0] * NUM_FISH
        share = BARGAIN if self.slow else SHARE_OF_PRICE
        money = [max(world.money[other], POOR) for other in self.others]
        for fish in self.fishes:
            market = world.setup.fish[fish]
            if not market.group and market.tokens_left(world):
                most, kinds = 0, market.sustaining
                for other, purse in zip(self.others, money, strict=True):
                    yen = token_yen(world, other, kinds[0])
                    for kind in kinds[1:]:
                        yen += token_yen(world, other, kind)
                    most = max(most, min(yen // len(kinds), purse))
                self.demand[fish] = most
                self.price[fish] = max(100, int(most * share) // 100 * 100)
            if world.status[fish] == OPEN:
                self.promise[fish] = self._promise(world, fish)
        if TOKEN_FISH[TAKOYAKI] in self.fishes:
            most = token_yen(world, self.others[0], TAKOYAKI)
            self.demand[TAKOYAKI_ITEM] = most
            self.price[TAKOYAKI_ITEM] = max(100, int(most * share) // 100 * 100)

    def _promise(self, world: MarketState, fish: int) -> float:
        """About what a barrel of a fish brings once it is unloaded."""
        market = world.setup.fish[fish]
        if market.group:
            total = count = 0
            for kind in market.sustaining:
                left = world.stock[kind]
                if left:
                    total += left * token_yen(world, self.others[0], kind)
                    count += left
            if not count:
                return UNLOADED
            share = AT_AUCTION - self.rivalry * (1 - AT_AUCTION)
            return UNLOADED + share * total / count / market.group
        price, demand = self.price[fish], self.demand[fish]
        if market.stores_pieces:
            return UNLOADED + price / 2
        odds = SURE if demand >= 200 else UNSURE if demand >= price else 0.0
        sold = odds * (price - self.rivalry * max(0, demand - price))
        if market.pair_price:
            income = market.income(world, self.seat)
            sold = max(sold, PAIR * (market.pair_price + income))
        return UNLOADED + sold + (YEN if market.gives_token else 0)

    def rank_yen(self, mine: int) -> float:
        """What a number of resources is worth for the bonus and the fine at the end of the game,
        apart from a constant."""
        ahead = max(-1.0, min(1.0, (mine - self.most) / self._slack))
        safe = max(-1.0, min(1.0, (mine - self.fewest) / self._slack))
        return self.near * (_BONUS * ahead + _FINE * safe)

    # What a company earns.

    def rate_of(
        self, world: MarketState, slots: list[int], licenses: list[int], ports: int
    ) -> float:
        """Yen per turn, with the best licenses used by the largest ships."""
        return _earned(self._catches(world, licenses), slots, ports)

    def _catches(self, world: MarketState, licenses: list[int]) -> list[_Catch]:
        """What each license catches, the best first."""
        promise, barrels, markets = self.promise, world.barrels, world.setup.fish
        catches: list[_Catch] = []
        for fish in self.fishes:
            count = licenses[fish]
            if count:
                value, group = promise[fish], markets[fish].group
                plenty = max(1, barrels[fish] // 2)
                for place in range(count):
                    catches.append((value if place < plenty else value * BEYOND, group))
        if len(catches) > 1:
            catches.sort(reverse=True)
        return catches

    # Goals.

    def find_goal(self, world: MarketState) -> None:
        """Choose what to buy next: a license, a ship, or both, and a port if that needs one. The
        goal stays as long as the seat has the same money, boats, licenses and ports."""
        seat = self.seat
        own = company(world, seat)
        company_now = (world.money[seat], world.fleet[seat], own[2], *own[1])
        if self.turns <= 0 or company_now == self._planned_for:
            return
        self._planned_for = company_now
        self.goal, self.alone = None, {}
        self.rate = self.rate_of(world, *own)
        self.ship_prices = ship_prices(world)
        reach = world.money[seat] + PATIENCE * max(self.rate, SAVINGS)
        fleets = self._fleets(own, reach)
        best = self._try_with(world, own, NOTHING, fleets, reach, self.rate * self.turns)
        for fish in self.fishes:
            if world.setup.fish[fish].offers_license(world, seat):
                best = self._try_with(world, own, fish, fleets, reach, best)

    def _fleets(self, own: Company, reach: float) -> list[_Fleet]:
        """The own ships, and those with one more, each without and with a port that they need."""
        slots, _, ports = own
        fleets: list[_Fleet] = []
        for size in (0, *self.ship_prices):
            cost = self.ship_prices[size] if size else 0
            if cost > reach:
                continue
            ships = sorted([*slots, size], reverse=True) if size else slots
            fleets.append((size, cost, ships, ports))
            if ports < PORTS and len(ships) > PORT_CAPACITY[ports]:
                fleets.append((size, cost + PORT_PRICE, ships, ports + 1))
        return fleets

    def _try_with(
        self,
        world: MarketState,
        own: Company,
        fish: int,
        fleets: list[_Fleet],
        reach: float,
        best: float,
    ) -> float:
        """Look for a better goal with one more license of a fish, or none. Returns what the best
        goal so far earns until the end."""
        slots, licenses, ports = own
        money, turns, idle = world.money[self.seat], self.turns, self.rate
        price = steps = 0
        if fish >= 0:
            market = world.setup.fish[fish]
            entry = market.data.entry[0]
            price, steps = market.license_price(world) + entry.yen, entry.points
            licenses = self._with_license(world, licenses, fish)
        catches = self._catches(world, licenses)
        for size, ship, ships, port in fleets:
            cost = ship + price
            rate = value = 0.0
            if cost <= reach:
                rate = _earned(catches, ships, port)
                saving = max(0, cost - money) / max(idle, SAVINGS)
                points = steps + (size > 0) - world.points
                delay = min(turns, max(0, points) / POINTS + saving)
                value = idle * delay + rate * (turns - delay) - cost
            if fish >= 0 and not size and port == ports:
                self.alone[fish] = value - idle * turns
            if value > best:
                best = value
                count = world.licenses[self.seat][fish] + 1 if fish >= 0 else 0
                fleet = sum([one >= size for one in slots]) + 1 if size else 0
                self.goal = Goal(fish, count, size, fleet, rate - idle)
        return best

    def _with_license(self, world: MarketState, licenses: list[int], fish: int) -> list[int]:
        """The licenses after taking one more; the least useful one is returned for room."""
        more = licenses[:]
        more[fish] += 1
        if spaces_used(world, self.seat) >= SPACES:
            worst = least_useful(licenses, self.promise, fish)
            if worst >= 0:
                more[worst] -= 1
        return more


def _earned(catches: list[_Catch], slots: list[int], ports: int) -> float:
    """Yen per turn of ships with these licenses."""
    capacity, rate = PORT_CAPACITY[ports], 0.0
    for place, (size, (value, group)) in enumerate(zip(slots, catches, strict=False)):
        share = value * size / (size + 2)
        if place >= capacity:
            share *= CROWDED
        rate += share * TOO_SMALL if size < group else share
    return rate * FISHING_A_TURN
