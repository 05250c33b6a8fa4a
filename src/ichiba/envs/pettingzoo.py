"""The games as environments of PettingZoo: `env` (agents act in turn) and `parallel_env`.

An observation is a dictionary with the numbers that `State.observe` writes ("observation") and 1
for each legal action ("action_mask"); the mask is in `infos` too. Rewards come when a game ends.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ichiba.core.game import State
from ichiba.core.numbers import as_number
from ichiba.envs.extras import missing
from ichiba.envs.rendering import MODES, check_mode, render
from ichiba.envs.seating import Deals, Mask, Observation, Seating

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise missing("pettingzoo", error) from error

__all__ = ["TogetherEnv", "TurnEnv", "env", "parallel_env"]

Results = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]
]


def env(
    title: str,
    players: int = 3,
    *,
    illegal: str = "raise",
    rewards: str = "victory",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: object,
) -> "TurnEnv":
    """An environment in which agents act in turn (AEC).

    `illegal` says what happens after an illegal action: "raise" raises IllegalAction and changes
    nothing, "end" ends the game with the worst reward for whoever chose it, and "replace" chooses a
    random legal one instead. `rewards` are "victory" (from −1 to 1) or "margin" (how far ahead of
    the others' mean). After `max_cycles` decisions for each player, the game is truncated.
    """
    seating = Seating(title, players, options, illegal, rewards)
    return TurnEnv(seating, max_cycles, render_mode)


def parallel_env(
    title: str,
    players: int = 3,
    *,
    illegal: str = "raise",
    rewards: str = "victory",
    max_cycles: int | None = None,
    render_mode: str | None = None,
    **options: object,
) -> "TogetherEnv":
    """The same with all agents at once. Whoever has nothing to decide passes.

    Passing is one more action, the last one, and the only legal one for these agents. After
    `max_cycles` steps, the game is truncated.
    """
    seating = Seating(title, players, options, illegal, rewards)
    return TogetherEnv(seating, max_cycles, render_mode)


class _Agents:
    """The agents of a seating, with their spaces."""

    def __init__(self, seating: Seating, num_actions: int) -> None:
        self.names = [f"player_{seat}" for seat in range(seating.players)]
        self.seats = {name: seat for seat, name in enumerate(self.names)}
        low, high = seating.bounds
        self.actions = {name: spaces.Discrete(num_actions) for name in self.names}
        self.observations = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=np.float32),
                    "action_mask": spaces.Box(0, 1, (num_actions,), np.int8),
                }
            )
            for name in self.names
        }


class TurnEnv(AECEnv):  # type: ignore[misc]
    """A game whose agents act one after the other. Simultaneous decisions are made in turn too, and
    nobody observes the others' until all have decided."""

    def __init__(
        self, seating: Seating, max_cycles: int | None = None, render_mode: str | None = None
    ) -> None:
        super().__init__()
        self.seating = seating
        self.metadata = {
            "name": seating.name, "render_modes": [*MODES], "is_parallelizable": False,
            "render_fps": 1,
        }  # fmt: skip
        self.render_mode = check_mode(render_mode)
        self.max_cycles = max_cycles
        self._set = _Agents(seating, seating.num_actions)
        self.possible_agents = [*self._set.names]
        self.agents: list[str] = []
        self.observation_spaces: Any = self._set.observations
        self.action_spaces: Any = self._set.actions
        self._deals = Deals()
        self._no_mask = seating.mask((), seating.num_actions)
        self.game_state: State | None = None

    def observation_space(self, agent: str) -> Any:
        """The space of observations, the same for all agents."""
        return self._set.observations[agent]

    def action_space(self, agent: str) -> Any:
        """The space of actions: a number for each action of the title."""
        return self._set.actions[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Start a game. The seed is that of the deal, and determines later games as well."""
        del options
        names = self._set.names
        self.game_state = self.seating.new(self._deals.next(seed))
        self.agents = [*names]
        self.rewards = dict.fromkeys(names, 0.0)
        self._cumulative_rewards = dict.fromkeys(names, 0.0)
        self.terminations = dict.fromkeys(names, False)
        self.truncations = dict.fromkeys(names, False)
        self.infos = {name: {"action_mask": self._no_mask} for name in names}
        self._skip_agent_selection = None
        self._decisions = 0
        self._ask(self.game_state)

    def _ask(self, state: State) -> None:
        """Select the agent that decides next."""
        self._seat = seat = state.actors[0]
        self.agent_selection = agent = self._set.names[seat]
        flags = self._flags = bytearray(self.seating.num_actions)
        for action in state.legal(seat):
            flags[action] = 1
        self._mask: Mask = np.frombuffer(flags, np.int8)
        self.infos[agent] = {"action_mask": self._mask}

    def observe(self, agent: str) -> Observation:
        """What an agent knows. Only the mask of the agent that decides has legal actions."""
        if self.game_state is None:
            raise RuntimeError("reset the environment first")
        packed = self.game_state.packed(self._set.seats[agent], "f")
        decides = agent == self.agent_selection and not self.terminations[agent]
        return {
            "observation": np.frombuffer(bytearray(packed), np.float32),
            "action_mask": self._mask if decides else self._no_mask,
        }

    def step(self, action: int | None) -> None:
        """Carry out the action of the selected agent."""
        state, agent = self.game_state, self.agent_selection
        if state is None:
            raise RuntimeError("reset the environment first")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number = as_number(action)
        if number is None or not 0 <= number < len(self._flags) or not self._flags[number]:
            number = self.seating.checked(state, self._seat, action, self._deals.actions)
            if number is None:
                self._end(self.seating.penalties(self._seat), self.terminations)
                return
        state.apply(self._seat, number)
        self._decisions += 1
        if not state.actors:
            self._end(self.seating.results(state), self.terminations)
            return
        self.infos[agent] = {"action_mask": self._no_mask}
        self._ask(state)
        if self.max_cycles and self._decisions >= self.max_cycles * len(self.possible_agents):
            self._end((0.0,) * self.seating.players, self.truncations)

    def _end(self, rewards: tuple[float, ...], flags: dict[str, bool]) -> None:
        """End the game with these rewards; each agent then has to make an empty step."""
        for name, reward in zip(self._set.names, rewards, strict=True):
            self.rewards[name] = reward
            flags[name] = True
            self.infos[name] = {"action_mask": self._no_mask}
        self._mask = self._no_mask
        self._accumulate_rewards()
        self._deads_step_first()

    def render(self) -> Any:
        """The board as the selected agent sees it."""
        if self.game_state is None:
            return None
        return render(self.render_mode, self.seating.game, self.game_state, self._seat)

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return self.seating.name


class TogetherEnv(ParallelEnv):  # type: ignore[misc]
    """A game with all agents in every step. Passing is the last action."""

    def __init__(
        self, seating: Seating, max_cycles: int | None = None, render_mode: str | None = None
    ) -> None:
        self.seating = seating
        self.metadata = {"name": seating.name, "render_modes": [*MODES], "render_fps": 1}
        self.render_mode = check_mode(render_mode)
        self.max_cycles = max_cycles
        self.passing = seating.num_actions
        self._set = _Agents(seating, seating.num_actions + 1)
        self.possible_agents = [*self._set.names]
        self.agents: list[str] = []
        self.observation_spaces: Any = self._set.observations
        self.action_spaces: Any = self._set.actions
        self._deals = Deals()
        self.game_state: State | None = None

    def observation_space(self, agent: str) -> Any:
        """The space of observations, the same for all agents."""
        return self._set.observations[agent]

    def action_space(self, agent: str) -> Any:
        """The space of actions: a number for each action of the title, and one for passing."""
        return self._set.actions[agent]

    def reset(
        self, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Any]]:
        """Start a game. The seed is that of the deal, and determines later games as well."""
        del options
        self.game_state = self.seating.new(self._deals.next(seed))
        self.agents = [*self._set.names]
        self._steps = 0
        return self._observations(self.game_state)

    def _deciding(self, state: State) -> tuple[int, ...]:
        return state.actors if state.simultaneous else state.actors[:1]

    def _observations(self, state: State) -> tuple[dict[str, Observation], dict[str, Any]]:
        seating, deciding = self.seating, self._deciding(state)
        seen, infos = {}, {}
        for name, seat in self._set.seats.items():
            legal = state.legal(seat) if seat in deciding else (self.passing,)
            mask = seating.mask(legal, self.passing + 1)
            seen[name] = {"observation": seating.observed(state, seat), "action_mask": mask}
            infos[name] = {"action_mask": mask}
        return seen, infos

    def step(self, actions: Mapping[str, int]) -> Results:
        """Carry out everybody's actions."""
        state, names = self.game_state, self.agents
        if state is None or not names:
            raise RuntimeError("reset the environment first")
        rewards = (0.0,) * self.seating.players
        chosen, wrong = self._chosen(state, actions)
        for seat, action in chosen:
            state.apply(seat, action)
        self._steps += 1
        ended = wrong is not None or not state.actors
        truncated = not ended and self._steps == self.max_cycles
        if wrong is not None:
            rewards = self.seating.penalties(wrong)
        elif ended:
            rewards = self.seating.results(state)
        if ended or truncated:
            self.agents = []
        seen, infos = self._observations(state)
        return (
            seen,
            dict(zip(names, rewards, strict=True)),
            dict.fromkeys(names, ended),
            dict.fromkeys(names, truncated),
            infos,
        )

    def _chosen(
        self, state: State, actions: Mapping[str, int]
    ) -> tuple[list[tuple[int, int]], int | None]:
        """The legal choices of those who decide. If the game must end: because of which seat."""
        deciding, chosen = self._deciding(state), []
        for name, seat in self._set.seats.items():
            given = actions.get(name, self.passing)
            if seat in deciding:
                action = self.seating.checked(state, seat, given, self._deals.actions)
            elif as_number(given) == self.passing or self.seating.illegal == "replace":
                continue
            else:
                self.seating.refuse(state, seat, given)
                action = None
            if action is None:
                return [], seat
            chosen.append((seat, action))
        return chosen, None

    def render(self) -> Any:
        """The board as a spectator sees it."""
        if self.game_state is None:
            return None
        return render(self.render_mode, self.seating.game, self.game_state, None)

    def close(self) -> None:
        """There is nothing to close."""

    def __str__(self) -> str:
        return self.seating.name
