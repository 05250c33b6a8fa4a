"""The standings of a contest: ratings, who beats whom, and wins by table."""

from typing import NamedTuple

import msgspec

from ichiba.arena.figures import wilson
from ichiba.arena.plan import Plan, Played, tables
from ichiba.arena.ratings import anchor_of, by_deal, rate


class Rated(msgspec.Struct, frozen=True):
    """A bot's rating in a contest."""

    name: str
    rating: float
    low: float  # bounds of the 95 % interval
    high: float


class Pair(msgspec.Struct, frozen=True):
    """How two bots did against each other: how often the first finished ahead."""

    first: str
    second: str
    games: int
    share: float  # a shared place counts as a half
    low: float  # bounds of the 95 % interval (Wilson)
    high: float


class Share(msgspec.Struct, frozen=True):
    """How often a bot won with a given group of bots at the table."""

    name: str
    seats: int
    games: int
    wins: float  # of all its seats
    win_rate: float  # per seat
    fair: float  # what it would be among equals
    low: float  # bounds of the 95 % interval (Wilson)
    high: float


class Group(msgspec.Struct, frozen=True):
    """The bots at a table, and how often each of them won."""

    bots: tuple[str, ...]
    games: int
    shares: list[Share]


class Standings(NamedTuple):
    """How the bots of a contest did. A plan with one table has none."""

    anchor: str | None  # the bot whose rating is fixed
    ratings: list[Rated]  # the strongest first
    pairs: list[Pair]  # each pair twice, once from either side
    groups: list[Group]


def standings(plan: Plan, played: list[Played]) -> Standings:
    """How the bots did that have played."""
    if plan.players is None:
        return Standings(None, [], [], [])
    anchor = anchor_of(plan.bots)
    ratings = zip(plan.bots, rate(plan.bots, by_deal(plan.bots, played), anchor), strict=True)
    there = {name for one in played for name in one.bots}
    rated = [Rated(name, *rating) for name, rating in ratings if name in there]
    return Standings(
        anchor=plan.bots[anchor[0]],
        ratings=sorted(rated, key=lambda one: one.rating, reverse=True),
        pairs=_pairs(plan, played),
        groups=[_group(group, played) for group in tables(plan)],
    )


def _pairs(plan: Plan, played: list[Played]) -> list[Pair]:
    ahead: dict[tuple[int, int], float] = {}
    for deal in by_deal(plan.bots, played).values():
        for first, second, share in deal:
            ahead[first, second] = ahead.get((first, second), 0.0) + share
            ahead.setdefault((second, first), 0.0)
    found = []
    for (one, other), times in sorted(ahead.items()):
        games = round(times + ahead[other, one])
        low, high = wilson(times, games)
        names = plan.bots[one], plan.bots[other]
        found.append(Pair(*names, games, times / games, low, high))
    return found


def _group(group: tuple[str, ...], played: list[Played]) -> Group:
    games = [one for one in played if sorted(one.bots) == sorted(group)]
    shares = []
    for name in dict.fromkeys(group):
        seats = group.count(name)
        wins = sum(
            one.share(seat) for one in games for seat, other in enumerate(one.bots) if other == name
        )
        low, high = wilson(wins, len(games)) if games else (0.0, 1.0)
        rate = wins / len(games) / seats if games else 0.0
        fair = 1 / len(group)
        bounds = low / seats, high / seats
        shares.append(Share(name, seats, len(games), wins, rate, fair, *bounds))
    return Group(group, len(games), shares)
