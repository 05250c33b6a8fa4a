"""The games as environments of Gymnasium: one seat against bots, or many games at once.

Importing this module registers an id for each title. It ends in the revision of its rules:
`gymnasium.make("ichiba/Tsukiji-v1", players=3, bots="gentle")`. `gymnasium.make_vec` makes the
vector environment.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ichiba.core.game import State
from ichiba.core.registry import games, load
from ichiba.envs.extras import missing
from ichiba.envs.opponents import Opponents, play_on
from ichiba.envs.rendering import MODES, check_mode, render
from ichiba.envs.seating import Deals, Mask, Observation, Seating

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise missing("gymnasium", error) from error

__all__ = ["SeatEnv", "id_of", "register", "spaces_of"]


def spaces_of(seating: Seating) -> tuple[spaces.Dict, "spaces.Discrete[Any]"]:
    """The spaces of observations and actions of one seat."""
    low, high = seating.bounds
    count = seating.num_actions
    seen: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(low, high, dtype=np.float32),
        "action_mask": spaces.Box(0, 1, (count,), np.int8),
    }
    return spaces.Dict(seen), spaces.Discrete(count)


class SeatEnv(gymnasium.Env[Observation, Any]):
    """One seat of a game; bots have the others. Rewards come at the end of a game."""

    metadata: dict[str, Any] = {"render_modes": [*MODES], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        title: str,
        players: int = 2,
        *,
        bots: str | Sequence[str] = "random",
        seat: int | None = 0,
        illegal: str = "raise",
        rewards: str = "victory",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Set up a game. `bots` is the level of all bots, or a list with one for each. `seat` is
        where the learner sits, or None for another seat in each game."""
        self.seating = Seating(title, players, options, illegal, rewards)
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"seat must be from 0 to {players - 1}, or None, not {seat}")
        self.opponents = Opponents(self.seating.game, bots, players)
        self.observation_space, self.action_space = spaces_of(self.seating)
        self.render_mode = check_mode(render_mode)
        self._fixed_seat = seat
        self._deals = Deals()
        self.game_state: State | None = None

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a game. The seed is that of the deal, and determines later games as well."""
        del options
        super().reset(seed=seed)
        while True:
            deal = self._deals.next(seed)
            state = self.game_state = self.seating.new(deal)
            fixed, players = self._fixed_seat, self.seating.players
            self.seat = self._deals.actions.randrange(players) if fixed is None else fixed
            self._others = self.opponents.sit_down(state, self.seat, deal)
            play_on(state, self.seat, self._others)
            if state.actors:
                return self._seen(state)
            seed = None  # the others finished the game alone

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out an action, and let the bots play until it is the learner's turn again."""
        state, seat = self.game_state, self.seat
        if state is None or not state.actors:
            raise gymnasium.error.ResetNeeded("reset the environment first")
        number = self.seating.checked(state, seat, action, self._deals.actions)
        if number is None:
            self.game_state = None
            seen, info = self._seen(state)
            return seen, self.seating.penalties(seat)[seat], True, False, info
        state.apply(seat, number)
        play_on(state, seat, self._others)
        over = not state.actors
        seen, info = self._seen(state)
        return seen, self.seating.results(state)[seat] if over else 0.0, over, False, info

    def _seen(self, state: State) -> tuple[Observation, dict[str, Any]]:
        mask = self.seating.mask(state.legal(self.seat), self.seating.num_actions)
        numbers = self.seating.observed(state, self.seat)
        return {"observation": numbers, "action_mask": mask}, {"action_mask": mask}

    def action_masks(self) -> Mask:
        """1 for each legal action, by the name under which maskable algorithms ask for it."""
        legal = self.game_state.legal(self.seat) if self.game_state else ()
        return self.seating.mask(legal, self.seating.num_actions)

    def render(self) -> Any:
        """The board as the learner sees it."""
        if self.game_state is None:
            return None
        return render(self.render_mode, self.seating.game, self.game_state, self.seat)


def id_of(title: str) -> str:
    """The id of a title, such as `ichiba/Tsukiji-v1`."""
    game = load(title)
    return f"ichiba/{game.title.replace(' ', '')}-v{game.revision}"


def register() -> None:
    """Register an id for each title, unless that has been done."""
    for title in games():
        name = id_of(title)
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="ichiba.envs.gymnasium:SeatEnv",
                vector_entry_point="ichiba.envs.vector:GamesEnv",
                kwargs={"title": title},
            )


register()
