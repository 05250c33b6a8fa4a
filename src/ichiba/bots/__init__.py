"""Bots. They get an Observer and a random generator, and nothing else."""

from random import Random

from ichiba.bots import outside
from ichiba.bots.advice import Advice, Adviser
from ichiba.bots.levels import (
    BEGINNER,
    EXPERT,
    GENTLE,
    GREEDY,
    LEVELS,
    MASTER,
    RANDOM,
    STEADY,
    STRONG,
    Careless,
    Level,
    named,
)
from ichiba.bots.player import Bot, Chance
from ichiba.bots.search.ismcts import ITERATIONS, Ismcts
from ichiba.bots.title import Bots, bots_of
from ichiba.core.errors import SetupError
from ichiba.core.game import Game

__all__ = [
    "BEGINNER", "EXPERT", "GENTLE", "GREEDY", "ISMCTS", "MASTER", "MOST_ROLLOUTS", "QUICK",
    "RANDOM", "STEADY", "STRONG", "Advice", "Adviser", "Bot", "Bots", "adviser", "advises",
    "budget", "check", "levels", "make", "named", "names", "usual",
]  # fmt: skip

# Bots to compare others with. They are not offered at tables, and `check` refuses them. The quick
# player of a title decides in microseconds, so that others can look ahead with it.
ISMCTS = "ismcts"
QUICK = "quick"

# Names that other packages can't take.
_OURS = (RANDOM, *LEVELS, GREEDY, ISMCTS, QUICK)

# The largest budget of a bot with a name such as `master:50`.
MOST_ROLLOUTS = 1_000_000


def names(game: Game) -> tuple[str, ...]:
    """The bots that can play a game: ours from the weakest to the strongest, then those of other
    packages."""
    others = (name for name in outside.names(game) if name not in _OURS)
    return (RANDOM, *bots_of(game).names, *others)


def levels(game: Game) -> tuple[str, ...]:
    """The bots that people choose from: all but the one that moves at random, unless it is the only
    one."""
    return names(game)[1:] or (RANDOM,)


def usual(game: Game) -> str:
    """The bot that people meet unless they choose another: strong, and quick to move."""
    return STRONG if STRONG in names(game) else RANDOM


def check(name: str, game: Game) -> None:
    """Raise a SetupError that lists the bots, unless this is one of them, maybe by an old name."""
    known = names(game)
    if named(name) not in known:
        raise SetupError.of("core.error.unknown_bot", name=name, bots=[*known], count=len(known))


def make(name: str, game: Game, rng: Random) -> Bot:
    """Create a bot for a game. Raises SetupError if there is no bot with this name.

    Some bots may have a budget, such as `master:50`: the number of games that they play on for a
    decision. `module:Class` is a bot of any module. `check` refuses these and `ismcts` and `quick`,
    so that visitors of a site can't choose them.
    """
    name = named(name)
    kind, colon, number = name.partition(":")
    if kind not in _OURS and (outside.is_path(name) or name in outside.installed()):
        return outside.maker(name, game)(rng)
    own, rollouts = bots_of(game), _rollouts(name, number) if colon else None
    if kind == ISMCTS:
        return Ismcts(rng) if rollouts is None else Ismcts(rng, rollouts)
    if kind == QUICK and own.quick:
        return own.quick(rng)
    check(kind, game)
    maker = own.maker(kind)
    if maker is None:
        return Chance(rng)
    level = own.levels[kind] if rollouts is None else Level(MASTER, rollouts=rollouts)
    bot = maker(rng) if level.rollouts is None else maker(rng, rollouts=level.rollouts)
    return Careless(rng, bot, level.slips, level.taste, own.absurd) if level.slips else bot


def budget(name: str, game: Game) -> int | None:
    """How many tries a bot usually gets for a decision; None if its name can't have a budget."""
    if name == ISMCTS:
        return ITERATIONS
    own = bots_of(game)
    return own.rollouts if name == MASTER and own.master else None


def advises(game: Game) -> bool:
    """Whether there is advice for people who play this game."""
    return bots_of(game).adviser is not None


def adviser(game: Game, rng: Random) -> Adviser:
    """Create an adviser for a game that has one."""
    make = bots_of(game).adviser
    if make is None:
        raise SetupError.of("core.error.unknown_bot", name="adviser", bots=[], count=0)
    return make(rng)


def _rollouts(name: str, number: str) -> int:
    known = name.startswith((f"{MASTER}:", f"{ISMCTS}:")) and number.isascii() and number.isdigit()
    if not known or not 0 < int(number) <= MOST_ROLLOUTS:
        raise SetupError.of("core.error.bot_budget", name=name, most=MOST_ROLLOUTS)
    return int(number)
