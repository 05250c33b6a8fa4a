"""Every way to set up every title, for the tests that any title must pass."""

import os
from itertools import product
from random import Random

import msgspec

import ichiba
from ichiba.core.options import Option, Values

# Games for each set-up: hundreds in the normal run, thousands with `make fuzz`.
FUZZ_GAMES = int(os.environ.get("ICHIBA_FUZZ_GAMES", "50"))


class Case(msgspec.Struct, frozen=True):
    """A title with a number of players and options."""

    name: str
    players: int
    options: tuple[tuple[str, bool | int | str], ...]

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

    def __str__(self) -> str:
        chosen = [f"{name}={value}" for name, value in self.options]
        return "-".join([self.name, f"{self.players}p", *chosen])


def _samples(option: Option) -> list[bool | int | str]:
    """All values of a short list; the ends of a long one."""
    allowed = list(option.allowed)
    return allowed if len(allowed) <= 4 else [option.default, allowed[0], allowed[-1]]


def all_cases() -> list[Case]:
    cases = []
    for name in ichiba.games():
        game = ichiba.load(name)
        names = [option.name for option in game.options]
        for players in range(game.min_players, game.max_players + 1):
            for values in product(*(_samples(option) for option in game.options)):
                cases.append(Case(name, players, tuple(zip(names, values, strict=True))))
    return cases


def random_step(state: ichiba.State, rng: Random) -> tuple[int, int]:
    """Any seat that owes a decision, and anything it may do."""
    seat = rng.choice(state.actors)
    return seat, rng.choice(state.legal(seat))


def play_some(state: ichiba.State, rng: Random, steps: int) -> None:
    """Random play for so many steps, or to the end."""
    for _ in range(steps):
        if not state.actors:
            return
        state.apply(*random_step(state, rng))
