"""The game's entry point: players, options, actions and set-up."""

from collections.abc import Mapping
from random import Random

from ichiba.core.game import Dump, Game, Log
from ichiba.core.observation import Spec
from ichiba.core.options import Option, Values
from ichiba.games.shinjuku.actions import ACTIONS
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KIND_COUNT
from ichiba.games.shinjuku.data import ACTIONS_IN_TURN, NAME, REVISION, TITLE
from ichiba.games.shinjuku.dealing import set_up
from ichiba.games.shinjuku.dumping import DUMPING
from ichiba.games.shinjuku.event_types import EVENTS
from ichiba.games.shinjuku.from_view import guess
from ichiba.games.shinjuku.observation import spec
from ichiba.games.shinjuku.setups import SETUPS
from ichiba.games.shinjuku.state import ShinjukuState
from ichiba.games.shinjuku.view_types import ShinjukuView


class Shinjuku(Game):
    """The game of Shinjuku."""

    name = NAME
    title = TITLE
    min_players = BOX.players.least.value
    max_players = BOX.players.most.value
    options = (
        Option(
            name="open_customers",
            type=bool,
            default=False,
            allowed=(False, True),
            title="shinjuku.option.open_customers",
        ),
    )
    actions = ACTIONS
    num_actions = len(ACTIONS)
    revision = REVISION
    view_type = ShinjukuView
    event_types = EVENTS
    package = __package__

    def longest(self, players: int) -> int:
        """Every turn places a customer until all are placed; those spent on upgrades come again.

        A turn has at most two actions. The longest is a Move through all stations, paid with three
        cards, with a customer given at each and perhaps an income for each other player.
        """
        upgrades = players * BOX.players.departments.value
        turns = sum(KIND_COUNT) + upgrades + players
        move = 2 * CITY.stations + players + 6
        return turns * (ACTIONS_IN_TURN * move + 1)

    def spec(self, players: int, options: Values) -> Spec:
        """What observations have."""
        return spec(SETUPS[players, bool(options["open_customers"])])

    def deal(self, players: int, seed: int, options: Values, log: Log | None) -> ShinjukuState:
        """Set up a game."""
        state = ShinjukuState()
        state.log = log
        set_up(state, SETUPS[players, bool(options["open_customers"])], seed)
        return state

    def restore(self, dump: Mapping[str, object]) -> ShinjukuState:
        """The position that a dump describes."""
        state = ShinjukuState()
        DUMPING.fill(state, dump)
        return state

    def guess(self, view: ShinjukuView, rng: Random) -> Dump:
        """A dump of any position with this view."""
        return guess(view, rng)
