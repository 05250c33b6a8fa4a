"""Many games between the same bots, seats balanced, in one process or several.

Deal number d is played once for every rotation of the bots around the table, so that each bot has
each seat equally often and meets the same luck there.
"""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from math import sqrt
from multiprocessing import get_context
from statistics import fmean, pstdev, quantiles

import msgspec

from ichiba.arena.playing import Outcome, derive, play_bots
from ichiba.core.options import Values
from ichiba.core.registry import load

_Z95 = 1.959964


class Plan(msgspec.Struct, frozen=True):
    """What is to be simulated."""

    game: str
    bots: tuple[str, ...]
    games: int
    seed: int
    options: Values


class Scores(msgspec.Struct, frozen=True):
    """How scores are spread."""

    mean: float
    deviation: float
    least: int
    quarter: float
    median: float
    three_quarters: float
    most: int


class Line(msgspec.Struct, frozen=True):
    """What one bot achieved. A victory shared by n counts 1/n."""

    bot: str
    games: int
    wins: float
    win_rate: float
    low: float  # of the 95 % confidence interval (Wilson)
    high: float
    scores: Scores


class Report(msgspec.Struct, frozen=True):
    """What a simulation found."""

    game: str
    options: Values
    seed: int
    games: int
    decisions: int
    balanced: bool
    lines: list[Line]
    by_seat: list[float]  # how often each seat won, whoever sat there


def simulate(plan: Plan, jobs: int = 1, progress: Callable[[int], None] = lambda _: None) -> Report:
    """Play all games; the result does not depend on the number of jobs."""
    outcomes: list[Outcome] = []
    with _mapper(jobs) as each:
        for part in each(_play_part, _parts(plan)):
            outcomes += part
            progress(len(part))
    return _report(plan, outcomes)


def _parts(plan: Plan) -> list[tuple[Plan, range]]:
    """The games in portions, small enough to share out and to show progress by."""
    size = max(1, min(50, plan.games // 40))
    starts = range(0, plan.games, size)
    return [(plan, range(start, min(start + size, plan.games))) for start in starts]


@contextmanager
def _mapper(jobs: int) -> Iterator[Callable[..., Iterable[list[Outcome]]]]:
    if jobs == 1:
        yield map
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield pool.map


def _play_part(part: tuple[Plan, range]) -> list[Outcome]:
    plan, numbers = part
    game = load(plan.game)
    outcomes = []
    for number in numbers:
        deal, turn = divmod(number, len(plan.bots))
        seats = _rotated(plan.bots, turn)
        outcome = play_bots(game, seats, derive(plan.seed, deal), plan.options)
        outcomes.append(outcome)
    return outcomes


def _rotated(bots: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """Bot b sits on seat (b + turn)."""
    return tuple(bots[(seat - turn) % len(bots)] for seat in range(len(bots)))


def _report(plan: Plan, outcomes: list[Outcome]) -> Report:
    players = len(plan.bots)
    wins = [0.0] * players
    seat_wins = [0.0] * players
    scores: list[list[int]] = [[] for _ in plan.bots]
    for number, outcome in enumerate(outcomes):
        for seat in range(players):
            bot = (seat - number) % players
            scores[bot].append(outcome.scores[seat])
            if seat in outcome.winners:
                wins[bot] += 1 / len(outcome.winners)
                seat_wins[seat] += 1 / len(outcome.winners)
    return Report(
        game=plan.game,
        options=plan.options,
        seed=plan.seed,
        games=plan.games,
        decisions=sum(outcome.decisions for outcome in outcomes),
        balanced=plan.games % players == 0,
        lines=[_line(bot, wins[place], scores[place]) for place, bot in enumerate(plan.bots)],
        by_seat=[won / plan.games for won in seat_wins],
    )


def _line(bot: str, wins: float, scores: list[int]) -> Line:
    low, high = wilson(wins, len(scores))
    return Line(bot, len(scores), wins, wins / len(scores), low, high, _spread(scores))


def _spread(scores: list[int]) -> Scores:
    cuts = quantiles(scores, n=4, method="inclusive") if len(scores) > 1 else [scores[0]] * 3
    return Scores(
        mean=fmean(scores),
        deviation=pstdev(scores),
        least=min(scores),
        quarter=cuts[0],
        median=cuts[1],
        three_quarters=cuts[2],
        most=max(scores),
    )


def wilson(wins: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a win rate."""
    rate = wins / games
    square = _Z95 * _Z95
    centre = rate + square / (2 * games)
    reach = _Z95 * sqrt(rate * (1 - rate) / games + square / (4 * games * games))
    whole = 1 + square / games
    return max(0.0, (centre - reach) / whole), min(1.0, (centre + reach) / whole)
