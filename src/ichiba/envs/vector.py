"""Many games at once, as a vector environment of Gymnasium, for programs that learn quickly.

All observations are rows of one array that is allocated once. A game that ends is followed by a new
one in the same step (`AutoresetMode.SAME_STEP`).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ichiba.bots.player import Bot
from ichiba.core.game import State
from ichiba.core.observer import Observer
from ichiba.envs.extras import missing
from ichiba.envs.gymnasium import spaces_of
from ichiba.envs.opponents import Opponents, play_on
from ichiba.envs.seating import Deals, Seating

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    raise missing("gymnasium", error) from error

__all__ = ["GamesEnv"]

Array = NDArray[Any]
Batch = dict[str, Array]


class GamesEnv(VectorEnv[Batch, Array, Array]):
    """Many games of one title, with every decision or those of one seat against bots.

    Without bots, each action is for whoever decides in that game, and so is its reward;
    `infos["seat"]` has the seats that decide next. When games end, `infos["returns"]` has the
    rewards of all their seats, and `infos["_returns"]` says in which games.
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        title: str,
        players: int = 2,
        *,
        num_envs: int = 64,
        bots: str | Sequence[str] | None = None,
        illegal: str = "raise",
        rewards: str = "victory",
        copy: bool = True,
        **options: object,
    ) -> None:
        """Set up the games. In a game with bots, the learner's seat is the number of the game
        modulo the number of players. With `copy=False`, the arrays that `step` returns are used
        again by the next step."""
        self.seating = seating = Seating(title, players, options, illegal, rewards)
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = spaces_of(seating)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._opponents = None if bots is None else Opponents(seating.game, bots, players)
        self._copy = copy
        self._deals = Deals()
        self._games: list[State] = []
        self._others: list[dict[int, tuple[Bot, Observer]]] = [{}] * num_envs
        self._seats = np.zeros(num_envs, np.int64)
        self._make_arrays()

    def _make_arrays(self) -> None:
        count, seating = self.num_envs, self.seating
        self._observations = np.zeros((count, seating.size), np.float32)
        self._masks = np.zeros((count, seating.num_actions), np.int8)
        self._rewards = np.zeros(count, np.float64)
        self._ended = np.zeros(count, np.bool_)
        self._truncated = np.zeros(count, np.bool_)
        self._returns = np.zeros((count, seating.players), np.float64)
        # The same memory, row by row, as bytes.
        self._rows = [row.data.cast("B") for row in self._observations]
        self._flags = [row.data.cast("B") for row in self._masks]
        self._no_flags = bytes(seating.num_actions)

    def reset(
        self,
        *,
        seed: int | list[int | None] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> tuple[Batch, dict[str, Any]]:
        """Start all games. A seed determines all of them."""
        del options
        if isinstance(seed, list):  # one for each game; the first determines later games
            seeds = [self._deals.next(one) for one in seed]
        else:
            seeds = [self._deals.next(seed)]
        seeds += [self._deals.next(None) for _ in range(self.num_envs - len(seeds))]
        self._games = [self.seating.new(one) for one in seeds]
        for number, one in enumerate(seeds):
            self._sit_down(number, one)
        self._ended.fill(False)
        return self._results()[0], self._infos()

    def _sit_down(self, number: int, seed: int) -> None:
        """Prepare a new game: the bots may play before the learner."""
        state = self._games[number]
        if self._opponents is not None:
            seat = number % self.seating.players
            self._others[number] = others = self._opponents.sit_down(state, seat, seed)
            play_on(state, seat, others)
            if not state.actors:  # the bots finished the game alone
                self._start(number)
                return
            self._show(number, state, seat)
        else:
            self._show(number, state, state.actors[0])

    def _start(self, number: int) -> None:
        seed = self._deals.next(None)
        self._games[number] = self.seating.new(seed)
        self._sit_down(number, seed)

    def _show(self, number: int, state: State, seat: int) -> None:
        """Write what the seat that decides observes."""
        self._seats[number] = seat
        self._rows[number][:] = state.packed(seat, "f")
        flags = self._flags[number]
        flags[:] = self._no_flags
        for action in state.legal(seat):
            flags[action] = 1

    def step(self, actions: Array) -> tuple[Batch, Array, Array, Array, dict[str, Any]]:
        """Carry out an action in each game. Raises IllegalAction before anything has changed."""
        if not self._games:
            raise gymnasium.error.ResetNeeded("reset the environment first")
        chosen = self._checked(np.asarray(actions).tolist())
        self._rewards.fill(0.0)
        self._ended.fill(False)
        seats, others = self._seats.tolist(), self._others
        alone = self._opponents is None
        for number, (state, action) in enumerate(zip(self._games, chosen, strict=True)):
            seat = seats[number]
            if action is None:
                self._end(number, seat, self.seating.penalties(seat))
                continue
            state.apply(seat, action)
            if not alone:
                play_on(state, seat, others[number])
            actors = state.actors
            if actors:
                self._show(number, state, actors[0] if alone else seat)
            else:
                self._end(number, seat, self.seating.results(state))
        return self._results()

    def _end(self, number: int, seat: int, results: tuple[float, ...]) -> None:
        self._rewards[number] = results[seat]
        self._returns[number] = results
        self._ended[number] = True
        self._start(number)

    def _checked(self, actions: list[Any]) -> list[int | None]:
        """The actions; where one is illegal, what the seating makes of it."""
        if len(actions) != self.num_envs:
            raise ValueError(f"{self.num_envs} games need {self.num_envs} actions")
        count, flags = self.seating.num_actions, self._flags
        chosen: list[int | None] = actions
        for number, action in enumerate(actions):
            if type(action) is not int or not 0 <= action < count or not flags[number][action]:
                state, seat = self._games[number], int(self._seats[number])
                chosen[number] = self.seating.checked(state, seat, action, self._deals.actions)
        return chosen

    def _results(self) -> tuple[Batch, Array, Array, Array, dict[str, Any]]:
        arrays: list[Array] = [
            self._observations, self._masks, self._rewards, self._ended, self._truncated
        ]  # fmt: skip
        seen, masks, rewards, ended, truncated = (
            [array.copy() for array in arrays] if self._copy else arrays
        )
        batch = {"observation": seen, "action_mask": masks}
        return batch, rewards, ended, truncated, {**self._infos(), "action_mask": masks}

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {"seat": self._seats.copy()}
        if self._ended.any():
            infos |= {"returns": self._returns.copy(), "_returns": self._ended.copy()}
        return infos

    @property
    def games(self) -> list[State]:
        """The positions of all games."""
        return self._games
