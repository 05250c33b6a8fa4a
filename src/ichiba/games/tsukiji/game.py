"""The game's entry point: players, options, actions and set-up."""

from collections.abc import Mapping
from typing import Any

from ichiba.core.game import Game, Holdings, View
from ichiba.core.observation import Spec
from ichiba.core.options import Option, Value, Values
from ichiba.games.tsukiji.actions import ACTIONS
from ichiba.games.tsukiji.data import CARDS_IN_LOT, NAME, REVISION, ROUNDS, TITLE
from ichiba.games.tsukiji.dealing import set_up
from ichiba.games.tsukiji.event_types import EVENTS
from ichiba.games.tsukiji.observation import spec
from ichiba.games.tsukiji.setup import SETUPS, Setup
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
            about="tsukiji.option_about.special_points",
        ),
    )
    actions = ACTIONS
    position = TsukijiState
    num_actions = len(ACTIONS)
    revision = REVISION
    view_type = TsukijiView
    event_types = EVENTS
    package = __package__

    def longest(self, players: int) -> int:
        """In every round: a ticket on every lot, a purchase, and a choice for each of its cards."""
        return ROUNDS * players * (players + 1 + 1 + CARDS_IN_LOT)

    def spec(self, players: int, options: Values) -> Spec:
        return spec(self.setup(players, options))

    def setup(self, players: int, options: Values) -> Setup:
        """The set-up with these players and options."""
        return SETUPS[players, bool(options["special_points"])]

    def holdings(self, view: View) -> list[Holdings]:
        """Cards by what they count as, Yakuza, and gold tickets that were never used."""
        restaurants: Any = view["restaurants"]
        return [
            {
                "cards": {
                    **{name: sum(own.values()) for name, own in restaurant["columns"].items()},
                    "yakuza": restaurant["yakuza"],
                },
                "gold tickets kept": dict.fromkeys(restaurant["specials"], 1),
            }
            for restaurant in restaurants
        ]

    def setting_of(self, path: str, players: int) -> tuple[int, Mapping[str, Value]]:
        """Tiles and cards are for one number of players, and some points for an option."""
        kind, _, rest = path.partition(".")
        if kind == "players":
            return int(rest.partition(".")[0]), {}
        return players, {"special_points": True} if kind == "special_points" else {}

    def begin(self, state: TsukijiState) -> None:
        """Set up a game."""
        set_up(state)
