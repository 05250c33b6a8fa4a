"""The title: players, options, actions, set-up."""

from collections.abc import Mapping

from ichiba.core.errors import SetupError
from ichiba.core.game import Game, Log
from ichiba.core.options import Option, Values
from ichiba.games.shinjuku import dumping
from ichiba.games.shinjuku.data import ACTIONS_IN_TURN, BOX, KIND_COUNT, NAME, REVISION, TITLE
from ichiba.games.shinjuku.dealing import set_up
from ichiba.games.shinjuku.setups import ACTIONS, CITY, SETUPS
from ichiba.games.shinjuku.state import ShinjukuState


class Shinjuku(Game):
    """Rails, stores and customers on the map of Tokyo."""

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
    num_actions = ACTIONS.number
    revision = REVISION
    package = __package__

    def notation(self, action: int) -> str:
        """An action as it is stored and shown."""
        return ACTIONS.notation[action]

    def parse(self, text: str) -> int:
        """The action of a notation."""
        action = ACTIONS.action.get(text)
        if action is None:
            raise SetupError.of("core.error.notation", text=text[:60], title=self.title)
        return action

    def longest(self, players: int) -> int:
        """Every turn places a customer, until all are placed, those of upgrades again.

        A turn has at most two actions; the longest is a move through all stations, with a customer
        given and perhaps an income for each other player, paid with three cards.
        """
        upgrades = players * BOX.players.departments.value
        turns: int = sum(KIND_COUNT) + upgrades + players
        move = 2 * CITY.stations + players + 6
        return turns * (ACTIONS_IN_TURN * move + 1)

    def deal(self, players: int, seed: int, options: Values, log: Log | None) -> ShinjukuState:
        """Set up a game."""
        state = ShinjukuState()
        state.log = log
        set_up(state, SETUPS[players, bool(options["open_customers"])], seed)
        return state

    def restore(self, dump: Mapping[str, object]) -> ShinjukuState:
        """The position of a dump."""
        state = ShinjukuState()
        dumping.fill(state, dump)
        return state
