"""The base class of a position, and of its decisions. `fields` says what is on the table."""

from typing import ClassVar, Final

from ichiba.core.decision import Decision, Part
from ichiba.core.messages import Message, Reason
from ichiba.games.shinjuku.actions import ACTIONS, TURN_ACTIONS
from ichiba.games.shinjuku.data import NAME
from ichiba.games.shinjuku.layout import Layout

# Phases: what is being decided. `state.DECISIONS` has them in this order.
ACTION: Final = 0
FINISH: Final = 1
OPEN_STATION: Final = 2
OPEN_STORE: Final = 3
PAYMENT: Final = 4
PAYMENT_THREE: Final = 5
EXPAND_FIRST: Final = 6
EXPAND_SECOND: Final = 7
MOVE_WARD: Final = 8
MOVE_START: Final = 9
MOVE_GIVE: Final = 10
MOVE_ON: Final = 11
UPGRADE_STATION: Final = 12
UPGRADE_CUSTOMER: Final = 13
FREE_INCOME: Final = 14
OVER: Final = 15

NONE: Final = -1  # no ward, station, link, owner, action ...


class ShinjukuTable(Layout):
    """The pieces of a game."""

    __slots__ = ()

    game = NAME
    actions = ACTIONS
    turn_actions: ClassVar["dict[int, TurnAction]"]  # the five actions of a turn

    def forget_choices(self) -> None:
        """Reset the current action and its choices."""
        self.action = self.station = self.good = self.origin = self.ward = self.kind = NONE
        self.first_link = self.second_link = NONE
        self.pay_for = self.three = self.group = self.visited = self.fares = 0
        self.path = ()
        self.given = ()


class Step(Decision[ShinjukuTable]):
    """A decision of this game: a step of an action."""

    game = NAME
    waiting_name = "turn"
    postpones = ()

    def comes_first(self, table: ShinjukuTable, seat: int) -> Reason:
        """The action has to be finished before another one."""
        return self.no("busy")


class TurnAction(Part[ShinjukuTable]):
    """One of the five actions of a turn."""

    game = NAME
    first_step: ClassVar[int]  # its phase

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Begin the action with its first step."""
        table.action = action
        table.phase = self.first_step

    def paid(self, table: ShinjukuTable, seat: int) -> None:
        """Go on once the card for this action has been paid."""
        raise NotImplementedError

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The name of the action."""
        return self.say(TURN_ACTIONS[action], "turn")

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """It has been used, or it is not possible in this position."""
        if table.used >> action & 1:
            return self.no("used", "turn", action=f"shinjuku.action.{TURN_ACTIONS[action]}")
        return self.impossible(table, seat)

    def impossible(self, table: ShinjukuTable, seat: int) -> Reason:
        """Why the action is not possible, although it has not been used."""
        raise NotImplementedError


def changed(row: list[int], place: int, value: int) -> list[int]:
    """A list with one number changed, because copies of a table share the old list."""
    row = row[:]
    row[place] = value
    return row
