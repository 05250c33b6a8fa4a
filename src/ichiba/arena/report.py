"""The figures of a simulation: who wins, by how much, how long games are and how they end."""

from collections import Counter
from collections.abc import Iterable
from math import sqrt
from statistics import fmean, pstdev, quantiles

import msgspec

from ichiba.arena.plan import Plan, Played, seatings
from ichiba.core.options import Values

_Z95 = 1.959964


class Spread(msgspec.Struct, frozen=True):
    """The distribution of a figure."""

    mean: float
    deviation: float
    least: int
    quarter: float
    median: float
    three_quarters: float
    most: int


class Line(msgspec.Struct, frozen=True):
    """The results of all bots with the same name, or of all who played first, second and so on.

    A victory shared by n players counts as 1/n for each.
    """

    name: str
    seats: int  # how many seats per game the line covers
    games: int  # how many times such a seat was played
    wins: float
    win_rate: float  # per seat
    low: float  # bounds of the 95 % confidence interval (Wilson)
    high: float
    scores: Spread


class Report(msgspec.Struct, frozen=True):
    """The results of a simulation."""

    game: str
    players: int
    options: Values
    seed: int
    planned: int
    games: int  # fewer than planned if the simulation was stopped
    deals: int  # distinct deals; each was played once for every seating of the bots
    balanced: bool  # whether every deal was
    bots: list[Line]
    order: list[Line]  # by order of play, whichever bot it was
    places: list[Spread]  # scores of the best, the second best and so on
    lead: Spread  # how many points the best had more than the second
    shared: int  # games with several winners
    decisions: Spread  # of all players, per game
    rounds: Spread  # rounds per game, or turns in a title without rounds
    endings: dict[str, int]  # how many games ended which way, in titles with several endings


def report(plan: Plan, played: list[Played]) -> Report:
    """Add up the games of a simulation. There must be at least one."""
    outcomes = [one.outcome for one in played]
    ranked = [sorted(outcome.scores, reverse=True) for outcome in outcomes]
    deals = Counter(one.deal for one in played)
    return Report(
        game=plan.game,
        players=len(plan.bots),
        options=plan.options,
        seed=plan.seed,
        planned=plan.games,
        games=len(played),
        deals=len(deals),
        balanced=set(deals.values()) == {seatings(plan.bots)},
        bots=_by_bot(plan, played),
        order=_by_order(plan, played),
        places=[spread(scores) for scores in zip(*ranked, strict=True)],
        lead=spread(scores[0] - scores[1] for scores in ranked),
        shared=sum(len(outcome.winners) > 1 for outcome in outcomes),
        decisions=spread(outcome.decisions for outcome in outcomes),
        rounds=spread(outcome.rounds for outcome in outcomes),
        endings=dict(Counter(one.ending for one in outcomes if one.ending).most_common()),
    )


def _by_bot(plan: Plan, played: list[Played]) -> list[Line]:
    tallies = {name: _Tally() for name in plan.bots}
    for one in played:
        for seat, name in enumerate(one.bots):
            tallies[name].add(one, seat)
    return [tally.line(name, plan.bots.count(name)) for name, tally in tallies.items()]


def _by_order(plan: Plan, played: list[Played]) -> list[Line]:
    tallies = [_Tally() for _ in plan.bots]
    for one in played:
        for seat in range(len(plan.bots)):
            tallies[(seat - one.outcome.first) % len(plan.bots)].add(one, seat)
    return [tally.line(str(place), 1) for place, tally in enumerate(tallies, 1)]


class _Tally:
    """Collects the wins and scores for one line."""

    def __init__(self) -> None:
        self.wins = 0.0
        self.scores: list[int] = []

    def add(self, played: Played, seat: int) -> None:
        """Add the result of a seat in one game."""
        self.scores.append(played.outcome.scores[seat])
        self.wins += share(played, seat)

    def line(self, name: str, seats: int) -> Line:
        """The statistics of everything that was added."""
        games = len(self.scores)
        low, high = wilson(self.wins, games)
        rate = self.wins / games
        return Line(name, seats, games, self.wins, rate, low, high, spread(self.scores))


def share(played: Played, seat: int) -> float:
    """A seat's share of the victory: 1, 0, or a part of 1 if several won."""
    winners = played.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def spread(figures: Iterable[int]) -> Spread:
    """The distribution of at least one figure."""
    row = [*figures]
    cuts = quantiles(row, n=4, method="inclusive") if len(row) > 1 else [row[0]] * 3
    return Spread(
        mean=fmean(row),
        deviation=pstdev(row),
        least=min(row),
        quarter=cuts[0],
        median=cuts[1],
        three_quarters=cuts[2],
        most=max(row),
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a win rate."""
    rate = wins / games
    square = _Z95 * _Z95
    centre = rate + square / (2 * games)
    reach = _Z95 * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (centre - reach) / whole), min(1.0, (centre + reach) / whole)
