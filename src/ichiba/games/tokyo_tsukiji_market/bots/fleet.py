"""Estimates what a company of Tokyo Tsukiji Market earns with its ships and licenses, and chooses
what to buy next. A license, a ship and a port that work together form one goal, because each earns
little alone."""

from math import ceil
from typing import Final, NamedTuple

from ichiba.games.tokyo_tsukiji_market.data import (
    BARGE_TYPES,
    BLUE,
    BOAT_SLOTS,
    IS_BARGE,
    NUM_FISH,
    POINTS,
    PORT_PRICE,
    SPACES,
    TYPE_SLOTS,
)
from ichiba.games.tokyo_tsukiji_market.holding import spaces_used
from ichiba.games.tokyo_tsukiji_market.markets.registry import YARDS
from ichiba.games.tokyo_tsukiji_market.markets.yards import Yard, boats_at
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import PORTS

# Fishing actions per turn, on average.
FISHING_A_TURN: Final = 1.5
# The part of its earnings that is left for a ship without a port of its own, for a ship too small
# for an auction, and for a license when the market has too few barrels for all licenses.
CROWDED: Final = 0.45
TOO_SMALL: Final = 0.1
BEYOND: Final = 0.3
PORT_CAPACITY: Final = (0, 1, 2, 4)  # ships, by open ports
# While saving for a goal: the least yen per turn that a player counts on, and the longest wait.
SAVINGS: Final = 80.0
PATIENCE: Final = 6.0
NOTHING: Final = -1


class Goal(NamedTuple):
    """What to own: a number of licenses of one fish, of ships of one size, and of ports."""

    fish: int
    licenses: int
    slots: int
    ships: int
    ports: int


class Company(NamedTuple):
    """What a seat fishes with."""

    slots: list[int]
    licenses: list[int]
    ports: int


def company(world: MarketState, seat: int) -> Company:
    """A seat's own ships, largest first, its licenses by fish and its open ports."""
    slots = [BOAT_SLOTS[b] for b in world.fleet[seat] if not IS_BARGE[b] and not world.rented[b]]
    return Company(sorted(slots, reverse=True), world.licenses[seat], world.ports[seat])


def ship_prices(world: MarketState) -> dict[int, int]:
    """The price of the cheapest ship for sale, by slots."""
    prices: dict[int, int] = {}
    for market in YARDS:
        yard = world.setup.boards[market]
        if market not in world.in_play or not isinstance(yard, Yard):
            continue
        if not yard.may_enter(world, world.seat):
            continue
        for boat_type, boat in enumerate(boats_at(world, yard.yard)):
            if boat >= 0 and boat_type not in BARGE_TYPES and boat_type != BLUE:
                slots, price = TYPE_SLOTS[boat_type], yard.price(boat_type)
                prices[slots] = min(prices.get(slots, price), price)
    return prices


def needs_port(world: MarketState, seat: int) -> bool:
    """Whether a seat has more ships than its open ports hold."""
    return len(company(world, seat).slots) > PORT_CAPACITY[world.ports[seat]]


def least_useful(licenses: list[int], promise: list[float], fish: int) -> int:
    """The fish whose license is missed least if a license of `fish` needs its space, given what a
    barrel of each fish brings; -1 if there is none."""
    worst, least = NOTHING, float("inf")
    for one, count in enumerate(licenses):
        if count and one != fish and promise[one] < least:
            worst, least = one, promise[one]
    return worst


