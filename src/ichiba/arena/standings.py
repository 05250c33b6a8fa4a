"""The results of a contest: ratings, who beats whom, scores, lengths, and how long bots think."""

from collections import Counter

import msgspec

from ichiba.arena.contest import Bout, Contest, cycle_length, groups
from ichiba.arena.ratings import anchored, by_deal, rate
from ichiba.arena.report import Spread, spread, wilson
from ichiba.bots import RANDOM, STRONG
from ichiba.core.options import Values

# Ratings are relative, so one is fixed: that of the first of these bots that takes part.
ANCHORS = {STRONG: 1000.0, RANDOM: 0.0}


class Rated(msgspec.Struct, frozen=True):
    """A bot's results in a contest. A victory shared by n players counts as 1/n for each."""

    name: str
    rating: float
    low: float  # bounds of the 95 % interval
    high: float
    games: int  # how many seats it played
    wins: float
    scores: Spread
    decisions: int
    milliseconds: float  # of CPU time, mean for a decision
    longest: float  # milliseconds for the longest decision


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


class Summary(msgspec.Struct, frozen=True):
    """The results of a contest."""

    game: str
    players: int
    options: Values
    seed: int
    duplicate: bool
    against: str | None  # the bot that had all seats but one, if there was one
    games: int
    deals: int
    balanced: bool  # whether every bot had every seat equally often
    anchor: str  # the bot whose rating is fixed
    bots: list[Rated]  # the strongest first
    pairs: list[Pair]  # each pair twice, once from either side
    groups: list[Group]
    rounds: Spread  # rounds per game, or turns in a title without rounds
    lengths: dict[int, int]  # how many games had so many rounds
    decisions: Spread  # of all players, per game
    endings: dict[str, int]  # how many games ended which way, in titles with several endings

    @property
    def shows_groups(self) -> bool:
        """Whether wins by table tell more than who beats whom."""
        return self.players > 2 or self.against is not None


def anchor_of(contest: Contest) -> tuple[int, float]:
    """The number of the bot whose rating is fixed, and that rating."""
    return anchored(contest.bots, ANCHORS)


def summary(contest: Contest, bouts: list[Bout]) -> Summary:
    """Add up the games of a contest. There must be at least one."""
    anchor = anchor_of(contest)
    ratings = rate(contest.bots, by_deal(contest.bots, bouts), anchor)
    rated = [
        _rated(name, rating, bouts)
        for name, rating in zip(contest.bots, ratings, strict=True)
        if any(name in bout.bots for bout in bouts)
    ]
    outcomes = [bout.outcome for bout in bouts]
    return Summary(
        game=contest.game,
        players=contest.players,
        options=contest.options,
        seed=contest.seed,
        duplicate=contest.duplicate,
        against=contest.against,
        games=len(bouts),
        deals=len({bout.deal for bout in bouts}),
        balanced=len(bouts) % cycle_length(contest) == 0,
        anchor=contest.bots[anchor[0]],
        bots=sorted(rated, key=lambda one: one.rating, reverse=True),
        pairs=_pairs(contest, bouts),
        groups=[
            _group(group, bouts) for group in groups(contest.bots, contest.players, contest.against)
        ],
        rounds=spread(outcome.rounds for outcome in outcomes),
        lengths=dict(sorted(Counter(outcome.rounds for outcome in outcomes).items())),
        decisions=spread(outcome.decisions for outcome in outcomes),
        endings=dict(Counter(one.ending for one in outcomes if one.ending).most_common()),
    )


def _rated(name: str, rating: tuple[float, float, float], bouts: list[Bout]) -> Rated:
    seats = [
        (bout, seat) for bout in bouts for seat, other in enumerate(bout.bots) if other == name
    ]
    thinking = [bout.thinking[seat] for bout, seat in seats]
    decisions = sum(one.decisions for one in thinking)
    seconds = sum(one.seconds for one in thinking)
    return Rated(
        name,
        *rating,
        games=len(seats),
        wins=sum(_victory(bout, seat) for bout, seat in seats),
        scores=spread(bout.outcome.scores[seat] for bout, seat in seats),
        decisions=decisions,
        milliseconds=1000 * seconds / max(decisions, 1),
        longest=1000 * max(one.longest for one in thinking),
    )


def _victory(bout: Bout, seat: int) -> float:
    """A seat's share of the victory."""
    winners = bout.outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def _pairs(contest: Contest, bouts: list[Bout]) -> list[Pair]:
    ahead: dict[tuple[int, int], float] = {}
    for deal in by_deal(contest.bots, bouts).values():
        for first, second, share in deal:
            ahead[first, second] = ahead.get((first, second), 0.0) + share
            ahead.setdefault((second, first), 0.0)
    found = []
    for (one, other), times in sorted(ahead.items()):
        games = round(times + ahead[other, one])
        low, high = wilson(times, games)
        names = contest.bots[one], contest.bots[other]
        found.append(Pair(*names, games, times / games, low, high))
    return found


def _group(group: tuple[str, ...], bouts: list[Bout]) -> Group:
    games = [bout for bout in bouts if sorted(bout.bots) == sorted(group)]
    shares = []
    for name in dict.fromkeys(group):
        seats = group.count(name)
        wins = sum(
            _victory(bout, seat)
            for bout in games
            for seat, other in enumerate(bout.bots)
            if other == name
        )
        low, high = wilson(wins, len(games)) if games else (0.0, 1.0)
        rate = wins / len(games) / seats if games else 0.0
        fair = 1 / len(group)
        bounds = low / seats, high / seats
        shares.append(Share(name, seats, len(games), wins, rate, fair, *bounds))
    return Group(group, len(games), shares)
