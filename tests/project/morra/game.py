"""The entry point: players, actions and set-up."""

from collections.abc import Mapping
from random import Random

from ichiba.core.game import Dump, Game, Log
from ichiba.core.observation import Plane, Spec
from ichiba.core.options import Values
from ichiba.core.rng import Rng
from ichiba.games.morra.showing import begin_round
from ichiba.games.morra.state import DUMPING, MorraState
from ichiba.games.morra.table import ACTIONS, MOST, NAME, NOTHING, OVER, REVISION, ROUNDS, TITLE
from ichiba.games.morra.view_types import EVENTS, MorraView


class Morra(Game):
    """The game of Morra."""

    name, title, min_players, max_players = NAME, TITLE, 2, 3
    actions, num_actions, revision, package = ACTIONS, len(ACTIONS), REVISION, __package__
    view_type, event_types = MorraView, EVENTS

    def longest(self, players: int) -> int:
        return ROUNDS * players

    def spec(self, players: int, options: Values) -> Spec:
        return Spec(
            (
                Plane("round", (1,), 1, ROUNDS, "The number of the round."),
                Plane("start", (1,), 0, players - 1, "At whom the count starts."),
                Plane("shown", (1,), 0, 1, "Whether the observer has decided."),
                Plane("pebbles", (1,), 0, MOST, "The observer's pebbles."),
                Plane("points", (players,), 0, ROUNDS, "Everybody's points."),
            )
        )

    def deal(self, players: int, seed: int, options: Values, log: Log | None) -> MorraState:
        state = MorraState()
        state.log, state.rng, state.players = log, Rng(seed), players
        state.reveals, state.round, state.points = 0, 0, [0] * players
        begin_round(state)
        return state

    def restore(self, dump: Mapping[str, object]) -> MorraState:
        state = MorraState()
        DUMPING.fill(state, dump)
        return state

    def guess(self, view: MorraView, rng: Random) -> Dump:
        decided = [0 if seat not in view["actors"] else NOTHING for seat in range(view["players"])]
        known = zip(view["hidden"], decided, strict=True)
        return {
            "game": NAME, "revision": REVISION, "players": view["players"], "rng": Rng(0).state,
            "reveals": 0, "actors": view["actors"], "phase": 0 if view["actors"] else OVER,
            "round": view["round"], "number": view["number"], "points": view["scores"],
            "hidden": [other if own is None else own for own, other in known],
        }  # fmt: skip
