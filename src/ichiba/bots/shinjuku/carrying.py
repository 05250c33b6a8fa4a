"""Carries out plans of Shinjuku, choice by choice or all at once at an imagined table."""

from ichiba.bots.shinjuku.greedy import Plan
from ichiba.bots.shinjuku.hand import Payment
from ichiba.bots.shinjuku.steps import Step
from ichiba.games.shinjuku.actions import AT, GIVE, INCOME, PAY, STOP, THREE
from ichiba.games.shinjuku.cards import draw_income
from ichiba.games.shinjuku.data import WILD_CARDS
from ichiba.games.shinjuku.table import (
    ACTION,
    FINISH,
    FREE_INCOME,
    MOVE_GIVE,
    MOVE_ON,
    MOVE_START,
    OVER,
    PAYMENT,
    PAYMENT_THREE,
    ShinjukuTable,
)
from ichiba.games.shinjuku.turn import end_turn


def next_choice(table: ShinjukuTable, step: Step, payment: Payment) -> int:
    """What to choose now to carry out a step of a plan."""
    phase, way = table.phase, step.way
    if phase == ACTION:
        return step.kind
    if phase == PAYMENT:
        return THREE if len(payment) == WILD_CARDS else PAY + payment[0]
    if phase == PAYMENT_THREE:
        return PAY + payment[len(payment) - table.three]
    if way is None or phase not in (MOVE_START, MOVE_GIVE, MOVE_ON):
        return step.choices[phase]
    stops = len(table.path)
    if phase == MOVE_GIVE:
        return GIVE + next(kind for station, _, kind in way.given if station == table.path[-1])
    return AT + way.path[stops] if stops < len(way.path) else STOP


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
