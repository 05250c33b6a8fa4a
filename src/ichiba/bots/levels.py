"""The levels between a first game and the master: a bot that thinks, with a human weakness.

A level is careless: now and then it does the right thing in the wrong place, and what it takes
instead is to its taste. Or it is short-sighted: it is the master, but thinks about fewer ways to
play on. Some are both.
"""

from collections.abc import Callable, Mapping
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


# How much a level likes an action, given the two parts of its notation: its kind, and the rest.
Taste = Callable[[Observer, str, str], float]


class Level(NamedTuple):
    """Who thinks, and with which weakness."""

    thinker: str
    slips: float = 0.0  # how often it takes the wrong thing
    rollouts: int | None = None  # how many games it plays on for a decision; None for all
    taste: Taste | None = None  # what it takes then


class Absurd(NamedTuple):
    """What nobody does by mistake, by kinds of actions: the first word of their notation."""

    # Amounts are only one step too high or too low.
    amounts: tuple[str, ...] = ()
    # What is always meant.
    never: tuple[str, ...] = ()
    # Where one doesn't go in order to do this: nothing, or only give something away.
    errands: Mapping[str, tuple[str, ...]] = {}


# The levels of a title that doesn't say more, from the weakest to the strongest.
USUAL: Mapping[str, Level] = {
    BEGINNER: Level(GREEDY, slips=0.3),
    GENTLE: Level(GREEDY, slips=0.15),
    STEADY: Level(GREEDY, slips=0.06),
    STRONG: Level(GREEDY),
    EXPERT: Level(MASTER, rollouts=25),
    MASTER: Level(MASTER),
}
LEVELS = tuple(USUAL)
# With so many choices, any other one would be absurd rather than weak.
_FEW = 12


def named(name: str) -> str:
    """The current name of a bot, given that or an older one."""
    return _OLD_NAMES.get(name, name)


class Careless:
    """Plays like another bot, but takes the wrong thing now and then: another lot, another station,
    another fish. What kind of thing it does stays the same, so it never ends a turn by oversight or
    sells what it wanted to keep. Of what it could take, it takes what is most to its taste."""

    def __init__(
        self,
        rng: Random,
        thinker: Bot,
        slips: float,
        taste: Taste | None = None,
        absurd: Absurd = Absurd(),  # noqa: B008 - a tuple
    ) -> None:
        self._rng = rng
        self._thinker = thinker
        self._slips = slips
        self._taste = taste
        self._absurd = absurd

    def choose(self, observer: Observer) -> int:
        """Choose what the other bot would do or, now and then, an action of the same kind."""
        best = self._thinker.choose(observer)
        if self._rng.random() >= self._slips:
            return best
        kind = _kind(observer, best)
        if kind in self._absurd.never:
            return best
        vain = self._absurd.errands.get(kind)
        found = self._others(observer, best, kind)
        sound = (one for one in found if not (vain and self._goes_on(observer, one) in vain))
        return next(sound, best)

    def _others(self, observer: Observer, best: int, kind: str) -> list[int]:
        """What it may take instead, with what it likes most first."""
        same = [one for one in observer.legal() if _kind(observer, one) == kind]
        likings = {one: self._liking(observer, one) for one in same}
        if kind in self._absurd.amounts:
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
