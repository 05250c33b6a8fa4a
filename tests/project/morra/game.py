"""The entry point: players, actions and set-up."""

from ichiba.core.game import Game
from ichiba.core.observation import Plane, Spec
from ichiba.core.options import Values
from ichiba.games.morra.fields import Fields
from ichiba.games.morra.showing import begin_round
from ichiba.games.morra.state import MorraState
from ichiba.games.morra.table import ACTIONS, MOST, NAME, REVISION, ROUNDS, TITLE, Setup
from ichiba.games.morra.view_types import EVENTS, MorraView


class Morra(Game):
    """The game of Morra."""

    name, title, min_players, max_players = NAME, TITLE, 2, 3
    actions, num_actions, revision, package = ACTIONS, len(ACTIONS), REVISION, __package__
    position = MorraState
    view_type, event_types = MorraView, EVENTS

    def longest(self, players: int) -> int:
        return ROUNDS * players

    def spec(self, players: int, options: Values) -> Spec:
        return Spec(
            (
                Fields.plane("round", Setup(players), "The number of the round."),
                Plane("start", (1,), 0, players - 1, "At whom the count starts."),
                Plane("shown", (1,), 0, 1, "Whether the observer has decided."),
                Plane("pebbles", (1,), 0, MOST, "The observer's pebbles."),
                Fields.plane("points", Setup(players), "Everybody's points."),
            )
        )

    def setup(self, players: int, options: Values) -> Setup:
        return Setup(players)

    def begin(self, state: MorraState) -> None:
        begin_round(state)
