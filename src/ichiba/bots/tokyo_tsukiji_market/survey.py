"""Describes a position of Tokyo Tsukiji Market in numbers, from which each seat's chance of winning
is learned."""

from collections.abc import Sequence
from functools import cache

from ichiba.bots.tokyo_tsukiji_market.fleet import company
from ichiba.bots.tokyo_tsukiji_market.harbor import GREEDY, Worth
from ichiba.bots.values import Values, chances, load, score
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import BANK, NUM_FISH
from ichiba.games.tokyo_tsukiji_market.ending import standing
from ichiba.games.tokyo_tsukiji_market.holding import all_resources
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import NOBODY

# By seat. Money is counted in thousands of yen.
FEATURES = (
    "outlook",  # what greedy expects at the end
    "points",  # money and what the resources are worth
    "money",
    "standing",  # the bonus or fine for resources, if the game ended now
    "debts",  # what the Bank takes at the end, below zero
    "near",  # the part of the way to the trigger, by money or by resources
    "ready",  # one if the seat could end the game in its next turn
    "barred",  # one if it has enough, but the fewest resources or the least money
    "goods",  # the number of items for sale
    "cargo",  # barrels at sea
    "slots",  # of its ships
    "licenses",
    "rate",  # what greedy expects its ships to earn in a turn
    "wait",  # the part of a round until its next turn
)
_THOUSAND = 1000.0
_END = BOX.end


def stage(world: MarketState) -> float:
    """From 1 at the beginning of a game to 0 at its end."""
    if world.turns_left != NOBODY:
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
    ranks = standing(stocks)
    debts = [0] * world.setup.players
    if world.external[BANK - NUM_FISH]:
        debts = world.setup.bank.settle(world)
    rows = []
    for seat, worth in enumerate(worths):
        yen = money[seat] + stocks[seat] * _END.yen_per_resource.value
        row = [worth.own(world, stocks) / _THOUSAND, yen / _THOUSAND, money[seat] / _THOUSAND]
        row += [ranks[seat] / _THOUSAND, debts[seat] / _THOUSAND]
        row += _trigger(money, stocks, seat)
        row += _company(world, worth)
        row.append((seat - world.seat) % world.setup.players / world.setup.players)
        rows.append(row)
    return rows


def _trigger(money: list[int], stocks: list[int], seat: int) -> list[float]:
    """How near a seat is to the trigger, whether it could end the game, and whether it can't only
    because of the other condition."""
    rich, stocked = money[seat] / _END.yen.value, stocks[seat] / _END.resources.value
    ends = (rich >= 1 and not _is_lowest(stocks, seat)) or (
        stocked >= 1 and not _is_lowest(money, seat)
    )
    barred = max(rich, stocked) >= 1 and not ends
    return [min(1.0, max(rich, stocked)), float(ends), float(barred)]


def _is_lowest(row: list[int], seat: int) -> bool:
    return row[seat] < min(one for other, one in enumerate(row) if other != seat)


def _company(world: MarketState, worth: Worth) -> list[float]:
    """What a seat has for sale and at sea, and what it fishes with."""
    seat, own = worth.seat, company(world, worth.seat)
    cargo = sum([len(world.cargo[boat]) for boat in world.fleet[seat]])
    rate = worth.fleet.rate(world, own) / _THOUSAND
    return [len(world.harbor[seat]), cargo, sum(own.slots), sum(own.licenses), rate]


def win_chances(stage: float, rows: Sequence[Sequence[float]]) -> list[float]:
    """By seat: the learned chance of winning."""
    weights = _learned().of(len(rows)).at(stage, FEATURES)
    return chances([score(row, weights) for row in rows])


@cache
def _learned() -> Values:
    return load(__package__)
