"""Turns a thinking time into a budget for this machine.

Bots that search count their tries, so the same seed gives the same moves everywhere. How long a try
takes depends on the machine. So contests choose a budget before they begin (`budget_for`), and the
processes in which bots think for people lower it if they are too slow (`Pace`).
"""

from math import isqrt
from random import Random

from ichiba import bots
from ichiba.arena.playing import derive, play
from ichiba.arena.timing import Timed
from ichiba.core.game import Game
from ichiba.core.options import Values

# The games that measure a bot have their own deals.
_SEED = 5
# A bot is measured in so many decisions of each player at most, because some games hardly end.
_LONGEST = 100
# How near a time must come to the wanted one, and how many games may be played to find the budget.
_NEAR = 1.15
_MOST_GAMES = 8
# A budget is never multiplied by more than this at once, because the time may grow faster.
_STEP = 8.0

# A bot that thought for a share of its time between these gets a little of its budget back. Shorter
# thoughts tell nothing: the bot had a plan already, or hardly any choice.
_IDLE, _AT_EASE = 0.1, 0.5
_RECOVERY = 1.1


def budget_for(name: str, game: Game, players: int, seconds: float, options: Values) -> str:
    """The name of a bot with the budget with which it thinks for about so long about a decision, on
    average. A bot whose name can't have a budget keeps its name.

    Each guess is measured in a game against the usual bots.
    """
    tries = bots.budget(name, game)
    if tries is None:
        return name
    found: dict[int, float] = {}
    while len(found) < _MOST_GAMES and tries not in found:
        found[tries] = _seconds(f"{name}:{tries}", game, players, options)
        if 1 / _NEAR < found[tries] / seconds < _NEAR:
            break
        tries = _next_guess(tries, found, seconds)
    nearest = min(found, key=lambda tries: (abs(found[tries] - seconds), tries))
    return f"{name}:{nearest}"


def _next_guess(tries: int, found: dict[int, float], seconds: float) -> int:
    """The budget that would take so long if time grew evenly with it. It stays between those that
    are known to be too small and too large."""
    factor = seconds / max(found[tries], 1e-6)
    guess = round(tries * min(max(factor, 1 / _STEP), _STEP))
    low = max([known for known, time in found.items() if time < seconds], default=1)
    high = min(
        [known for known, time in found.items() if time > seconds], default=bots.MOST_ROLLOUTS
    )
    return guess if low < guess < high else isqrt(low * high)


def _seconds(name: str, game: Game, players: int, options: Values) -> float:
    """The CPU time of a decision, on average over one game or a part of it."""
    seed = derive(_SEED, game.name, players)
    measured = Timed(bots.make(name, game, Random(seed)))
    others = [bots.make(bots.usual(game), game, Random(seed + seat)) for seat in range(1, players)]
    play(game, [measured, *others], seed, options, longest=_LONGEST * players)
    thinking = measured.thinking()
    return thinking.seconds / max(thinking.decisions, 1)


class Pace:
    """The share of their budgets that bots get, so that on a slow machine a thought takes no more
    than a given CPU time. On a fast one, they get all of it."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._shares: dict[tuple[str, str, int], float] = {}

    def named(self, name: str, game: Game, players: int) -> str:
        """The name of a bot with the budget that it may use now."""
        share = self._shares.get((name, game.name, players), 1.0)
        full = bots.budget(name, game)
        if full is None or share == 1.0:
            return name
        return f"{name}:{max(round(full * share), 1)}"

    def learn(self, name: str, game: Game, players: int, seconds: float) -> None:
        """Note how long a thought took."""
        key = (name, game.name, players)
        share = self._shares.get(key, 1.0)
        if seconds > self._seconds:
            share *= self._seconds / seconds
        elif _IDLE < seconds / self._seconds < _AT_EASE:
            share = min(share * _RECOVERY, 1.0)
        self._shares[key] = share
