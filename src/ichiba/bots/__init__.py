"""Bots. They get an Observer and a random generator, and nothing else."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from ichiba.bots import outside
from ichiba.bots.advice import Advice, Adviser
from ichiba.bots.chance import Chance
from ichiba.bots.ladder import (
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
    Taste,
    level,
    named,
)
from ichiba.bots.player import Bot
from ichiba.bots.search.ismcts import ITERATIONS, Ismcts
from ichiba.core.errors import SetupError
from ichiba.core.game import Game

__all__ = [
    "BEGINNER",
    "EXPERT",
    "GENTLE",
    "GREEDY",
    "ISMCTS",
    "MASTER",
    "MOST_ROLLOUTS",
    "QUICK",
    "RANDOM",
    "STEADY",
    "STRONG",
    "Advice",
    "Adviser",
    "Bot",
    "adviser",
    "advises",
    "budget",
    "check",
    "levels",
    "make",
    "named",
    "names",
    "usual",
]

Maker = Callable[..., Bot]

# Bots to compare others with. They are not offered at tables, and `check` refuses them. The quick
# player of a title decides in microseconds, so that others can look ahead with it.
ISMCTS = "ismcts"
QUICK = "quick"

# Names that other packages can't take.
_OURS = (RANDOM, *LEVELS, GREEDY, ISMCTS, QUICK)

# The largest budget of a bot with a name such as `master:50`.
MOST_ROLLOUTS = 1_000_000


_ADVISER = "adviser"
_TASTES = "tastes"


def _package(game: str) -> str:
    return f"ichiba.games.{game.replace('-', '_')}.bots"


def _module(game: str, bot: str) -> str:
    module = {_TASTES: "levels", QUICK: "policy" if game == "tsukiji" else "quick.policy"}
    return f"{_package(game)}.{module.get(bot, bot)}"


@cache
def _has(game: str, bot: str) -> bool:
    """Whether a game has a bot of its own with this name."""
    package = _package(game)
    if not find_spec(package) or not find_spec(_module(game, bot).rpartition(".")[0]):
        return False
    return find_spec(_module(game, bot)) is not None


@cache
def _maker(game: str, bot: str) -> Maker:
    """What makes a game's own bot, such as `Greedy` in `greedy`."""
    maker: Maker = _part(game, bot)
    return maker


def _part(game: str, name: str) -> Any:
    """A class of a game's own in the module with its name."""
    return getattr(import_module(_module(game, name)), name.capitalize())


def names(game: Game) -> tuple[str, ...]:
    """The bots that can play a game: ours from the weakest to the strongest, then those of other
    packages."""
    own = [RANDOM, *(name for name in LEVELS if _has(game.name, level(game.name, name).thinker))]
    return (*own, *(name for name in outside.names(game) if name not in _OURS))


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
    rollouts = _rollouts(name, number) if colon else None
    if kind == ISMCTS:
        return Ismcts(rng) if rollouts is None else Ismcts(rng, rollouts)
    if kind == QUICK and _has(game.name, QUICK):
        return _maker(game.name, QUICK)(rng)
    check(kind, game)
    if kind == RANDOM:
        return Chance(rng)
    one = level(game.name, kind) if rollouts is None else Level(MASTER, rollouts=rollouts)
    maker = _maker(game.name, one.thinker)
    bot = maker(rng) if one.rollouts is None else maker(rng, rollouts=one.rollouts)
    return Careless(rng, bot, one.slips, _taste(game.name, kind)) if one.slips else bot


def _taste(game: str, level: str) -> Taste | None:
    """What a careless level of a game likes, if the game has tastes."""
    if not _has(game, _TASTES):
        return None
    tastes: dict[str, Taste] = import_module(_module(game, _TASTES)).TASTES
    return tastes.get(level)


def budget(name: str, game: Game) -> int | None:
    """How many tries a bot usually gets for a decision; None if its name can't have a budget."""
    if name == ISMCTS:
        return ITERATIONS
    if name == MASTER and _has(game.name, MASTER):
        full: int = import_module(f"{_package(game.name)}.{MASTER}").ROLLOUTS
        return full
    return None


def advises(game: Game) -> bool:
    """Whether there is advice for people who play this game."""
    return _has(game.name, _ADVISER)


def adviser(game: Game, rng: Random) -> Adviser:
    """Create an adviser for a game that has one."""
    made: Adviser = _part(game.name, _ADVISER)(rng)
    return made


def _rollouts(name: str, number: str) -> int:
    known = name.startswith((f"{MASTER}:", f"{ISMCTS}:")) and number.isascii() and number.isdigit()
    if not known or not 0 < int(number) <= MOST_ROLLOUTS:
        raise SetupError.of("core.error.bot_budget", name=name, most=MOST_ROLLOUTS)
    return int(number)
