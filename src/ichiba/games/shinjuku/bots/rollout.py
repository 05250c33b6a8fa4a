"""How a round goes on in Shinjuku: a plan is carried out in an imagined world, the others play
their next turns like greedy, and then the learned values tell the chance of winning. With four
players, they tell it for the best plan of the seat's own next turn."""

from collections.abc import Sequence
from typing import Final

from ichiba.bots.values import chances
from ichiba.games.shinjuku.actions import INCOME
from ichiba.games.shinjuku.bots.candidates import Step, next_choice
from ichiba.games.shinjuku.bots.evaluate import Outlook
from ichiba.games.shinjuku.bots.features import Judge
from ichiba.games.shinjuku.bots.greedy import NARROW, Mind, Plan
from ichiba.games.shinjuku.bots.hand import Payment
from ichiba.games.shinjuku.cards import draw_income
from ichiba.games.shinjuku.scoring import winners
from ichiba.games.shinjuku.table import (
    FINISH,
    FREE_INCOME,
    OVER,
    ShinjukuTable,
)
from ichiba.games.shinjuku.turn import end_turn


def carry_out(table: ShinjukuTable, seat: int, plan: Plan) -> None:
    """Carry out a plan for a turn, and end the turn."""
    turn = table.turn
    if plan.first:
        _take_step(table, seat, plan.first, plan.payment)
    if plan.second:
        _take_step(table, seat, plan.second, plan.second_payment)
    if table.turn == turn and table.phase != OVER:
        if plan.then == INCOME:
            draw_income(table, seat)
        end_turn(table)


def _take_step(table: ShinjukuTable, seat: int, step: Step, payment: Payment) -> None:
    """Carry out a step. Others take the income that it gives them."""
    turn, done = table.turn, table.done
    while (table.turn, table.done) == (turn, done) and table.phase not in (FINISH, OVER):
        if table.phase == FREE_INCOME:
            table.apply(table.actors[0], INCOME)
        else:
            table.apply(seat, next_choice(table, step, payment))


# How much the chance at the end of the seat's own turn counts, compared with that a round later.
_TRUST: Final = 0.5
# With so many players, the seat's own next turn is planned, too. The values were learned at the
# ends of turns, so they foretell more after it. With fewer players, this has not been tested.
_MANY: Final = 4
# The others combine fewer first steps with second ones than greedy does. It saves time, and they
# almost always find the same plan.
_RIVAL: Final = NARROW._replace(firsts=(0, 0, 2, 2, 2))


class Foresight:
    """Tries out plans of one decision."""

    def __init__(self, outlook: Outlook) -> None:
        self._seat = outlook.seat
        self._outlook = outlook

    def chance(self, world: ShinjukuTable, plan: Plan) -> float:
        """The chance of winning with a plan. The world isn't changed."""
        trial = world.copy()
        carry_out(trial, self._seat, plan)
        return (self.chance_after_round(trial) + _TRUST * _chance_of(plan)) / (1.0 + _TRUST)

    def chance_after_round(self, world: ShinjukuTable) -> float:
        """Let the others play until the seat's next turn; return its chance of winning then."""
        seat = self._seat
        while world.phase != OVER and world.player != seat:
            rival = world.player
            mind = Mind(world, rival, Outlook(world, rival, self._outlook), _RIVAL)
            carry_out(world, rival, max(mind.plans(), key=_value))
        if world.phase == OVER:
            won = winners(world)
            return (seat in won) / len(won)
        judge = Judge(world, seat, like=self._outlook)
        mind = Mind(world, seat, judge)
        if judge.players < _MANY:
            hand = mind.hand.worth(mind.hand.cards, mind.sketch.wild[seat])
            return chances(judge.scores(mind.sketch, hand))[seat]
        return _chance_of(max(mind.plans(), key=_value))


def distinct(plans: Sequence[Plan], most: int) -> list[Plan]:
    """The plans with the highest values, the best first. Of those that differ only in the cards
    that they pay with, only the best one."""
    found: dict[object, Plan] = {}
    for plan in sorted(plans, key=_value, reverse=True):
        found.setdefault((_outline(plan.first), _outline(plan.second), plan.then), plan)
        if len(found) == most:
            break
    return [*found.values()]


def _outline(step: Step | None) -> object:
    if step is None:
        return None
    if step.way is not None:
        return step.kind, step.way.path, step.way.given
    return step.kind, tuple(step.choices.items())


def _value(plan: Plan) -> float:
    return plan.value


def _chance_of(plan: Plan) -> float:
    return chances([plan.value, 0.0])[0]  # the value is the logarithm of the odds
