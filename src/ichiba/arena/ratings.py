"""Ratings of bots with intervals, on a scale like Elo's.

**Ratings.** Each game gives a result for each pair of players: who finished ahead, or half each if
they share a place. The ratings are those that make these results most likely (Bradley and Terry's
model): a bot rated 400 points higher finishes ahead ten times as often as the other. So a better
place in any game never lowers a rating. As if from before the contest, each pair that met also has
half a win on each side. This keeps ratings finite if a bot wins all its games.

**Intervals.** The ratings are computed again many times, with a random weight for each deal (the
Bayesian bootstrap). The interval contains the middle 95 % of them. All games of a deal have the
same weight, because they are not independent. For two bots on distinct deals, this is the
well-known Jeffreys interval.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from math import exp, log
from random import Random
from typing import NamedTuple

from ichiba.arena.plan import Played
from ichiba.bots import RANDOM, STRONG

# Ratings are relative, so one is fixed: that of the first of these bots that takes part.
ANCHORS = {STRONG: 1000.0, RANDOM: 0.0}

Wins = list[list[float]]  # how often the one bot finished ahead of the other

POINTS = 400 / log(10)
SAMPLES = 1000
_PRIOR = 0.5
# The same for pairs that have not met: next to nothing, but ratings exist before all have met.
_UNMET = 0.001
_TAIL = 0.025
# Newton's method: steps larger than this overshoot, and smaller ones than that change nothing.
_LONGEST_STEP = 1.5
_SHORTEST_STEP = 1e-9
_MOST_STEPS = 200


class Rating(NamedTuple):
    """A rating with the bounds of its 95 % interval."""

    rating: float
    low: float
    high: float


class Result(NamedTuple):
    """A pair of players in a game, as numbers of bots: how far the first finished ahead."""

    first: int
    second: int
    share: float  # 1, or a half if they shared a place


def results(bots: Sequence[str], played: Played) -> list[Result]:
    """The results of all pairs of different bots in a game."""
    number = [bots.index(name) for name in played.bots]
    places = played.places()
    found = []
    for seat, one in enumerate(number):
        for rival in range(seat):
            other = number[rival]
            if one == other:
                continue
            if places[seat] == places[rival]:
                found += [Result(one, other, 0.5), Result(other, one, 0.5)]
            elif places[seat] < places[rival]:
                found.append(Result(one, other, 1.0))
            else:
                found.append(Result(other, one, 1.0))
    return found


def by_deal(bots: Sequence[str], played: Iterable[Played]) -> dict[int, list[Result]]:
    """The results of a contest, together for each deal."""
    deals: dict[int, list[Result]] = {}
    for one in played:
        deals.setdefault(one.deal, []).extend(results(bots, one))
    return deals


def anchored(bots: Sequence[str], anchors: Mapping[str, float]) -> tuple[int, float]:
    """The bot whose rating is given, and that rating. Without a known bot, the first has 0."""
    for name, rating in anchors.items():
        if name in bots:
            return bots.index(name), rating
    return 0, 0.0


def anchor_of(bots: Sequence[str]) -> tuple[int, float]:
    """The number of the bot of a contest whose rating is fixed, and that rating."""
    return anchored(bots, ANCHORS)


def rate(
    bots: Sequence[str],
    deals: Mapping[int, list[Result]],
    anchor: tuple[int, float],
    *,
    samples: int = SAMPLES,
    seed: int = 1,
) -> list[Rating]:
    """The rating of each bot. That of the anchor is given, so its interval has no width."""
    whole = _scaled(fit(_wins(len(bots), deals.values(), None)), anchor)
    rng = Random(seed)
    drawn = [
        _scaled(fit(_wins(len(bots), deals.values(), rng)), anchor) for _ in range(samples)
    ]  # fmt: skip
    columns = [sorted(column) for column in zip(*drawn, strict=True)]
    cut = int(samples * _TAIL)
    return [
        Rating(rating, min(rating, column[cut]), max(rating, column[-1 - cut]))
        for rating, column in zip(whole, columns, strict=True)
    ]


def _wins(bots: int, deals: Collection[list[Result]], rng: Random | None) -> Wins:
    """All results together; a random generator draws a weight for each deal."""
    wins = [[_UNMET] * bots for _ in range(bots)]
    met = {(first, second) for deal in deals for first, second, _ in deal}
    for first, second in sorted(met | {(second, first) for first, second in met}):
        wins[first][second] = _PRIOR if rng is None else rng.gammavariate(_PRIOR, 1)
    for deal in deals:
        weight = 1.0 if rng is None else rng.expovariate(1)
        for first, second, share in deal:
            wins[first][second] += share * weight
    return wins


def _scaled(strengths: list[float], anchor: tuple[int, float]) -> list[float]:
    bot, rating = anchor
    return [(strength - strengths[bot]) * POINTS + rating for strength in strengths]


def fit(wins: Wins) -> list[float]:
    """The strengths that make the results most likely. Their mean is 0, and one that is larger by
    log(2) finishes ahead twice as often."""
    bots = range(len(wins))
    strengths = [0.0] * len(wins)
    for _ in range(_MOST_STEPS):
        slope = [0.0] * len(wins)
        curve = [[0.0] * len(wins) for _ in bots]
        for one in bots:
            for other in range(one):
                games = wins[one][other] + wins[other][one]
                odds = 1 / (1 + exp(strengths[other] - strengths[one]))
                gain = wins[one][other] - games * odds
                slope[one] += gain
                slope[other] -= gain
                bend = games * odds * (1 - odds)
                curve[one][one] += bend
                curve[other][other] += bend
                curve[one][other] -= bend
                curve[other][one] -= bend
        step = _solved(curve, slope)
        longest = max(map(abs, step))
        brake = min(1.0, _LONGEST_STEP / longest) if longest else 1.0
        strengths = [old + brake * change for old, change in zip(strengths, step, strict=True)]
        if longest < _SHORTEST_STEP:
            break
    mean = sum(strengths) / len(strengths)
    return [strength - mean for strength in strengths]


def _solved(matrix: list[list[float]], column: list[float]) -> list[float]:
    """Solve the equations for all unknowns but the last, which is 0. The matrix has positive
    entries on its diagonal, so Gauss's elimination needs no pivots."""
    size = len(column) - 1
    rows = [[*matrix[row][:size], column[row]] for row in range(size)]
    for at in range(size):
        for row in range(at + 1, size):
            factor = rows[row][at] / rows[at][at]
            for place in range(at, size + 1):
                rows[row][place] -= factor * rows[at][place]
    found = [0.0] * (size + 1)
    for at in reversed(range(size)):
        known = sum(rows[at][place] * found[place] for place in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found
