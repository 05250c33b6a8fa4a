"""The base class of a position, and of its decisions. `fields` says what is on the table."""

from typing import Final

from ichiba.core.decision import Decision, Part
from ichiba.core.messages import Reason
from ichiba.games.tokyo_tsukiji_market.actions import ACTIONS, BOAT
from ichiba.games.tokyo_tsukiji_market.data import NAME
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY
from ichiba.games.tokyo_tsukiji_market.layout import Layout

# Phases: what is being decided. `state.DECISIONS` has them in this order.
FREEZER: Final = 0
OWN_FUGU: Final = 1
PRICING: Final = 2
PRICING_FREELY: Final = 3
TURN: Final = 4
DISCARDING: Final = 5
FISHING: Final = 6
ACTIVITY: Final = 7
ABROAD: Final = 8
TRANSFERRING: Final = 9
CHOOSING_BARGE: Final = 10
PURCHASING: Final = 11
VISITING: Final = 12
TRADING_IN: Final = 13
BIDDING: Final = 14
AWARDING: Final = 15
PICKING: Final = 16
OVER: Final = 17
# The stages of a turn, in order (B7).
CHECK_END: Final = 0
TAKE_IN: Final = 1
ASK_FREEZER: Final = 2
ASK_OWN_FUGU: Final = 3
DEGRADATION: Final = 4
ACTIONS_STAGE: Final = 5
BUYERS_STAGE: Final = 6

NOBODY: Final = -1
NO_BOAT: Final = -1
NO_MARKET: Final = -1
NO_END: Final = -1  # the end of the game is not triggered
NO_SPACE: Final = -1
NO_ACTION: Final = -1
# The owner of a boat that belongs to no player.
AT_SHIPS: Final = -1
AT_USED_SHIPS: Final = -2
IN_BOX: Final = -3
ON_BOARD: Final = -1  # a Himono license that nobody holds
# Where a boat is: ports 0, 1 and 2, at sea, or in the Foreign Market.
PORTS: Final = 3
SEA: Final = 3
FOREIGN: Final = 4
# The status of a fish market or an external market.
BOXED: Final = 0
OPEN: Final = 1
OVERFISHED: Final = 2
CRASHED: Final = 2
CLOSED: Final = 3
# Where a boat is rented from.
NOT_RENTED: Final = 0
FROM_SHIPS: Final = 1
FROM_USED_SHIPS: Final = 2
# The other tokens, as indices of `others_left` and `box_others`.
OTHERS: Final = ("freezer", "cart", "buyer", "expansion", "loan", "share", "rental")
FREEZERS: Final = 0
CARTS: Final = 1
BUYERS: Final = 2
EXPANSIONS: Final = 3
LOANS: Final = 4
SHARES: Final = 5
RENTAL_TOKENS: Final = 6


class MarketTable(Layout):
    """The pieces of a game."""

    __slots__ = ()

    game = NAME
    actions = ACTIONS

    def deciding(self) -> int:
        """The active player, or the owner of a Buyer who purchases."""
        return self.buying if self.phase == PURCHASING else self.seat


class Step(Decision[MarketTable]):
    """A decision of this game. Unless it says more, whatever else the player tries has to wait."""

    game = NAME


class Choice(Part[MarketTable]):
    """Some choices in the menu of a turn, of the Fishing action or of a visit."""

    game = NAME

    def not_now(self, table: MarketTable, seat: int) -> Reason:
        """The question at hand, if it alone is the reason."""
        return table.decisions[table.phase].comes_first(table, seat)


class AnyBoat(Choice):
    """A boat, in a menu that offers none."""

    chapter = "fishing"
    kinds = (BOAT,)

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """The boat may belong to somebody else."""
        if table.owner[action - BOAT] != seat:
            return self.no("not_your_boat", boat=BOAT_KEY[action - BOAT])
        return self.not_now(table, seat)
