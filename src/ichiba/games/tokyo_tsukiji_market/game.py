"""The game class of Tokyo Tsukiji Market: players, options, actions and set-up."""

from collections.abc import Mapping
from random import Random

from ichiba.core.game import Dump, Game, Log
from ichiba.core.observation import Spec
from ichiba.core.options import Value, Values
from ichiba.games.tokyo_tsukiji_market import turn
from ichiba.games.tokyo_tsukiji_market.actions import ACTIONS, AMOUNT
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import NAME, REVISION, TITLE
from ichiba.games.tokyo_tsukiji_market.dumping import DUMPING
from ichiba.games.tokyo_tsukiji_market.event_types import EVENTS
from ichiba.games.tokyo_tsukiji_market.from_view import guess
from ichiba.games.tokyo_tsukiji_market.options import OPTIONS, check_combination
from ichiba.games.tokyo_tsukiji_market.planes import spec
from ichiba.games.tokyo_tsukiji_market.setup import Setup, set_up
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
    random_options: Mapping[str, Value] = {"round_limit": 30}
    actions = ACTIONS
    num_actions = len(ACTIONS)
    amounts = range(AMOUNT, len(ACTIONS))
    revision = oldest = REVISION  # nothing older was released
    view_type = MarketView
    event_types = EVENTS
    package = __package__

    def check(self, players: int, seed: int, options: Mapping[str, object]) -> Values:
        """Return all options with their values; raise SetupError if they cannot be combined."""
        values = super().check(players, seed, options)
        check_combination(players, values)
        return values

    def longest(self, players: int) -> int:
        """Return a generous upper bound, since the rules set none."""
        return _LONGEST_A_PLAYER * players

    def spec(self, players: int, options: Values) -> Spec:
        """Return what observations consist of."""
        return spec(players, bool(options["expansion"]))

    def deal(self, players: int, seed: int, options: Values, log: Log | None) -> MarketState:
        """Set up a game and advance to the first decision."""
        state = MarketState()
        state.log = log
        set_up(state, Setup(players, options), seed)
        turn.begin_turn(state, state.start)
        turn.proceed(state)
        return state

    def restore(self, dump: Mapping[str, object]) -> MarketState:
        """Return the position that a dump describes."""
        state = MarketState()
        DUMPING.fill(state, dump)
        return state

    def guess(self, view: MarketView, rng: Random) -> Dump:
        """Return a dump of any position with this view."""
        return guess(view)
