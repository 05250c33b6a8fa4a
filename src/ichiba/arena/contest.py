"""A contest between bots: which of them meet, in which seats, on which deals.

With two players, every pair of bots meets. With more, every group of as many bots as there are
players does; if there are too few bots, some sit down several times, and each at least once. In a
contest against one bot, each of the others plays alone against it: it has all other seats.

The groups take turns, and each rotates around the table. Every game is a new deal, unless the
contest is a duplicate one: then each deal is played by every group in every rotation.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement

import msgspec

from ichiba.arena.plan import rotated, seatings
from ichiba.arena.playing import Outcome, derive, play, seated
from ichiba.arena.timing import Thinking, Timed
from ichiba.core.options import Values
from ichiba.core.registry import load

# Some games between weak bots would never end, for example if nobody has the yen to buy anything.
# After so many decisions of each player, several times as many as in other games, a game is ended.
_LONGEST = 1500


class Contest(msgspec.Struct, frozen=True):
    """The parameters of a contest. The number of its games is open."""

    game: str
    revision: int  # of the rules
    players: int
    bots: tuple[str, ...]
    seed: int
    options: Values
    duplicate: bool = False
    against: str | None = None  # the one of the bots that has all seats but one


class Bout(msgspec.Struct, frozen=True):
    """A game of a contest. Numbers of games and deals start at 0."""

    number: int
    deal: int
    bots: tuple[str, ...]  # by seat
    outcome: Outcome
    thinking: tuple[Thinking, ...]  # by seat

    def places(self) -> list[int]:
        """The place of each seat, from 1. The title's tie-break decides who has won; other players
        with equal scores share a place."""
        outcome = self.outcome
        ranks = [(seat in outcome.winners, score) for seat, score in enumerate(outcome.scores)]
        return [1 + sum(other > own for other in ranks) for own in ranks]


def groups(bots: Sequence[str], players: int, against: str | None = None) -> list[tuple[str, ...]]:
    """Who meets at the tables of a contest."""
    if against is not None:
        return [(name, *[against] * (players - 1)) for name in bots if name != against]
    if len(bots) >= players:
        return [*combinations(bots, players)]
    every = combinations_with_replacement(bots, players)
    return [group for group in every if len({*group}) == len(bots)]


@cache
def _cycle(bots: tuple[str, ...], players: int, against: str | None) -> list[tuple[str, ...]]:
    """Every group in every rotation; after that, the contest starts over."""
    found = groups(bots, players, against)
    return [
        rotated(group, turn)
        for turn in range(players)
        for group in found
        if turn < seatings(group)
    ]  # fmt: skip


def cycle_length(contest: Contest) -> int:
    """After so many games, every bot has played every seat equally often."""
    return len(_cycle(contest.bots, contest.players, contest.against))


def seats_of(contest: Contest, number: int) -> tuple[int, tuple[str, ...]]:
    """The deal of a game of a contest, and the bots by seat."""
    cycle = _cycle(contest.bots, contest.players, contest.against)
    time, place = divmod(number, len(cycle))
    return time if contest.duplicate else number, cycle[place]


def play_bout(contest: Contest, number: int) -> Bout:
    """Play a game of a contest."""
    game = load(contest.game)
    deal, bots = seats_of(contest, number)
    seed = derive(contest.seed, deal)
    players = [Timed(bot) for bot in seated(game, bots, seed)]
    outcome = play(game, players, seed, contest.options, longest=_LONGEST * len(players))
    return Bout(number, deal, bots, outcome, tuple(player.thinking() for player in players))