class Fleet:
    """What one seat can expect to earn, given what a barrel of each fish brings.

    After `plan` it has a goal. Without one a player waits for a single purchase that pays at once,
    and with two players neither of them may find one for 20 rounds.
    """

    def __init__(
        self,
        world: MarketState,
        seat: int,
        promise: list[float],
        groups: list[int],
    ) -> None:
        self.seat = seat
        self.promise = promise
        self.groups = groups
        self.turns = 0.0
        self.prices = ship_prices(world)
        self.plans = False  # whether it looks for a goal
        self._rates: dict[tuple[object, ...], float] = {}
        self._start: MarketState | None = None
        self._goal: Goal | None = None

    def plan(self, world: MarketState) -> None:
        """Get ready to choose the goal that pays best in the turns that are left."""
        self.plans = self.turns > 0
        self._start = world if self.plans else None

    @property
    def goal(self) -> Goal | None:
        """The best goal. It is chosen on demand, because many small decisions don't need it."""
        if self._start is not None:
            self.choose_goal()
        return self._goal

    def choose_goal(self) -> None:
        """Choose the goal now, before the position changes."""
        if self._start is not None:
            self._goal = self._best_goal(self._start)
            self._start = None

    # Earnings.

    def rate(self, world: MarketState, own: Company) -> float:
        """Yen per turn, with the best licenses used by the largest ships."""
        key = (*own.slots, own.ports, *own.licenses, *world.barrels)
        known = self._rates.get(key)
        if known is None:
            known = self._rates[key] = self._rate(world, own)
        return known

    def _rate(self, world: MarketState, own: Company) -> float:
        catches = sorted(
            (
                (
                    self.promise[fish]
                    * (1 if place < max(1, world.barrels[fish] // 2) else BEYOND),
                    self.groups[fish],
                )
                for fish, count in enumerate(own.licenses)
                for place in range(count)
            ),
            reverse=True,
        )
        capacity = PORT_CAPACITY[own.ports]
        rate = 0.0
        for place, (slots, (value, group)) in enumerate(zip(own.slots, catches, strict=False)):
            share = 1.0 if place < capacity else CROWDED
            if slots < group:
                share *= TOO_SMALL
            rate += share * FISHING_A_TURN * slots / (slots + 2) * value
        return rate

    def prospects(self, world: MarketState) -> tuple[float, float]:
        """Yen per turn now, and yen until the end, with the goal bought if that is better."""
        own = company(world, self.seat)
        rate = self.rate(world, own)
        best = rate * self.turns
        if self.goal is not None:
            best = max(best, self._with_goal(world, own, self.goal, rate))
        return rate, best

    # Goals.

    def _best_goal(self, world: MarketState) -> Goal | None:
        own = company(world, self.seat)
        rate = self.rate(world, own)
        best, best_value = None, rate * self.turns
        for goal in self._goals(world, own):
            value = self._with_goal(world, own, goal, rate)
            if value > best_value:
                best, best_value = goal, value
        return best

    def _goals(self, world: MarketState, own: Company) -> list[Goal]:
        """Everything that can be bought together: one or two licenses of a fish, a ship, a port."""
        fishes = [(NOTHING, 0)]
        for fish in range(NUM_FISH):
            if world.setup.fish[fish].offers_license(world, self.seat):
                left = world.licenses_left[fish]
                fishes += [(fish, own.licenses[fish] + more) for more in (1, 2) if more <= left]
        sizes = [(0, 0)]
        for slots in self.prices:
            sizes.append((slots, sum(one >= slots for one in own.slots) + 1))
        return [
            Goal(fish, licenses, slots, ships, port)
            for slots, ships in sizes
            for port in self._useful_ports(own, len(own.slots) + (slots > 0))
            for fish, licenses in fishes
            if fish >= 0 or slots or port > own.ports
        ]

    @staticmethod
    def _useful_ports(own: Company, ships: int) -> tuple[int, ...]:
        """As many ports as are open, and one more if the ships need it."""
        crowded = own.ports < PORTS and ships > PORT_CAPACITY[own.ports]
        return (own.ports, own.ports + 1) if crowded else (own.ports,)

    def _with_goal(self, world: MarketState, own: Company, goal: Goal, rate: float) -> float:
        """Yen until the end if the goal is bought as soon as points and money allow."""
        cost, points, slots, ports = 0, 0, own.slots, own.ports
        licenses = own.licenses
        if goal.fish >= 0 and licenses[goal.fish] < goal.licenses:
            market = world.setup.fish[goal.fish]
            missing = goal.licenses - licenses[goal.fish]
            if not world.licenses_left[goal.fish]:
                return 0.0
            visits = missing if market.licenses_a_visit else 1
            cost += missing * market.license_price(world) + visits * market.data.entry[0].yen
            points += visits * market.data.entry[0].points
            licenses = self._with_licenses(world, licenses, goal.fish, missing)
        if goal.slots and sum(one >= goal.slots for one in slots) < goal.ships:
            if goal.slots not in self.prices:
                return 0.0
            cost += self.prices[goal.slots]
            points += 1
            slots = sorted([*slots, goal.slots], reverse=True)
        if ports < goal.ports:
            cost += (goal.ports - ports) * PORT_PRICE
            ports = goal.ports
        saving = max(0, cost - world.money[self.seat]) / max(rate, SAVINGS)
        if saving > PATIENCE:
            return 0.0
        here = world.points if world.seat == self.seat else 0
        delay = ceil(max(0, points - here) / POINTS) + saving
        later = self.rate(world, Company(slots, licenses, ports))
        return rate * min(delay, self.turns) + later * max(0.0, self.turns - delay) - cost

    def _with_licenses(
        self, world: MarketState, licenses: list[int], fish: int, missing: int
    ) -> list[int]:
        """The licenses after buying more of a fish; the least useful ones are returned for room."""
        more = licenses[:]
        more[fish] += missing
        over = spaces_used(world, self.seat) + missing - SPACES
        for _ in range(over):
            worst = least_useful(more, self.promise, fish)
            if worst < 0:
                break
            more[worst] -= 1
        return more
