"""The game class of Tokyo Tsukiji Market: players, options, actions and set-up."""

from collections.abc import Mapping
from operator import index
from typing import Any, SupportsIndex

from ichiba.core.game import Game, Holdings, View
from ichiba.core.observation import Spec
from ichiba.core.options import Value, Values
from ichiba.games.tokyo_tsukiji_market import turn
from ichiba.games.tokyo_tsukiji_market.actions import ACTIONS, AMOUNT
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import NAME, REVISION, TITLE
from ichiba.games.tokyo_tsukiji_market.event_types import EVENTS
from ichiba.games.tokyo_tsukiji_market.options import OPTIONS, check_combination
from ichiba.games.tokyo_tsukiji_market.planes import spec
from ichiba.games.tokyo_tsukiji_market.setup import Setup, set_up, setup_of
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.view_types import MarketView

# The rules do not limit the length of a game. Random play stays far below this number of moves.
_LONGEST_A_PLAYER = 100_000


class TokyoTsukijiMarket(Game):
    """A fishing economy that the players run."""

    name = NAME
    title = TITLE
    min_players = min(row.players for row in BOX.start.markets)
    max_players = max(row.players for row in BOX.start.markets)
    options = OPTIONS
    first_game: Mapping[str, Value] = {"beginner": True}
    random_options: Mapping[str, Value] = {"round_limit": 30}
    actions = ACTIONS
    position = MarketState
    num_actions = len(ACTIONS)
    amounts = range(AMOUNT, len(ACTIONS))
    revision = oldest = REVISION  # nothing older was released
    view_type = MarketView
    event_types = EVENTS
    package = __package__

    def check(
        self, players: SupportsIndex, seed: SupportsIndex, options: Mapping[str, object]
    ) -> Values:
        """All options with their values; raise SetupError if they cannot be combined."""
        values = super().check(players, seed, options)
        check_combination(index(players), values)
        return values

    def longest(self, players: int) -> int:
        """A generous upper bound, since the rules set none."""
        return _LONGEST_A_PLAYER * players

    def holdings(self, view: View) -> list[Holdings]:
        """Licenses and tokens by fish, and the other pieces of a harbor."""
        harbors: Any = view["harbors"]
        return [
            {
                "licenses": harbor["licenses"],
                "tokens": harbor["tokens"],
                "pieces": {
                    "boats": len(harbor["boats"]),
                    "ports": harbor["ports"],
                    **{name: len(harbor[name]) for name in ("freezers", "carts")},
                    **{name: harbor[name] for name in ("buyers", "loans", "shares")},
                },
            }
            for harbor in harbors
        ]

    def setting_of(self, path: str, players: int) -> tuple[int, Mapping[str, Value]]:
        """The market of a number has to be in play."""
        kind, _, rest = path.partition(".")
        name = rest.partition(".")[0]
        if kind not in ("fish", "external") or name in ("mackerel", "ships", "overfishing"):
            return players, {"expansion": True} if name == "overfishing" else {}
        options: dict[str, Value] = {f"{kind}_markets": [name]}
        board = BOX.fish[name] if kind == "fish" else BOX.external[name]
        return players, options | ({"expansion": True} if board.expansion else {})

    def spec(self, players: int, options: Values) -> Spec:
        """What observations consist of."""
        return spec(players, bool(options["expansion"]))

    def setup(self, players: int, options: Values) -> Setup:
        """The set-up with these players and options."""
        return setup_of(players, options)

    def begin(self, state: MarketState) -> None:
        """Set up a game and advance to the first decision."""
        set_up(state)
        turn.begin_turn(state, state.start)
        state.proceed()
