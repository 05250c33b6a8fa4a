"""Shinjuku's master. It tries out greedy's best plans for the turn in imagined worlds.

In each world, the light player plays the next round, and an estimate of everybody's points values
the position after it. The budget is a number of trials, so the same seed gives the same moves on
every machine.
"""

from random import Random
from typing import cast

from ichiba.bots.search import best, lead_value
from ichiba.bots.shinjuku.greedy import Mind, Plan
from ichiba.bots.shinjuku.hand import Payment
from ichiba.bots.shinjuku.light import Light
from ichiba.bots.shinjuku.outlook import Outlook
from ichiba.bots.shinjuku.sketch import Sketch
from ichiba.bots.shinjuku.steps import Step
from ichiba.core.observer import Observer
from ichiba.games.shinjuku.actions import (
    AT,
    END,
    GIVE,
    INCOME,
    PAY,
    STOP,
    THREE,
)
from ichiba.games.shinjuku.cards import draw_income
from ichiba.games.shinjuku.data import WILD_CARDS
from ichiba.games.shinjuku.scoring import scores
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

# How many trials a decision gets with two players, and how many plans are tried out. With more
# players there are fewer trials, because each has a turn for every player.
ROLLOUTS = 400
_FEWEST_PLAYERS = 2
_CANDIDATES = 12
# How many rounds are played after the turn.
_HORIZON = 1
# A lead of this many points counts as three quarters of a sure win.
_SCALE = 15.0
# The value of a card in hand in points; each additional one is worth a little less.
_CARD = 1.1
_FADING = 0.88
_FEW_TURNS = 2.5


class Master:
    """Thinks by playing on with the light player. It remembers the plan for the current action."""

    def __init__(self, rng: Random, rollouts: int = ROLLOUTS) -> None:
        self._rng = rng
        self._rollouts = rollouts
        self._plan = Plan(0.0, None, (), END)
        # How far the current action is after the last choice. If it isn't there next time, somebody
        # else has chosen something, or this is a new object, and a new plan is needed.
        self._expected: tuple[object, ...] = ()

    def choose(self, observer: Observer) -> int:
        """Choose the next step of the best plan."""
        legal = observer.legal()
        if len(legal) == 1:
            return legal[0]
        table = cast(ShinjukuTable, observer.determinize(self._rng))
        if table.phase == FREE_INCOME:
            return INCOME
        if table.phase == ACTION or _stage(table) != self._expected:
            self._plan = self._best_plan(observer, table)
        choice = _next_of(table, self._plan)
        table.apply(observer.seat, choice)
        self._expected = _stage(table)
        return choice

    def _best_plan(self, observer: Observer, table: ShinjukuTable) -> Plan:
        seat = observer.seat
        ranked = sorted(Mind(table, seat).plans(), key=_value, reverse=True)
        plans = _different(ranked, _CANDIDATES)
        if len({_next_of(table, plan) for plan in plans}) == 1:
            return plans[0]

        def imagine() -> ShinjukuTable:
            return cast(ShinjukuTable, observer.determinize(self._rng))

        def try_out(world: ShinjukuTable, plan: Plan) -> float:
            trial = world.copy()
            carry_out(trial, seat, plan)
            return _prospect(trial, seat)

        tries = self._rollouts * _FEWEST_PLAYERS // table.setup.players
        return best(plans, imagine, try_out, tries)


def _value(plan: Plan) -> float:
    return plan.value


def _different(plans: list[Plan], count: int) -> list[Plan]:
    """The first of these plans, without those that do the same in another order."""
    known: set[object] = set()
    found: list[Plan] = []
    for plan in plans:
        steps = frozenset(_key(step) for step in (plan.first, plan.second) if step)
        key = (steps, tuple(sorted(plan.payment + plan.second_payment)), plan.then)
        if key not in known:
            known.add(key)
            found.append(plan)
            if len(found) == count:
                break
    return found


def _key(step: Step) -> object:
    given = step.way.given if step.way else ()
    return step.kind, tuple(sorted(step.choices.items())), given


def _next_of(table: ShinjukuTable, plan: Plan) -> int:
    return next_choice(table, plan.first, plan.payment) if plan.first else plan.then


def _stage(table: ShinjukuTable) -> tuple[object, ...]:
    """The current action and the choices made for it so far."""
    place = (table.turn, table.done, table.phase, table.action, table.station, table.ward)
    links = (table.first_link, table.second_link)
    store = (table.good, table.origin, table.kind)
    return (place, links, store, table.path, table.group, table.three, table.held[table.player])


def _prospect(world: ShinjukuTable, seat: int) -> float:
    """From -1 to 1: how far ahead of the best other player the seat will probably end."""
    players = world.setup.players
    Light(world).play_on(_HORIZON * players)
    if world.phase == OVER:
        return lead_value(scores(world), seat, _SCALE)
    outlook = Outlook(world, (world.player - 1) % players)  # the others' turns come next
    totals = outlook.totals(Sketch.of(world))
    price = _CARD * min(1.0, outlook.turns_left / _FEW_TURNS)
    for owner, size in enumerate(world.sizes):
        totals[owner] += price * (1 - _FADING**size) / (1 - _FADING)
    return lead_value(totals, seat, _SCALE)
