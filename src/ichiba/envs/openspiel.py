"""The games as games of OpenSpiel. `register()` adds them; then `pyspiel.load_game` knows them.

    game = pyspiel.load_game("ichiba_tsukiji", {"players": 3})

The first node of a game is a chance node with the deal; its outcomes are seeds. OpenSpiel also has
sampled chance, but cannot save the state of a Python game that uses it. Secret simultaneous choices
are made in turn, or at simultaneous nodes in games with the suffix `_simultaneous`.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
import numpy as np

from ichiba.core.errors import IllegalAction
from ichiba.core.game import Game, State
from ichiba.core.messages import Reason
from ichiba.core.registry import games, load
from ichiba.envs.extras import missing
from ichiba.envs.past import Past

try:
    import pyspiel
except ImportError as error:
    raise missing("openspiel", error) from error

__all__ = ["SpielGame", "SpielState", "name_of", "register"]

_DEALS = 1000
_TOGETHER = "_simultaneous"
_SEPARATOR = "+"  # between the items of an option that is a list


def name_of(title: str, *, simultaneous: bool = False) -> str:
    """The name of a title in OpenSpiel."""
    return f"ichiba_{load(title).name.replace('-', '_')}{_TOGETHER if simultaneous else ''}"


def register() -> list[str]:
    """Register all titles, unless that has been done. Returns their names in OpenSpiel."""
    names, known = [], {*pyspiel.registered_names()}
    for title in games():
        game = load(title)
        for together in (False, True) if _decides_together(game) else (False,):
            kind = _game_type(game, together)
            names.append(kind.short_name)
            if kind.short_name not in known:
                pyspiel.register_game(kind, _maker(title, kind))
    return names


def _decides_together(game: Game) -> bool:
    decisions = getattr(type(game.new(game.min_players, seed=0)), "decisions", ())
    return any(decision.simultaneous for decision in decisions)


def _maker(title: str, kind: Any) -> Any:
    """A class that makes games. OpenSpiel releases it only after Python has been shut down, which
    would crash with a function; a class refers to itself, so it is not freed."""

    class OneTitle(SpielGame):
        def __init__(self, params: dict[str, Any]) -> None:
            super().__init__(title, kind, params)

    return OneTitle


def _defaults(game: Game) -> dict[str, Any]:
    """The parameters of a game, with their defaults. Those of OpenSpiel can't be lists."""
    own: dict[str, Any] = {option.name: option.default for option in game.options}
    own |= game.random_options
    plain = {
        name: _SEPARATOR.join(map(str, value)) if isinstance(value, list) else value
        for name, value in own.items()
    }
    return {"players": game.min_players, "deals": _DEALS, "first_deal": 0, **plain}


