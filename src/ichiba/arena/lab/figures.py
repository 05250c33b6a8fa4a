"""Adds up the games of a trial: order of play, closeness, what is worth having, what is used."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import sqrt
from statistics import NormalDist, fmean, pvariance

import msgspec

from ichiba.arena.figures import wilson
from ichiba.arena.lab.compare import FIGURES, mean_with_interval, stopped
from ichiba.arena.lab.trial import Watched

# What fewer players than this had or did (or did not) is left out.
_FEWEST_PLAYERS = 20
# A choice is dead if it is taken in so few of the decisions in which it is possible, and dominant
# if in so many; with fewer decisions, nothing is said.
DEAD, DOMINANT, _FEWEST_DECISIONS = 0.01, 0.95, 100
_DID = "did"


class Place(msgspec.Struct, frozen=True):
    """Whoever had this place in the order of play."""

    place: int
    share: float  # of the victories
    low: float  # bounds of the 95 % interval (Wilson)
    high: float
    score: float


class Overview(msgspec.Struct, frozen=True):
    """What the games of a trial were like."""

    games: int
    order: list[Place]
    figures: dict[str, float]  # see `compare.FIGURES`
    rounds: dict[int, int]  # how many games had so many rounds
    leads: dict[int, int]  # how many games had so many changes of the lead
    shared: int  # games with several winners
    stopped: dict[str, list[str]]  # seeds of games that stopped, by why


class Worth(msgspec.Struct, frozen=True):
    """How players with something did against players without it."""

    group: str
    name: str
    least: int  # how many of it counts as having it
    players: int  # who had it
    share_with: float  # of the victories, per player
    share_without: float
    low: float  # bounds of the interval of the difference
    high: float
    is_sure: bool  # whether the difference is more than chance, given how many are compared


class Usage(msgspec.Struct, frozen=True):
    """How often a level takes a kind of action when there are others to choose from."""

    level: str
    kind: str
    offered: int
    chosen: int

    @property
    def rate(self) -> float:
        """The share of the decisions in which it is possible."""
        return self.chosen / self.offered

    @property
    def verdict(self) -> str:
        """`dead`, `dominant` or nothing."""
        if self.offered < _FEWEST_DECISIONS or DEAD <= self.rate <= DOMINANT:
            return ""
        return "dead" if self.rate < DEAD else "dominant"


class Level(msgspec.Struct, frozen=True):
    """A level among others at the table."""

    name: str
    seats: int
    share: float
    low: float
    high: float
    margin: float  # points beyond the mean of the table


class Luck(msgspec.Struct, frozen=True):
    """Of what the differences between the scores at a table consist."""

    levels: list[Level]
    games: int
    deals: int
    skill: float  # share of the variance that the levels explain
    deal: float  # share that the deal of a seat explains
    rest: float  # what remains: how the others play, and chance in play


class Restricted(msgspec.Struct, frozen=True):
    """One player who never does something, on the same deals."""

    never: list[str]
    games: int
    before: float  # the player's share of the victories
    after: float
    difference: float
    low: float
    high: float
    points: float  # the difference in points beyond the others


def overview(games: Sequence[Watched]) -> Overview:
    """What the games were like."""
    why: dict[str, list[str]] = defaultdict(list)
    for game in stopped(games):
        why[game.ending].append(game.seed)
    return Overview(
        games=len(games),
        order=[_place(games, place) for place in range(len(games[0].bots))],
        figures={name: fmean(map(figure, games)) for name, _, figure in FIGURES},
        rounds=_counted(game.rounds for game in games),
        leads=_counted(game.leads for game in games),
        shared=sum(len(game.winners) > 1 for game in games),
        stopped=dict(why),
    )


def _counted(values: Iterable[int]) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))


def _place(games: Sequence[Watched], place: int) -> Place:
    seats = [(game, (game.first + place) % len(game.bots)) for game in games]
    wins = sum(game.share(seat) for game, seat in seats)
    low, high = wilson(wins, len(games))
    score = fmean(game.scores[seat] for game, seat in seats)
    return Place(place + 1, wins / len(games), low, high, score)


def worth(games: Sequence[Watched]) -> list[Worth]:
    """What players had or did, the most valuable first. Having something may be a sign of doing
    well rather than its cause."""
    shares = [game.share(seat) for game in games for seat in range(len(game.bots))]
    had = [_had(game, seat) for game in games for seat in range(len(game.bots))]
    features = sorted({name for one in had for name in one})
    found = []
    for group, name in features:
        counts = [one.get((group, name), 0) for one in had]
        least = max(1, int(fmean(counts)) + (fmean(counts) >= 1))
        sides = [share for share, count in zip(shares, counts, strict=True) if count >= least]
        others = [share for share, count in zip(shares, counts, strict=True) if count < least]
        if min(len(sides), len(others)) >= _FEWEST_PLAYERS:
            found.append((group, name, least, sides, others))
    worths = [_worth(*one, tests=len(found)) for one in found]
    return sorted(worths, key=lambda one: one.share_without - one.share_with)


def _had(game: Watched, seat: int) -> dict[tuple[str, str], int]:
    had = {
        (group, name): count
        for group, names in game.holdings[seat].items()
        for name, count in names.items()
    }
    return had | {(_DID, notation): 1 for notation in game.did[seat]}


def _worth(
    group: str, name: str, least: int, sides: list[float], others: list[float], *, tests: int
) -> Worth:
    error = sqrt(pvariance(sides) / len(sides) + pvariance(others) / len(others))
    difference = fmean(sides) - fmean(others)
    normal = NormalDist()
    half = normal.inv_cdf(0.975) * error
    sure = abs(difference) > normal.inv_cdf(1 - 0.025 / tests) * error
    bounds = difference - half, difference + half
    return Worth(group, name, least, len(sides), fmean(sides), fmean(others), *bounds, sure)


def usage(games: Sequence[Watched]) -> list[Usage]:
    """How often each level takes each kind of action."""
    offered: Counter[tuple[str, str]] = Counter()
    chosen: Counter[tuple[str, str]] = Counter()
    for game in games:
        for seat, level in enumerate(game.bots):
            for kind, times in game.offered[seat].items():
                offered[level, kind] += times
            for kind, times in game.chosen[seat].items():
                chosen[level, kind] += times
    return [Usage(*key, times, chosen[key]) for key, times in sorted(offered.items())]


def luck(games: Sequence[Watched], levels: Sequence[str]) -> Luck:
    """How much of the differences is skill, and how much the deal.

    Every deal was played at every table, so each level had each seat of a deal equally often. The
    variance of a player's points beyond the mean of the table is divided into what the level
    explains, what the seat of the deal explains beyond chance, and the rest.
    """
    points = [*_points(games)]
    total = pvariance([one for _, _, one in points]) or 1.0
    by_level: dict[str, list[float]] = {level: [] for level in levels}
    for level, _, one in points:
        by_level[level].append(one)
    means = {level: fmean(values) for level, values in by_level.items() if values}
    skill = fmean(means[level] ** 2 for level, _, _ in points) / total
    cells: dict[tuple[int, int], list[float]] = defaultdict(list)
    for level, cell, one in points:
        cells[cell].append(one - means[level])
    deal = _between(cells.values()) / total
    return Luck(
        levels=[_level(games, level, means[level]) for level in levels if level in means],
        games=len(games),
        deals=len({game.deal for game in games}),
        skill=skill,
        deal=deal,
        rest=max(1 - skill - deal, 0.0),
    )


def _points(games: Sequence[Watched]) -> Iterator[tuple[str, tuple[int, int], float]]:
    """The level of each player, the seat of the deal, and points beyond the mean of the table."""
    for game in games:
        mean = fmean(game.scores)
        for seat, level in enumerate(game.bots):
            yield level, (game.deal, seat), game.scores[seat] - mean


def _between(cells: Iterable[list[float]]) -> float:
    """The variance between cells of equal size beyond what chance within them makes."""
    full = [cell for cell in cells if len(cell) > 1]
    if len(full) < 2:
        return 0.0
    within = fmean(pvariance(cell) * len(cell) / (len(cell) - 1) for cell in full)
    size = fmean(map(len, full))
    means = pvariance([fmean(cell) for cell in full]) * len(full) / (len(full) - 1)
    return max(means - within / size, 0.0)


def _level(games: Sequence[Watched], level: str, margin: float) -> Level:
    shares = [
        game.share(seat) for game in games for seat, name in enumerate(game.bots) if name == level
    ]
    low, high = wilson(sum(shares), len(shares))
    return Level(level, len(shares), fmean(shares), low, high, margin)


def restricted(
    before: Sequence[Watched], after: Sequence[Watched], never: Sequence[str]
) -> Restricted:
    """What it costs a player never to do something."""

    def of(figure: Callable[[Watched, int], float], games: Sequence[Watched]) -> list[float]:
        return [figure(game, game.limited) for game in games]

    free, bound = of(Watched.share, before), of(Watched.share, after)
    changes = [other - one for one, other in zip(free, bound, strict=True)]
    points = [
        other - one for one, other in zip(of(_beyond, before), of(_beyond, after), strict=True)
    ]
    bounds = mean_with_interval(changes)
    return Restricted([*never], len(after), fmean(free), fmean(bound), *bounds, fmean(points))


def _beyond(game: Watched, seat: int) -> float:
    others = [score for other, score in enumerate(game.scores) if other != seat]
    return game.scores[seat] - fmean(others)
