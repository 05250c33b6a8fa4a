"""The report of a run: who wins, by how much, how long games are and how they end."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from ichiba.arena.figures import Spread, spread, wilson
from ichiba.arena.plan import Plan, Played, cycle_length
from ichiba.arena.standings import Group, Pair, Rated, standings
from ichiba.core.options import Values


class Line(msgspec.Struct, frozen=True):
    """The results of all bots with the same name, or of all who played first, second and so on.

    A victory shared by n players counts as 1/n for each.
    """

    name: str
    seats: int  # how many seats it had in a game; the most in a contest
    games: int  # how many times such a seat was played
    wins: float
    win_rate: float  # per seat
    low: float  # bounds of the 95 % confidence interval (Wilson)
    high: float
    scores: Spread


class Thought(msgspec.Struct, frozen=True):
    """How long a bot thought in a plan that is timed."""

    name: str
    decisions: int
    milliseconds: float  # of CPU time, mean for a decision
    longest: float  # milliseconds for the longest decision


class Report(msgspec.Struct, frozen=True):
    """The results of a run. Everything but `thinking` follows from the plan."""

    game: str
    players: int
    options: Values
    seed: int
    duplicate: bool  # whether each deal is played with all seatings
    against: str | None  # the bot that had all seats but one, if there was one
    planned: int
    games: int  # fewer than planned if the run was stopped
    deals: int  # distinct ones
    balanced: bool  # whether every bot had every seat equally often
    bots: list[Line]  # in a contest, the strongest first
    order: list[Line]  # by order of play, whichever bot it was
    places: list[Spread]  # scores of the best, the second best and so on
    lead: Spread  # how many points the best had more than the second
    shared: int  # games with several winners
    decisions: Spread  # of all players, per game
    rounds: Spread  # rounds per game, or turns in a title without rounds
    lengths: dict[int, int]  # how many games had so many of them
    endings: dict[str, int]  # how many games ended which way, in titles with several endings
    cut: int  # games that went on and on, and were ended
    anchor: str | None  # the bot whose rating is fixed
    ratings: list[Rated]  # of the bots of a contest, the strongest first
    pairs: list[Pair]  # each pair twice, once from either side
    groups: list[Group]
    thinking: list[Thought]  # measured; in the order of the bots

    @property
    def shows_groups(self) -> bool:
        """Whether wins by table tell more than who beats whom."""
        return self.players > 2 or self.against is not None


def report(plan: Plan, played: list[Played]) -> Report:
    """Add up the games of a run. There must be at least one."""
    outcomes = [one.outcome for one in played]
    ranked = [sorted(outcome.scores, reverse=True) for outcome in outcomes]
    found = standings(plan, played)
    names = [one.name for one in found.ratings] or plan.names
    return Report(
        game=plan.game,
        players=plan.seats,
        options=plan.options,
        seed=plan.seed,
        duplicate=plan.duplicate,
        against=plan.against,
        planned=plan.games,
        games=len(played),
        deals=len({one.deal for one in played}),
        balanced=len(played) % cycle_length(plan) == 0,
        bots=_by_bot(names, played),
        order=_by_order(plan, played),
        places=[spread(scores) for scores in zip(*ranked, strict=True)],
        lead=spread(scores[0] - scores[1] for scores in ranked),
        shared=sum(len(outcome.winners) > 1 for outcome in outcomes),
        decisions=spread(outcome.decisions for outcome in outcomes),
        rounds=spread(outcome.rounds for outcome in outcomes),
        lengths=dict(sorted(Counter(outcome.rounds for outcome in outcomes).items())),
        endings=dict(Counter(one.ending for one in outcomes if one.ending).most_common()),
        cut=sum(outcome.cut for outcome in outcomes),
        anchor=found.anchor,
        ratings=found.ratings,
        pairs=found.pairs,
        groups=found.groups,
        thinking=[_thought(name, played) for name in names] if plan.timed else [],
    )


def _by_bot(names: Iterable[str], played: list[Played]) -> list[Line]:
    tallies = {name: _Tally() for name in names}
    for one in played:
        for seat, name in enumerate(one.bots):
            tallies[name].add(one, seat)
    most = Counter[str]()
    for bots in {one.bots for one in played}:
        most |= Counter(bots)
    return [tally.line(name, most[name]) for name, tally in tallies.items()]


def _by_order(plan: Plan, played: list[Played]) -> list[Line]:
    tallies = [_Tally() for _ in range(plan.seats)]
    for one in played:
        for seat in range(plan.seats):
            tallies[(seat - one.outcome.first) % plan.seats].add(one, seat)
    return [tally.line(str(place), 1) for place, tally in enumerate(tallies, 1)]


class _Tally:
    """Collects the wins and scores for one line."""

    def __init__(self) -> None:
        self.wins = 0.0
        self.scores: list[int] = []

    def add(self, played: Played, seat: int) -> None:
        """Add the result of a seat in one game."""
        self.scores.append(played.outcome.scores[seat])
        self.wins += played.share(seat)

    def line(self, name: str, seats: int) -> Line:
        """The statistics of everything that was added."""
        games = len(self.scores)
        low, high = wilson(self.wins, games)
        rate = self.wins / games
        return Line(name, seats, games, self.wins, rate, low, high, spread(self.scores))


def _thought(name: str, played: list[Played]) -> Thought:
    thinking = [
        one.thinking[seat] for one in played for seat, bot in enumerate(one.bots) if bot == name
    ]
    decisions = sum(one.decisions for one in thinking)
    seconds = sum(one.seconds for one in thinking)
    longest = max(one.longest for one in thinking)
    return Thought(name, decisions, 1000 * seconds / max(decisions, 1), 1000 * longest)
