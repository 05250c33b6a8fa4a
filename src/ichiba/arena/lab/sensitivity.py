"""Where uncertain numbers change a game, and where not: each of them a little smaller and larger.

Every such number is played on the same deals as the printed rules, with the players and options
with which it matters.
"""

from collections.abc import Callable, Sequence
from typing import Unpack

import msgspec

from ichiba.arena.lab.compare import Difference, compare, same, stopped
from ichiba.arena.lab.trial import Trial, Watched, same_bots
from ichiba.arena.lab.workers import play_games
from ichiba.arena.pool import How
from ichiba.core.changing import Changes, Leaf, least_of, leaves_of, printed
from ichiba.core.errors import SetupError
from ichiba.core.game import Game
from ichiba.core.options import Values

MARKS = ("reconstructed",)  # of the numbers that are tried
_YEN = 100  # numbers in such steps are changed by one step


class Variant(msgspec.Struct, frozen=True):
    """A number with another value."""

    value: int
    problem: str = ""  # why it can't be played; then there are no differences
    same: int = 0  # games in which nothing changed
    stopped: int = 0  # games without an end
    stopped_printed: int = 0  # the same with the printed numbers
    differences: list[Difference] = []

    @property
    def sure(self) -> list[Difference]:
        """The differences that are more than chance."""
        return [one for one in self.differences if one.is_sure]


class Sensitive(msgspec.Struct, frozen=True):
    """An uncertain number, and what other values change."""

    path: str
    value: int
    mark: str
    players: int
    options: Values
    variants: list[Variant]

    @property
    def matters(self) -> bool:
        """Whether a value changes something, or can't be played."""
        return any(one.problem or one.sure for one in self.variants)


class Sensitivity(msgspec.Struct, frozen=True):
    """The table of a title."""

    game: str
    bots: str
    seed: int
    games: int  # with each value
    tests: int  # how many values were compared
    numbers: list[Sensitive]


def uncertain(game: Game, marks: Sequence[str]) -> list[Leaf]:
    """The numbers with these marks."""
    leaves = leaves_of(printed(game.package))
    return [leaf for leaf in leaves if leaf.mark in marks]


def values_near(leaf: Leaf, leaves: Sequence[Leaf]) -> list[int]:
    """A smaller and a larger value, if they are possible."""
    step = _YEN if leaf.value and leaf.value % _YEN == 0 else 1
    least = least_of(leaf, leaves)
    return [value for value in (leaf.value - step, leaf.value + step) if value >= least]


def sensitivity(
    game: Game,
    bot: str,
    players: int,
    games: int,
    seed: int,
    marks: Sequence[str] = MARKS,
    each: Callable[[], None] = lambda: None,
    **how: Unpack[How],
) -> Sensitivity:
    """Play everything. `each` is called after every value."""
    leaves = leaves_of(printed(game.package))
    tests = len(values_of(game, marks))
    base = _Bases(game, bot, games, seed, how)
    numbers = []
    for leaf in uncertain(game, marks):
        seats, options = game.setting_of(leaf.path, players)
        values = game.check(seats, seed, options)
        variants = []
        for value in values_near(leaf, leaves):
            variants.append(base.variant(seats, values, {leaf.path: value}, value, tests))
            each()
        numbers.append(Sensitive(leaf.path, leaf.value, leaf.mark, seats, values, variants))
    return Sensitivity(game.name, bot, seed, games, tests, numbers)


class _Bases:
    """The games with printed numbers, for each number of players and options once."""

    def __init__(self, game: Game, bot: str, games: int, seed: int, how: How) -> None:
        self.game, self.bot, self.games, self.seed, self.how = game, bot, games, seed, how
        self._played: dict[str, list[Watched]] = {}

    def variant(
        self, players: int, options: Values, changes: Changes, value: int, tests: int
    ) -> Variant:
        """Play with a change, and compare."""
        key = f"{players} {options}"
        if key not in self._played:
            self._played[key] = self._play(players, options, {})
        before = self._played[key]
        try:
            after = self._play(players, options, changes)
        except SetupError as error:
            return Variant(value, problem=str(error))
        return Variant(
            value,
            same=same(before, after),
            stopped=len(stopped(after)),
            stopped_printed=len(stopped(before)),
            differences=compare(before, after, tests),
        )

    def _play(self, players: int, options: Values, changes: Changes) -> list[Watched]:
        bots = same_bots((self.bot,) * players)
        trial = Trial(self.game.name, changes, bots, self.seed, options)
        return play_games(trial, self.games, **self.how)


def values_of(game: Game, marks: Sequence[str] = MARKS) -> list[int]:
    """All values that `sensitivity` would play."""
    leaves = leaves_of(printed(game.package))
    return [value for leaf in leaves if leaf.mark in marks for value in values_near(leaf, leaves)]
