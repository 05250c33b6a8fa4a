"""The game's entry point: players, options, actions and set-up."""

from collections.abc import Mapping
from random import Random

from ichiba.core.game import Dump, Game, Log
from ichiba.core.observation import Spec
from ichiba.core.options import Option, Values
from ichiba.games.tsukiji.actions import ACTIONS
from ichiba.games.tsukiji.data import CARDS_IN_LOT, NAME, REVISION, ROUNDS, SETUPS, TITLE
from ichiba.games.tsukiji.dumping import DUMPING
from ichiba.games.tsukiji.event_types import EVENTS
from ichiba.games.tsukiji.from_view import guess
from ichiba.games.tsukiji.observation import spec
from ichiba.games.tsukiji.setup import set_up
from ichiba.games.tsukiji.state import TsukijiState
from ichiba.games.tsukiji.view_types import TsukijiView


class Tsukiji(Game):
    """The game of Tsukiji."""

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
    actions = ACTIONS
    num_actions = len(ACTIONS)
    revision = REVISION
    view_type = TsukijiView
    event_types = EVENTS
    package = __package__

    def longest(self, players: int) -> int:
        """In every round: a ticket on every lot, a purchase, and a choice for each of its cards."""
        return ROUNDS * players * (players + 1 + 1 + CARDS_IN_LOT)

    def spec(self, players: int, options: Values) -> Spec:
        """What observations have."""
        return spec(SETUPS[players, bool(options["special_points"])])

    def deal(self, players: int, seed: int, options: Values, log: Log | None) -> TsukijiState:
        """Set up a game."""
        state = TsukijiState()
        state.log = log
        set_up(state, SETUPS[players, bool(options["special_points"])], seed)
        return state

    def restore(self, dump: Mapping[str, object]) -> TsukijiState:
        """The position that a dump describes."""
        state = TsukijiState()
        DUMPING.fill(state, dump)
        return state

    def guess(self, view: TsukijiView, rng: Random) -> Dump:
        """A dump of any position with this view."""
        return guess(view)
