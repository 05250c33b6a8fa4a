"""The menu of a turn: the actions, passing, discards and free steps."""

from typing import Final

from ichiba.core.decision import Menu
from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market import discarding, fishing, free_steps, purchasing, visiting
from ichiba.games.tokyo_tsukiji_market.actions import (
    ACTIONS,
    DISCARD,
    DONE,
    END_TURN,
    ENTER,
    GO_FISHING,
    GO_PURCHASING,
    PASS,
    WAYS,
)
from ichiba.games.tokyo_tsukiji_market.data import NAME
from ichiba.games.tokyo_tsukiji_market.table import AnyBoat, Choice, MarketTable
from ichiba.games.tokyo_tsukiji_market.turn import end_turn

# Actions other than passing.
_WORK: Final = (GO_FISHING, GO_PURCHASING, ENTER)


class Pass(Choice):
    """Passing an action point, and ending the turn once there are none."""

    chapter = "turn"
    kinds = (PASS, END_TURN, DONE)

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Pass, or end the turn."""
        if action == END_TURN:
            end_turn(table)
            return
        table.points -= 1
        table.cart_point = False
        table.acted = True
        table.cached_choices = _choices_after_pass(table)
        if table.log is not None:
            table.tell("passed", seat=seat)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """What passing gives up: an action point, the point of a Cart, or the rest of the turn."""
        if action == END_TURN:
            return self.say("end")
        return self.say("pass_cart" if table.cart_point else "pass")

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """Points are left, or none are."""
        if action == END_TURN:
            return self.no("points_left", points=table.points)
        return self.no("nothing_to_finish" if action == DONE else "no_points")


def _choices_after_pass(table: MarketTable) -> list[int]:
    """The choices that stay if they are known and points are left; otherwise none.

    Passing changes nothing else, so they need not be computed again.
    """
    points = table.points
    if not points:
        return []
    return [
        action
        for action in table.cached_choices
        if action != DISCARD
        and (ACTIONS.kind_of[action] != ENTER or WAYS[action - ENTER].points <= points)
    ]


class TurnMenu(Menu[MarketTable]):
    """What does the player do next?"""

    game = NAME
    name = "turn"
    chapter = "turn"
    parts = (
        Pass(),
        fishing.StartFishing(),
        purchasing.StartPurchasing(),
        visiting.Enter(),
        discarding.StartDiscarding(),
        AnyBoat(),
        *free_steps.FREE_STEPS,
    )

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        """The actions that have a use, and free steps."""
        actions: list[int] = []
        if table.points:
            actions.append(PASS)
            if not table.cart_point:
                if fishing.can_fish(table, seat):
                    actions.append(GO_FISHING)
                if purchasing.has_offers(table, seat):
                    actions.append(GO_PURCHASING)
        else:
            actions.append(END_TURN)
        actions += visiting.entrances(table, seat)
        if not table.acted and discarding.boats_with_cargo(table, seat):
            actions.append(DISCARD)
        free_steps.add_choices(table, seat, actions, returns=True)
        return actions

    def few(self, table: MarketTable, seat: int) -> list[int] | None:
        """Find out whether the player can do more than pass, unless that is known (B10).

        With closed money nobody can see who has work, so only what they do counts.
        """
        if not table.has_work and not table.setup.closed_money:
            choices = table.cached_choices or self.choices(table, seat)
            table.cached_choices = choices
            table.has_work = any(ACTIONS.kind_of[action] in _WORK for action in choices)
        return None  # players always end the turn themselves

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Whoever does not pass has something to do."""
        if action != PASS and action != END_TURN:  # noqa: PLR1714 - hot
            table.has_work = True
        self.part_of[self.kind_of[action]].take(table, seat, action)

    def prompt(self, table: MarketTable, seat: int) -> Message:
        """Names the points left."""
        key = "turn_cart" if table.cart_point else "" if table.points else "turn_end"
        return self.question(table, key, points=table.points)
