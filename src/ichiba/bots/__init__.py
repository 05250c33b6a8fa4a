"""Players. They get an Observer and a generator, and nothing else."""

from collections.abc import Callable
from importlib import import_module
from random import Random

from ichiba.bots.chance import Chance
from ichiba.bots.gentle import Gentle
from ichiba.bots.player import Bot
from ichiba.core.errors import SetupError
from ichiba.core.game import Game

Maker = Callable[[Random], Bot]

RANDOM = "random"
GENTLE = "gentle"
GREEDY = "greedy"

# The titles that have a greedy player, with the module it lives in.
_GREEDY = {
    "tsukiji": "ichiba.bots.greedy.tsukiji",
    "shinjuku": "ichiba.bots.greedy.shinjuku",
    "tokyo-tsukiji-market": "ichiba.bots.greedy.tokyo_tsukiji_market",
}


def names(game: Game) -> tuple[str, ...]:
    """The bots that can play a title, the weakest first."""
    return (RANDOM, GENTLE, GREEDY) if game.name in _GREEDY else (RANDOM,)


def check(name: str, game: Game) -> None:
    """A SetupError that says which bots there are, unless this is one."""
    known = names(game)
    if name not in known:
        raise SetupError.of("core.error.unknown_bot", name=name, bots=[*known], count=len(known))


def make(name: str, game: Game, rng: Random) -> Bot:
    """A bot for a title; SetupError if there is none of this name."""
    check(name, game)
    if name == RANDOM:
        return Chance(rng)
    maker: Maker = import_module(_GREEDY[game.name]).Greedy
    greedy = maker(rng)
    return Gentle(rng, greedy) if name == GENTLE else greedy
