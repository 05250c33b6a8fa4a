"""All set-ups of all titles, for the tests that every title must pass.

A title with too many options to try every combination lists its own set-ups in
`tests/<title>/setups.py`. If its games are long, it also says there how many checks to skip.
"""

import os
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from random import Random
from typing import Any

import msgspec
import pytest

import ichiba
from ichiba.core.options import Option, Value, Values

# Action tables up to this size are checked in full; larger ones by a sample of this size.
SMALL_TABLE = 60
# Games for each set-up: 20 in a normal run, thousands with `make fuzz`.
FUZZ_GAMES = int(os.environ.get("ICHIBA_FUZZ_GAMES", "20"))


class Case(msgspec.Struct, frozen=True):
    """A title with a player count and options."""

    name: str
    players: int
    options: tuple[tuple[str, Value], ...]
    # Only one in this many expensive checks and games is run.
    thrift: int = 1
    # Whether random play is sure to reach decisions of several seats at once.
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
        """Seeds for this many games, or fewer for a title with long games."""
        return range(max(1, games // self.thrift))

    def actions(self, legal: list[int], rng: Random) -> list[int]:
        """All actions; from a large action table only the legal ones and a sample of the others."""
        everything = range(self.game.num_actions)
        if len(everything) <= SMALL_TABLE:
            return list(everything)
        return sorted({*legal, *rng.sample(everything, SMALL_TABLE)})

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options]
        return "-".join([self.name, f"{self.players}p", *chosen])


def _samples(option: Option) -> list[Value]:
    """All values of a short list; the default and both ends of a long one."""
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


def sampled_cases() -> list[Any]:
    """All cases; only the first and the last of each title belong to the short run."""
    cases = all_cases()
    last = {case.name: case for case in cases}.values()
    first = {case.name: case for case in reversed(cases)}.values()
    return [
        case if case in (*first, *last) else pytest.param(case, marks=pytest.mark.long)
        for case in cases
    ]


def simultaneous_cases() -> list[Case]:
    """The cases in which several seats decide at once."""
    return [case for case in all_cases() if case.simultaneous]


# The weights of actions for random players, by class of state. Without weights all actions are
# equally likely. Some games need them to make any progress.
Weight = Callable[[ichiba.State, int], float]
weights: dict[type[ichiba.State], Weight] = {}


def random_step(state: ichiba.State, rng: Random) -> tuple[int, int]:
    """A random seat that has to decide, and a random legal action."""
    seat = rng.choice(state.actors)
    legal = state.legal(seat)
    weight = weights.get(type(state))
    if weight is None:
        return seat, rng.choice(legal)
    return seat, rng.choices(legal, [weight(state, action) for action in legal])[0]


def play_some(state: ichiba.State, rng: Random, steps: int) -> None:
    """Play this many random steps, or to the end."""
    for _ in range(steps):
        if not state.actors:
            return
        state.apply(*random_step(state, rng))
