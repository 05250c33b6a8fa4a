"""The base class of a position, and of its decisions. `fields` says what is on the table."""

from typing import Final

from ichiba.core.decision import Decision
from ichiba.core.messages import Reason
from ichiba.games.tsukiji.actions import ACTIONS, TICKET
from ichiba.games.tsukiji.data import NAME
from ichiba.games.tsukiji.layout import Layout

# Phases: what is being decided. `state.DECISIONS` has them in this order.
VALUATION: Final = 0
PURCHASE: Final = 1
TAKUSAN_PLACE: Final = 2
YAKUZA_GIFT: Final = 3
OVER: Final = 4

NOBODY: Final = -1


class TsukijiTable(Layout):
    """The pieces of a game."""

    __slots__ = ()

    game = NAME
    actions = ACTIONS


class Step(Decision[TsukijiTable]):
    """A decision of this game."""

    game = NAME

    def not_your_turn(self, table: TsukijiTable, seat: int, action: int) -> Reason:
        """Tickets are laid at the same time, so for them it is never a matter of turns."""
        if ACTIONS.kind_of[action] == TICKET:
            return self.no("tickets_revealed", "valuation")
        return super().not_your_turn(table, seat, action)
