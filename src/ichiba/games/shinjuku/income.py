"""Income: drawing cards, as an action or because others used one's track."""

from ichiba.core.messages import Message, Reason
from ichiba.games.shinjuku.actions import DECLINE, INCOME
from ichiba.games.shinjuku.cards import can_draw, draw_income
from ichiba.games.shinjuku.table import FREE_INCOME, ShinjukuTable, Step, TurnAction
from ichiba.games.shinjuku.turn import end_turn, finish_action


class Income(TurnAction):
    """The action: draw cards, which ends the turn."""

    chapter = "income"
    kinds = (INCOME,)

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Draw cards and end the turn."""
        draw_income(table, seat)
        end_turn(table)

    def impossible(self, table: ShinjukuTable, seat: int) -> Reason:
        """There is no card."""
        return self.no("no_cards")


def offer_income(table: ShinjukuTable, after: int) -> None:
    """At the end of a Move: ask the next owner of used track, clockwise, if there is a card."""
    players = table.setup.players
    for place in range(1, players):
        seat = (after + place) % players
        if seat == table.player:
            break
        if table.fares >> seat & 1 and can_draw(table):
            table.phase = FREE_INCOME
            table.actors = table.setup.alone[seat]
            return
    finish_action(table, stands=after != table.player)


class FreeIncome(Step):
    """Does the owner of used track draw cards?"""

    name = "free_income"
    chapter = "income"
    kinds = (INCOME, DECLINE)
    waiting_name = "free_income"

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """Drawing cards, or not."""
        return [INCOME, DECLINE]

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Draw cards or decline; then ask the next owner."""
        if action == INCOME:
            draw_income(table, seat, "fare")
        elif table.log is not None:
            table.tell("declined", seat=seat)
        offer_income(table, seat)

    def prompt(self, table: ShinjukuTable, seat: int) -> Message:
        """Names the player who used the track."""
        return self.question(table, seat=table.player)

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        return self.say("take_income" if action == INCOME else "decline")

    def comes_first(self, table: ShinjukuTable, seat: int) -> Reason:
        """It is somebody else's turn, so there is nothing else to do."""
        return self.no("income_first")
