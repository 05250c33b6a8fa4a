"""Describes a position of Tokyo Tsukiji Market at the beginning of a turn in numbers, from which
each seat's chance of winning is learned."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from ichiba.bots.values import Rows, Values, load, score
from ichiba.games.tokyo_tsukiji_market.bots.evaluate import GREEDY, Worth, debts
from ichiba.games.tokyo_tsukiji_market.bots.fleet import company
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.ending import standing
from ichiba.games.tokyo_tsukiji_market.goods import PRICE_OF
from ichiba.games.tokyo_tsukiji_market.holding import all_resources
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import NO_END

# By seat. Yen are counted in thousands.
FEATURES: Final = (
    "outlook",  # what greedy expects at the end
    "points",  # what the seat would have if the game ended now
    "final",  # the same, but only once somebody has triggered the end
    "money",
    "standing",  # the bonus or fine for resources, if the game ended now
    "near",  # the part of the way to the trigger, by money or by resources
    "ready",  # one if the seat could end the game in its next turn
    "closing",  # its points in that case
    "barred",  # one if it has enough, but the fewest resources or the least money
    "sales",  # the prices of the items for sale
    "cargo",  # barrels at sea
    "slots",  # of its ships
    "licenses",
    "earnings",  # what greedy expects its ships to earn until the end
    "wait",  # the part of a round until its next turn
    "last",  # one if it has another turn, once somebody has triggered the end
)
OUTLOOK: Final = FEATURES.index("outlook")
THOUSAND: Final = 1000.0
_END: Final = BOX.end


def stage(world: MarketState) -> float:
    """From 1 at the beginning of a game to 0 at its end."""
    if world.turns_left != NO_END:
        return 0.0
    way = max(max(world.money) / _END.yen.value, max(all_resources(world)) / _END.resources.value)
    return 1.0 - min(way, 1.0)


def estimates(world: MarketState) -> list[Worth]:
    """What greedy expects for each seat."""
    worths = [Worth(world, one, GREEDY) for one in world.setup.everyone]
    for worth in worths:
        worth.fleet.choose_goal()
    return worths


def features(world: MarketState, worths: Sequence[Worth]) -> list[list[float]]:
    """By seat: what `FEATURES` names."""
    stocks, money = all_resources(world), world.money
    ranks, loans = standing(stocks), debts(world)
    is_ending = world.turns_left != NO_END
    rows = []
    for seat, worth in enumerate(worths):
        yen = money[seat] + stocks[seat] * _END.yen_per_resource.value
        points = (yen + ranks[seat] + loans[seat]) / THOUSAND
        near, ready, barred = _trigger(money, stocks, seat)
        ready = 0.0 if is_ending else ready
        row = [worth.own(world, stocks) / THOUSAND, points, points if is_ending else 0.0]
        row += [money[seat] / THOUSAND, ranks[seat] / THOUSAND]
        row += [near, ready, ready * points, barred]
        row += _company(world, worth)
        wait = (seat - world.seat) % world.setup.players
        row += [wait / world.setup.players, float(is_ending and wait < world.turns_left)]
        rows.append(row)
    return rows


def _trigger(money: list[int], stocks: list[int], seat: int) -> tuple[float, float, float]:
    """How near a seat is to the trigger, whether it could end the game, and whether it can't only
    because of the other condition."""
    rich, stocked = money[seat] / _END.yen.value, stocks[seat] / _END.resources.value
    ends = (rich >= 1 and not _is_lowest(stocks, seat)) or (
        stocked >= 1 and not _is_lowest(money, seat)
    )
    way = max(rich, stocked)
    return min(1.0, way), float(ends), float(way >= 1 and not ends)


def _is_lowest(row: list[int], seat: int) -> bool:
    return row[seat] < min(one for other, one in enumerate(row) if other != seat)


def _company(world: MarketState, worth: Worth) -> list[float]:
    """What a seat has for sale and at sea, and what it fishes with."""
    seat, own = worth.seat, company(world, worth.seat)
    sales = sum([PRICE_OF[code] for code in world.harbor[seat]]) / THOUSAND
    cargo = sum([len(world.cargo[boat]) for boat in world.fleet[seat]])
    earnings = worth.fleet.rate(world, own) * worth.turns / THOUSAND
    return [sales, cargo, sum(own.slots), sum(own.licenses), earnings]


def weighted(stage: float, rows: Rows, values: Values | None = None) -> list[float]:
    """By seat: the score from which the learned chances follow."""
    weights = (values or learned()).of(len(rows)).at(stage, FEATURES)
    return [score(row, weights) for row in rows]


@cache
def learned() -> Values:
    """The weights of this title."""
    return load(__package__)