def _game_type(game: Game, together: bool) -> Any:
    kinds = pyspiel.GameType
    dynamics = kinds.Dynamics.SIMULTANEOUS if together else kinds.Dynamics.SEQUENTIAL
    return kinds(
        short_name=name_of(game.name, simultaneous=together),
        long_name=game.title,
        dynamics=dynamics,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_players,
        min_num_players=game.min_players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(game),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A title with players and options, as a game of OpenSpiel."""

    def __init__(self, title: str, kind: Any, params: dict[str, Any]) -> None:
        game = self.title = load(title)
        given = {**_defaults(game), **params}
        self.players = given.pop("players")
        self.deals = given.pop("deals")
        self.first_deal = given.pop("first_deal")
        self.together = kind.dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
        lists = {option.name for option in game.options if option.type is list}
        self.options = {
            name: [item for item in value.split(_SEPARATOR) if item] if name in lists else value
            for name, value in given.items()
        }
        game.check(self.players, self.first_deal, self.options)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.num_actions,
            max_chance_outcomes=self.deals,
            num_players=self.players,
            min_utility=game.utility.low,
            max_utility=game.utility.high,
            utility_sum=0.0,
            max_game_length=game.longest(self.players),
        )
        super().__init__(kind, info, params)
        self.spec = game.observation(self.players, **self.options)

    def new_initial_state(self, *_: object) -> "SpielState":
        """The node before the deal."""
        return SpielState(self)

    def deal(self, outcome: int) -> State:
        """The position after the chance node."""
        return self.title.new(self.players, seed=self.first_deal + outcome, **self.options)

    def deal_with_log(self, outcome: int) -> State:
        """The same with a log."""
        seed = self.first_deal + outcome
        return self.title.new_with_log(self.players, seed=seed, **self.options)

    def max_chance_nodes_in_history(self) -> int:
        """There is one chance node."""
        return 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        """An observer for tensors and strings."""
        del params  # there are none
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self, perfect_recall=kind.perfect_recall)


class _Node(pyspiel.State):  # type: ignore[misc]
    """Keeps some things in slots, because OpenSpiel copies everything in `__dict__`."""

    __slots__ = ("legal", "together")

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.legal: dict[int, list[int]] = {}  # what has been asked for in this position
        self.together = game.together


class SpielState(_Node):
    """A position, as a state of OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.past: Past | None = None  # before the deal

    @property
    def position(self) -> State:
        """The position in the words of Ichiba. Raises LookupError before the deal."""
        if self.past is None:
            raise LookupError("the cards have not been dealt")
        return self.past.position

    def current_player(self) -> Any:
        """The seat that decides."""
        if self.past is None:
            return pyspiel.PlayerId.CHANCE
        position = self.past.position
        if not position.actors:
            return pyspiel.PlayerId.TERMINAL
        if self.together and position.simultaneous:
            return pyspiel.PlayerId.SIMULTANEOUS
        return position.actors[0]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.past is not None and not self.past.position.actors

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals, equally likely."""
        deals = self.get_game().deals
        return [(outcome, 1 / deals) for outcome in range(deals)]

    def legal_actions(self, *player: int) -> list[int]:
        """The player's legal actions. Programs in Python save the way through OpenSpiel's C++."""
        if player or self.past is None or self.together:
            found: list[int] = super().legal_actions(*player)
            return found
        actors = self.past.position.actors
        return self._legal_actions(actors[0])[:] if actors else []

    def is_chance_node(self) -> bool:
        """Whether the deal comes next."""
        return self.past is None

    def _legal_actions(self, player: int) -> list[int]:
        found = self.legal.get(player)
        if found is None:
            found = self.legal[player] = sorted(self.position.legal(player))
        return found

    def _apply_action(self, action: int) -> None:
        if self.past is None:
            self.past = Past.begin(self.get_game().deal_with_log(action))
        else:
            self._play(self.past, self.past.position.actors[0], action)
        self.legal = {}

    def _apply_actions(self, actions: Sequence[int]) -> None:
        if self.past is None:
            raise LookupError("the cards have not been dealt")
        actors = self.past.position.actors
        for seat in actors:
            if actions[seat] not in self._legal_actions(seat):
                raise self._illegal(seat, actions[seat])
        for seat in actors:
            self.past.play(seat, actions[seat])
        self.legal = {}

    def _play(self, past: Past, seat: int, action: int) -> None:
        if action not in self._legal_actions(seat):
            raise self._illegal(seat, action)
        past.play(seat, action)

    def _illegal(self, seat: int, action: int) -> IllegalAction:
        reason = self.position.refusal(seat, action)
        return IllegalAction(reason or Reason("core.reason.game_over"))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return str(self.get_game().title.notation(action))

    def returns(self) -> list[float]:
        """By seat: 1 for a victory; the sum is 0."""
        if self.past is None:
            return [0.0] * int(self.get_game().players)
        return [*self.past.position.returns]

    def resample_from_infostate(self, player: int, sampler: Any) -> "SpielState":
        """A state that the player cannot tell from this one; the rest is drawn at random."""
        if self.past is None:
            raise LookupError("the cards have not been dealt")
        twin: SpielState = self.clone()
        twin.past = self.past.redrawn(player, Random(sampler()))
        return twin

    def __str__(self) -> str:
        """The whole position, including everything hidden."""
        return "before the deal" if self.past is None else self.past.text()


class SpielObserver:
    """Tensors from `State.observe`; strings are information states or views."""

    def __init__(self, game: SpielGame, *, perfect_recall: bool) -> None:
        self._game = game
        self._perfect_recall = perfect_recall
        spec = game.spec
        self.tensor = np.zeros(spec.size, np.float32)
        self.dict = {
            plane.name: self.tensor[where].reshape(plane.shape)
            for plane, where in zip(spec.planes, spec.slices().values(), strict=True)
        }
        if perfect_recall:  # there are no tensors that remember everything
            self.tensor, self.dict = None, {}  # type: ignore[assignment]

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what the player knows into the tensor."""
        if self.tensor is None:
            return
        if state.past is None:
            self.tensor.fill(0)
        else:
            state.past.position.observe(player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        """What the player has seen and chosen so far, or what they see now."""
        if state.past is None:
            return ""
        if self._perfect_recall:
            return state.past.information_state(player)
        return msgspec.json.encode(state.past.position.view(player)).decode()
