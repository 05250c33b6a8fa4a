"""The title: players, options, actions, set-up."""

from collections.abc import Mapping

from ichiba.core.errors import SetupError
from ichiba.core.game import Game, Log
from ichiba.core.options import Option, Values
from ichiba.games.tsukiji import dumping
from ichiba.games.tsukiji.actions import ACTION, NOTATION, NUM_ACTIONS
from ichiba.games.tsukiji.data import CARDS_IN_LOT, NAME, REVISION, ROUNDS, SETUPS, TITLE
from ichiba.games.tsukiji.offer import set_up
from ichiba.games.tsukiji.state import TsukijiState


class Tsukiji(Game):
    """Secret valuations of lots of fish."""

    name = NAME
    title = TITLE
    min_players = min(players for players, _ in SETUPS)
    max_players = max(players for players, _ in SETUPS)
    options = (
        Option(
            name="special_points",
            type=bool,
            default=False,
            allowed=(False, True),
            title="tsukiji.option.special_points",
        ),
    )
    num_actions = NUM_ACTIONS
    revision = REVISION
    package = __package__

    def notation(self, action: int) -> str:
        """An action as it is stored and shown."""
        return NOTATION[action]

    def parse(self, text: str) -> int:
        """The action of a notation."""
        action = ACTION.get(text)
        if action is None:
            raise SetupError.of("core.error.notation", text=text[:60], title=self.title)
        return action

    def longest(self, players: int) -> int:
        """Every round: a ticket on every lot, and a purchase with a choice for every card."""
        return ROUNDS * players * (players + 1 + 1 + CARDS_IN_LOT)

    def deal(self, players: int, seed: int, options: Values, log: Log | None) -> TsukijiState:
        """Set up a game."""
        state = TsukijiState()
        state.log = log
        set_up(state, SETUPS[players, bool(options["special_points"])], seed)
        return state

    def restore(self, dump: Mapping[str, object]) -> TsukijiState:
        """The position of a dump."""
        state = TsukijiState()
        dumping.fill(state, dump)
        return state
