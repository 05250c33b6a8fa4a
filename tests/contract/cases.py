"""Every way to set up every title, for the tests that any title must pass.

A title with more options than can be tried in every combination names its set-ups itself, in
`tests/<title>/setups.py`, together with how thrifty the tests of its long games have to be.
"""

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from random import Random

import msgspec

import ichiba
from ichiba.core.options import Option, Value, Values

# A table of actions up to this size is looked at in full, a larger one in samples of this size.
SMALL_TABLE = 60
# Games for each set-up: hundreds in the normal run, thousands with `make fuzz`.
FUZZ_GAMES = int(os.environ.get("ICHIBA_FUZZ_GAMES", "50"))


class Case(msgspec.Struct, frozen=True):
    """A title with a number of players and options."""

    name: str
    players: int
    options: tuple[tuple[str, Value], ...]
    # Of costly checks and of games only one in so many is made.
    thrift: int = 1
    # Whether random play surely comes to decisions of several seats at once.
    simultaneous: bool = True

    @property
    def game(self) -> ichiba.Game:
        return ichiba.load(self.name)

    @property
    def values(self) -> Values:
        return dict(self.options)

    def new(self, seed: int) -> ichiba.State:
        return self.game.new(self.players, seed=seed, **self.values)

    def match(self, seed: int) -> ichiba.Match:
        return ichiba.Match.new(self.game, players=self.players, seed=seed, **self.values)

    def some(self, games: int) -> range:
        """Seeds for so many games, or fewer of a title with long ones."""
        return range(max(1, games // self.thrift))

    def actions(self, legal: list[int], rng: Random) -> list[int]:
        """All actions of the table; of a large table the legal ones and some of the others."""
        everything = range(self.game.num_actions)
        if len(everything) <= SMALL_TABLE:
            return list(everything)
        return sorted({*legal, *rng.sample(everything, SMALL_TABLE)})

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options]
        return "-".join([self.name, f"{self.players}p", *chosen])


def _samples(option: Option) -> list[Value]:
    """All values of a short list; the ends of a long one."""
    allowed = list(option.allowed)
    return allowed if len(allowed) <= 4 else [option.default, allowed[0], allowed[-1]]


def all_cases() -> list[Case]:
    cases: list[Case] = []
    for name in ichiba.games():
        own = f"{name.replace('-', '_')}.setups"
        if find_spec(own.partition(".")[0]) and find_spec(own):
            cases += import_module(own).cases()
            continue
        game = ichiba.load(name)
        names = [option.name for option in game.options]
        for players in range(game.min_players, game.max_players + 1):
            for values in product(*(_samples(option) for option in game.options)):
                cases.append(Case(name, players, tuple(zip(names, values, strict=True))))
    return cases


def simultaneous_cases() -> list[Case]:
    """Those in which several seats decide at once."""
    return [case for case in all_cases() if case.simultaneous]


# How likely random players of a title do something, by the kind of its states. Where nothing is
# told everything is equally likely; some games would never come to anything like that.
Weight = Callable[[ichiba.State, int], float]
weights: dict[type[ichiba.State], Weight] = {}


def random_step(state: ichiba.State, rng: Random) -> tuple[int, int]:
    """Any seat that owes a decision, and anything it may do."""
    seat = rng.choice(state.actors)
    legal = state.legal(seat)
    weight = weights.get(type(state))
    if weight is None:
        return seat, rng.choice(legal)
    return seat, rng.choices(legal, [weight(state, action) for action in legal])[0]


def play_some(state: ichiba.State, rng: Random, steps: int) -> None:
    """Random play for so many steps, or to the end."""
    for _ in range(steps):
        if not state.actors:
            return
        state.apply(*random_step(state, rng))
