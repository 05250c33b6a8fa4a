"""The game's entry point: players, options, actions and set-up."""

from collections import Counter
from typing import Any

from ichiba.core.game import Game, Holdings, View
from ichiba.core.observation import Spec
from ichiba.core.options import Option, Values
from ichiba.games.shinjuku.actions import ACTIONS
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KIND_COUNT
from ichiba.games.shinjuku.data import ACTIONS_IN_TURN, NAME, REVISION, TITLE
from ichiba.games.shinjuku.dealing import set_up
from ichiba.games.shinjuku.event_types import EVENTS
from ichiba.games.shinjuku.observation import spec
from ichiba.games.shinjuku.setup import SETUPS, Setup
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
            about="shinjuku.option_about.open_customers",
        ),
    )
    actions = ACTIONS
    position = ShinjukuState
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

    def holdings(self, view: View) -> list[Holdings]:
        """Stores by station and by good, customers and bonus tokens."""
        companies: Any = view["companies"]
        stores: Any = view["stores"]
        return [
            {
                "stores at": {at: 1 for at, one in stores.items() if one["owner"] == seat},
                "stores": Counter(one["good"] for one in stores.values() if one["owner"] == seat),
                "customers": {**Counter(company["customers"]), "bonus": company["bonus"]},
            }
            for seat, company in enumerate(companies)
        ]

    def spec(self, players: int, options: Values) -> Spec:
        return spec(self.setup(players, options))

    def setup(self, players: int, options: Values) -> Setup:
        """The set-up with these players and options."""
        return SETUPS[players, bool(options["open_customers"])]

    def begin(self, state: ShinjukuState) -> None:
        """Set up a game."""
        set_up(state)
