"""The title: players, options, actions, set-up."""

from collections.abc import Mapping, Sequence

from ichiba.core.errors import SetupError
from ichiba.core.game import Game, Log
from ichiba.core.options import Option, Value, Values
from ichiba.games.tokyo_tsukiji_market import dumping, starting, turn
from ichiba.games.tokyo_tsukiji_market.actions import ACTION, AMOUNT, NOTATION, NUM_ACTIONS
from ichiba.games.tokyo_tsukiji_market.data import BOX, EXTERNAL, FISH, NAME, REVISION, TITLE
from ichiba.games.tokyo_tsukiji_market.setup import Setup, check_combination, set_up
from ichiba.games.tokyo_tsukiji_market.state import MarketState

_SHIPS = "ships"
# The rules set no end to a game in which nobody wants one; random play stays far below this.
_LONGEST_A_PLAYER = 100_000


def _option(name: str, default: Value, allowed: Sequence[Value] = (False, True)) -> Option:
    return Option(
        name=name,
        type=type(default),
        default=default,
        allowed=allowed,
        title=f"{NAME}.option.{name}",
    )


class TokyoTsukijiMarket(Game):
    """A fishing economy made by its players."""

    name = NAME
    title = TITLE
    min_players = min(row.players for row in BOX.start.markets)
    max_players = max(row.players for row in BOX.start.markets)
    options = (
        _option("beginner", False),
        _option("closed_money", False),
        _option("expansion", False),
        _option("fish_markets", [], FISH),
        _option("external_markets", [], tuple(name for name in EXTERNAL if name != _SHIPS)),
        _option("staple", "mackerel", ("mackerel", "jack_mackerel")),
        _option("blue_ship", False),
        _option("barges", "six_slot", ("six_slot", "four_slot")),
        _option("extra_fish", 0, range(12)),
        _option("extra_external", 0, range(13)),
        _option("crashing", False),
        _option("open_knowledge", False),
        _option("round_limit", 0, range(1001)),
    )
    random_options: Mapping[str, Value] = {"round_limit": 30}
    num_actions = NUM_ACTIONS
    amounts = range(AMOUNT, NUM_ACTIONS)
    revision = REVISION
    package = __package__

    def check(self, players: int, seed: int, options: Mapping[str, object]) -> Values:
        """All options with their values, if they go together."""
        values = super().check(players, seed, options)
        check_combination(players, values)
        return values

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
        """Generous: the rules know no longest game."""
        return _LONGEST_A_PLAYER * players

    def deal(self, players: int, seed: int, options: Values, log: Log | None) -> MarketState:
        """Set up a game, up to the first decision."""
        state = MarketState()
        state.log = log
        set_up(state, Setup(players, options), seed)
        starting.begin(state, state.start)
        turn.proceed(state)
        return state

    def restore(self, dump: Mapping[str, object]) -> MarketState:
        """The position of a dump."""
        state = MarketState()
        dumping.fill(state, dump, self.check)
        turn.refresh(state)
        return state
