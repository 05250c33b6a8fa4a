"""What all environments share: a title with players and options, and its positions as arrays."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ichiba.core.errors import IllegalAction, SetupError
from ichiba.core.game import Game, State
from ichiba.core.messages import Reason
from ichiba.core.numbers import as_number
from ichiba.core.registry import load

Floats = NDArray[np.float32]
Mask = NDArray[np.int8]
Observation = dict[str, Any]  # "observation" and "action_mask"

# What happens after an illegal action: it raises IllegalAction, ends the game with the worst reward
# for whoever chose it, or is replaced by a random legal one.
Illegal = Literal["raise", "end", "replace"]
ILLEGAL: tuple[Illegal, ...] = ("raise", "end", "replace")
# What is rewarded at the end of a game: victory, or by how much one is ahead of the others' mean.
Rewards = Literal["victory", "margin"]
REWARDS: tuple[Rewards, ...] = ("victory", "margin")


class Seating:
    """A title with a number of players and options.

    Options that random play needs are set unless others are given: without them, a game of
    untrained players might never end.
    """

    def __init__(
        self,
        title: str,
        players: int,
        options: Mapping[str, object],
        illegal: str = "raise",
        rewards: str = "victory",
    ) -> None:
        self.game: Game = load(title)
        self.players = players
        self.options: dict[str, Any] = {**self.game.random_options, **options}
        self.game.check(players, 0, self.options)
        self.illegal = _one_of("illegal", illegal, ILLEGAL)
        self.rewards = _one_of("rewards", rewards, REWARDS)
        self.spec = self.game.observation(players, **self.options)
        self.size = self.spec.size
        self.num_actions = self.game.num_actions

    @property
    def name(self) -> str:
        """The name with the revision of the rules, such as `tsukiji_v1`."""
        return f"{self.game.name.replace('-', '_')}_v{self.game.revision}"

    def new(self, seed: int) -> State:
        """Start a game."""
        return self.game.new(self.players, seed=seed, **self.options)

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """The lowest and the highest value of each number of an observation."""
        planes = self.spec.planes
        sizes = [plane.size for plane in planes]
        low = np.array([plane.low for plane in planes], np.float32)
        high = np.array([plane.high for plane in planes], np.float32)
        return np.repeat(low, sizes), np.repeat(high, sizes)

    def observed(self, state: State, seat: int) -> Floats:
        """What the seat knows, in an array of its own."""
        return np.frombuffer(bytearray(state.packed(seat, "f")), np.float32)

    def mask(self, legal: Iterable[int], length: int) -> Mask:
        """1 for each of these actions, 0 for the others."""
        flags = bytearray(length)
        for action in legal:
            flags[action] = 1
        return np.frombuffer(flags, np.int8)

    def results(self, state: State) -> tuple[float, ...]:
        """The rewards at the end of a game, by seat. Their sum is 0."""
        if self.rewards == "victory":
            return state.returns
        scores = state.scores
        total, others = sum(scores), len(scores) - 1
        return tuple(score - (total - score) / others for score in scores)

    def checked(self, state: State, seat: int, action: object, chance: Random) -> int | None:
        """The action if it is legal. Otherwise, as `illegal` says: it raises IllegalAction, returns
        a random legal one, or returns None if the game must end."""
        number, legal = as_number(action), state.legal(seat)
        if number in legal:
            return number
        if self.illegal == "replace":
            return chance.choice(legal)
        self.refuse(state, seat, action)
        return None

    def refuse(self, state: State, seat: int, action: object) -> None:
        """Raise IllegalAction, unless illegal actions end the game."""
        if self.illegal == "raise":
            raise IllegalAction(state.refusal(seat, action) or Reason("core.reason.game_over"))

    def penalties(self, seat: int) -> tuple[float, ...]:
        """The rewards if the game ends because this seat chose an illegal action."""
        worst = self.game.utility.low
        return tuple(worst if other == seat else 0.0 for other in range(self.players))


class Deals:
    """The seeds of one game after another, from the seed of the first one."""

    def __init__(self) -> None:
        self._chance = Random()  # without a seed, every run is different
        self.actions = Random()  # for illegal actions that are replaced

    def next(self, seed: int | None) -> int:
        """The seed of the next game; if one is given, it determines all later ones too."""
        if seed is None:
            return self._chance.getrandbits(64)
        number = as_number(seed)
        if number is None or number < 0:
            raise SetupError.of("core.error.seed", seed=str(seed))
        self._chance, self.actions = Random(number), Random(number)
        return number


def _one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}, not {value!r}")
    return value
