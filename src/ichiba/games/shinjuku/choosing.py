"""Choosing the actions of a turn, and ending it."""

from typing import Final

from ichiba.core.decision import Menu, Part
from ichiba.core.messages import Message, Reason
from ichiba.games.shinjuku.actions import ACTIONS, END, EXPAND, INCOME, MOVE, OPEN, UPGRADE
from ichiba.games.shinjuku.data import ACTIONS_IN_TURN, NAME
from ichiba.games.shinjuku.expanding import Expand
from ichiba.games.shinjuku.income import Income
from ichiba.games.shinjuku.moving import Move
from ichiba.games.shinjuku.opening import Open, stations_to_open
from ichiba.games.shinjuku.paying import payable_wards
from ichiba.games.shinjuku.table import ShinjukuTable, Step, TurnAction
from ichiba.games.shinjuku.turn import end_turn
from ichiba.games.shinjuku.upgrading import Upgrade, stores_to_upgrade

PARTS: Final[dict[int, TurnAction]] = {
    OPEN: Open(),
    EXPAND: Expand(),
    INCOME: Income(),
    MOVE: Move(),
    UPGRADE: Upgrade(),
}
# The bits of actions in `used`.
_OPEN: Final = 1 << OPEN
_EXPAND: Final = 1 << EXPAND
_MOVE: Final = 1 << MOVE
_UPGRADE: Final = 1 << UPGRADE


class EndTurn(Part[ShinjukuTable]):
    """Ending the turn early."""

    game = NAME
    chapter = "turn"
    kinds = (END,)

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """The next player's turn begins."""
        end_turn(table)

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        return self.say("end")


class ChooseAction(Menu[ShinjukuTable]):
    """Which action does the player take?"""

    game = NAME
    name = "action"
    chapter = "turn"
    waiting_name = "turn"
    parts = (*PARTS.values(), EndTurn())

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """The unused actions that are possible, and the end of the turn."""
        used, payable = table.used, payable_wards(table, seat)
        found = []
        if not used & _OPEN and stations_to_open(table, payable):
            found.append(OPEN)
        if not used & _EXPAND and table.track[seat] and table.free_track:
            found.append(EXPAND)
        if table.deck or table.discard:
            found.append(INCOME)
        if not used & _MOVE and table.crowded & payable:
            found.append(MOVE)
        if not used & _UPGRADE and stores_to_upgrade(table, seat, payable):
            found.append(UPGRADE)
        found.append(END)
        return found

    def prompt(self, table: ShinjukuTable, seat: int) -> Message:
        """Says how many actions are left."""
        return self.question(table, left=ACTIONS_IN_TURN - table.done)


class Finish(Step):
    """After the last action: the player can still undo it, or end the turn."""

    name = "finish"
    chapter = "turn"
    kinds = (END,)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """Only the end of the turn."""
        return [END]

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """The next player's turn begins."""
        end_turn(table)

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        return self.say("end")

    def comes_first(self, table: ShinjukuTable, seat: int) -> Reason:
        """There is no third action."""
        return self.no("both_done")


CHOOSE_ACTION: Final = ChooseAction(ACTIONS.kind_of)
