"""The levels between a first game and the master: a bot that thinks, with a human weakness.

A level is careless: now and then it does the right thing in the wrong place, and what it takes
instead is to its taste. Or it is short-sighted: it is the master, but thinks about fewer ways to
play on. Some are both.
"""

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from ichiba.bots.player import Bot
from ichiba.core.observer import Observer

RANDOM = "random"
BEGINNER = "beginner"
GENTLE = "gentle"
STEADY = "steady"
STRONG = "strong"
EXPERT = "expert"
MASTER = "master"
# The bot without a weakness behind the first four levels. The level `strong` had its name once.
GREEDY = "greedy"
_OLD_NAMES = {GREEDY: STRONG}


class Level(NamedTuple):
    """Who thinks, and with which weakness."""

    thinker: str
    slips: float = 0.0  # how often it takes the wrong thing
    rollouts: int | None = None  # how many games it plays on for a decision; None for all


# From the weakest to the strongest.
_LEVELS: dict[str, Level] = {
    BEGINNER: Level(GREEDY, slips=0.3),
    GENTLE: Level(GREEDY, slips=0.15),
    STEADY: Level(GREEDY, slips=0.06),
    STRONG: Level(GREEDY),
    EXPERT: Level(MASTER, rollouts=25),
    MASTER: Level(MASTER),
}
# A slip costs more in some titles than in others, and so does short sight. docs/ratings.md tells
# how strong these levels are.
_OF_TITLE: dict[str, dict[str, Level]] = {
    "tsukiji": {
        BEGINNER: Level(GREEDY, slips=0.4),
        GENTLE: Level(GREEDY, slips=0.25),
        STEADY: Level(GREEDY, slips=0.09),
        # Thinks of one round only, and judges its end by the learned chances.
        EXPERT: Level(MASTER, rollouts=0),
    },
    "shinjuku": {
        BEGINNER: Level(GREEDY, slips=0.34),
        GENTLE: Level(GREEDY, slips=0.15),
        STEADY: Level(GREEDY, slips=0.07),
        # Compares as few plans as greedy does, and tries none of them out.
        EXPERT: Level(MASTER, rollouts=0),
    },
    "tokyo-tsukiji-market": {
        BEGINNER: Level(GREEDY, slips=0.65),
        GENTLE: Level(GREEDY, slips=0.35),
        STEADY: Level(GREEDY, slips=0.16),
        # Plans its turn like the master, but doesn't imagine the others' next ones.
        EXPERT: Level(MASTER, slips=0.1, rollouts=0),
    },
}

LEVELS = tuple(_LEVELS)

# How much a level likes an action, given the two parts of its notation: its kind, and the rest. A
# title's module `tastes` has one for each careless level.
Taste = Callable[[Observer, str, str], float]

# Kinds of actions by the first word of their notation. A wrong amount is only one step too high or
# too low.
_AMOUNTS = ("price", "yen")
# What is never taken by mistake, because somebody would get something for nothing.
_NEVER = ("choose", "return")
# Where one may find nothing to do, or, in a market, only something to give away: a license or a
# boat. Then it would be absurd to go there.
_ERRANDS = {"enter": ("done", "return", "boat"), "boat": ("done",)}
# With so many choices, any other one would be absurd rather than weak.
_FEW = 12


def named(name: str) -> str:
    """The current name of a bot, given that or an older one."""
    return _OLD_NAMES.get(name, name)


def level(game: str, name: str) -> Level:
    """A level of a title."""
    return _OF_TITLE.get(game, {}).get(name) or _LEVELS[name]


class Careless:
    """Plays like another bot, but takes the wrong thing now and then: another lot, another station,
    another fish. What kind of thing it does stays the same, so it never ends a turn by oversight or
    sells what it wanted to keep. Of what it could take, it takes what is most to its taste."""

    def __init__(self, rng: Random, thinker: Bot, slips: float, taste: Taste | None = None) -> None:
        self._rng = rng
        self._thinker = thinker
        self._slips = slips
        self._taste = taste

    def choose(self, observer: Observer) -> int:
        """Choose what the other bot would do or, now and then, an action of the same kind."""
        best = self._thinker.choose(observer)
        if self._rng.random() >= self._slips:
            return best
        kind = _kind(observer, best)
        if kind in _NEVER:
            return best
        vain = _ERRANDS.get(kind)
        found = self._others(observer, best, kind)
        sound = (one for one in found if not (vain and self._goes_on(observer, one) in vain))
        return next(sound, best)

    def _others(self, observer: Observer, best: int, kind: str) -> list[int]:
        """What it may take instead, with what it likes most first."""
        same = [one for one in observer.legal() if _kind(observer, one) == kind]
        likings = {one: self._liking(observer, one) for one in same}
        if kind in _AMOUNTS:
            at = same.index(best)
            near = same[max(at - 1, 0) : at] + same[at + 1 : at + 2]
            others = [one for one in near if not self._taste or likings[one] > likings[best]]
        else:
            others = [one for one in same if one != best]
        if len(others) >= _FEW:
            return []
        self._rng.shuffle(others)
        return sorted(others, key=likings.__getitem__, reverse=True)

    def _liking(self, observer: Observer, action: int) -> float:
        kind, _, what = observer.game.notation(action).partition(" ")
        return self._taste(observer, kind, what) if self._taste else 0.0

    def _goes_on(self, observer: Observer, action: int) -> str:
        """What kind of thing the other bot would do after an action, if it is to decide."""
        seat, world = observer.seat, observer.determinize(self._rng)
        world.apply(seat, action)
        if seat not in world.actors:
            return ""
        then = Observer(observer.game, world, seat)
        return _kind(then, self._thinker.choose(then))


def _kind(observer: Observer, action: int) -> str:
    """What an action does, without what it does it to: the first word of its notation."""
    return observer.game.notation(action).partition(" ")[0]
