"""The bots of a title: what its package `bots` declares as `BOTS`.

The bots of all titles have the same parts, in modules with the same names:

- `evaluate.py`: What is a position worth?
- `candidates.py`: Which choices are worth a thought?
- `rollout.py`: How do the others play on?
- `policy.py`: What does the quick player do? It decides within microseconds, so that others can
  look ahead with it. Where it has estimates of its own, it is in `quick/`.
- `features.py`, `weights.json`: What is learned: positions in numbers, and how much each counts.
- `lessons.py`: From which games is it learned?
- `adviser.py`: Which choices are good for a person, and why?
- `levels.py`: How weak are the levels, and what do they like?

Other modules are about what only one title has, such as hands in Shinjuku.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from random import Random

import msgspec

from ichiba.bots.advice import Adviser
from ichiba.bots.levels import GREEDY, MASTER, USUAL, Absurd, Level
from ichiba.bots.player import Bot
from ichiba.core.game import Game
from ichiba.core.registry import games, title

# Makes a bot from a random generator and, for a master, a budget.
Maker = Callable[..., Bot]


class Bots(msgspec.Struct, frozen=True, kw_only=True):
    """The bots of a title. It has the levels whose thinker it has."""

    greedy: Maker | None = None
    master: Maker | None = None
    rollouts: int = 0  # the master's usual budget
    # Decides in microseconds, so that others can look ahead with it. Not for people.
    quick: Maker | None = None
    adviser: Callable[[Random], Adviser] | None = None
    levels: Mapping[str, Level] = msgspec.field(default_factory=lambda: USUAL)
    absurd: Absurd = Absurd()
    # By level: how strong it is with two players, on the scale of docs/ratings.md.
    ratings: Mapping[str, int] = {}

    def maker(self, level: str) -> Maker | None:
        """What makes the bot that thinks at a level, without its weakness."""
        thinker = self.levels[level].thinker if level in self.levels else ""
        return {GREEDY: self.greedy, MASTER: self.master}.get(thinker)

    @property
    def names(self) -> tuple[str, ...]:
        """The levels, from the weakest to the strongest."""
        return tuple(name for name in self.levels if self.maker(name))


@cache
def bots_of(game: Game) -> Bots:
    """The bots of a game. One that isn't registered has none."""
    package = title(game.name).bots if game.name in games() else ""
    found: Bots = import_module(package).BOTS if package else Bots()
    return found
