"""What is played in a run of many games: which bots meet, in which seats, on which deals.

There are two kinds of plans. `Plan` seats its bots at one table. `contest` lets them meet at many:
with two players, every pair; with more, every group of as many bots as there are players. If there
are too few bots, some sit down several times, and each at least once. In a contest against one bot,
each of the others plays alone against it: it has all other seats.

The groups take turns, and each rotates around the table. In a duplicate plan, each deal is played
by every group in every distinct rotation, so every bot plays every seat with the same cards. In
others, every game is a new deal.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

import msgspec
from msgspec import UNSET

from ichiba.arena.playing import Outcome, Play, derive, play, seated
from ichiba.arena.timing import Thinking, Timed
from ichiba.bots.characters import names_for, with_level
from ichiba.core.options import Values
from ichiba.core.record import Record, Result
from ichiba.core.registry import load

# Some games between weak bots would never end, for example if nobody has the yen to buy anything.
# After so many decisions of each player, several times as many as in other games, a game is ended.
_LONGEST = 1500


class Plan(msgspec.Struct, frozen=True):
    """The parameters of a run. The same plan gives the same games, whoever plays them."""

    game: str
    bots: tuple[str, ...]  # by seat of the first game; in a contest, all that take part
    games: int  # at most
    seed: int
    options: Values
    players: int | None = None  # at each table of a contest; None if all bots sit at one table
    duplicate: bool = True
    against: str | None = None  # the one of the bots that has all seats but one
    timed: bool = False  # whether thinking is measured
    moves: bool = False  # whether results have the moves, as records need them

    @property
    def seats(self) -> int:
        """The number of players of a game."""
        return len(self.bots) if self.players is None else self.players

    @property
    def names(self) -> tuple[str, ...]:
        """The different bots."""
        return tuple(dict.fromkeys(self.bots))


class Played(msgspec.Struct, frozen=True):
    """A game of a plan. Numbers of games, deals and seats start at 0.

    Everything but `thinking` follows from the plan.
    """

    number: int
    deal: int
    seed: str  # too large for many JSON parsers, as in a record
    bots: tuple[str, ...]  # by seat
    outcome: Outcome
    thinking: tuple[Thinking, ...] = ()  # by seat
    moves: tuple[str, ...] = ()  # as in a record
    choices: tuple[int, ...] = ()  # among how many actions each of the moves was chosen

    def share(self, seat: int) -> float:
        """A seat's share of the victory: 1, 0, or a part of 1 if several won."""
        winners = self.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0

    def places(self) -> list[int]:
        """The place of each seat, from 1. The title's tie-break decides who has won; other players
        with equal scores share a place."""
        outcome = self.outcome
        ranks = [(seat in outcome.winners, score) for seat, score in enumerate(outcome.scores)]
        return [1 + sum(other > own for other in ranks) for own in ranks]


def contest(
    game: str,
    players: int,
    bots: tuple[str, ...],
    seed: int,
    options: Values,
    games: int,
    *,
    duplicate: bool = False,
    against: str | None = None,
) -> Plan:
    """The plan of a contest, whose bots are rated and timed."""
    return Plan(game, bots, games, seed, options, players, duplicate, against, timed=True)


def tables(plan: Plan) -> list[tuple[str, ...]]:
    """The groups of bots that meet."""
    if plan.players is None:
        return [plan.bots]
    return groups(plan.bots, plan.players, plan.against)


def groups(bots: Sequence[str], players: int, against: str | None = None) -> list[tuple[str, ...]]:
    """The groups of bots that meet in a contest."""
    if against is not None:
        return [(name, *[against] * (players - 1)) for name in bots if name != against]
    if len(bots) >= players:
        return [*combinations(bots, players)]
    every = combinations_with_replacement(bots, players)
    return [group for group in every if len({*group}) == len(bots)]


@cache
def _cycle(
    bots: tuple[str, ...], players: int | None, against: str | None
) -> list[tuple[str, ...]]:
    """Every group in every rotation; after that, the plan starts over."""
    found = [bots] if players is None else groups(bots, players, against)
    return [
        rotated(group, turn)
        for turn in range(len(found[0]))
        for group in found
        if turn < seatings(group)
    ]  # fmt: skip


def rotated(bots: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """Rotate the bots, so that bot b sits in seat (b + turn)."""
    return tuple(bots[(seat - turn) % len(bots)] for seat in range(len(bots)))


def seatings(bots: tuple[str, ...]) -> int:
    """The number of distinct rotations of the bots around the table."""
    turns = range(1, len(bots))
    return next((turn for turn in turns if rotated(bots, turn) == bots), len(bots))


def cycle_length(plan: Plan) -> int:
    """After so many games, every bot has played every seat equally often."""
    return len(_cycle(plan.bots, plan.players, plan.against))


def seats_of(plan: Plan, number: int) -> tuple[int, tuple[str, ...]]:
    """The deal of a game of a plan, and the bots by seat."""
    cycle = _cycle(plan.bots, plan.players, plan.against)
    time, place = divmod(number, len(cycle))
    return time if plan.duplicate else number, cycle[place]


def play_game(plan: Plan, number: int) -> Played:
    """Play a game of a plan."""
    game = load(plan.game)
    deal, names = seats_of(plan, number)
    seed = derive(plan.seed, deal)
    bots = seated(game, names, seed)
    timed = [Timed(bot) for bot in bots] if plan.timed else []
    played = Play([], []) if plan.moves else None
    longest = _LONGEST * len(names)
    outcome = play(game, timed or bots, seed, plan.options, played, longest)
    return Played(
        number, deal, str(seed), names, outcome,
        tuple(one.thinking() for one in timed),
        tuple(played.moves) if played else (), tuple(played.choices) if played else (),
    )  # fmt: skip


def record_of(plan: Plan, played: Played) -> Record:
    """The record of a game of a plan with moves. One that was ended early has no result."""
    game, outcome = load(plan.game), played.outcome
    characters = names_for(game.name, played.bots, ())
    return Record(
        game=game.name,
        revision=game.revision,
        changes={**game.changes} or UNSET,
        players=plan.seats,
        options=plan.options,
        seed=played.seed,
        names=[with_level(name, bot) for name, bot in zip(characters, played.bots, strict=True)],
        moves=[*played.moves],
        result=None if outcome.cut else Result([*outcome.scores], [*outcome.winners]),
    )
