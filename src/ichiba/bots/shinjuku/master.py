"""Shinjuku's master. It ranks the plans for a turn by learned chances of winning.

With a budget, it also tries out the best ones in imagined worlds: the other players answer with
their best plans, and the learned chances value the position after them. The budget is a number of
answers, so the same seed gives the same moves on every machine.
"""

from random import Random
from typing import cast

from ichiba.bots.search import best
from ichiba.bots.shinjuku.carrying import carry_out, next_choice
from ichiba.bots.shinjuku.greedy import Mind, Plan
from ichiba.bots.shinjuku.steps import Step
from ichiba.bots.shinjuku.survey import Judge
from ichiba.bots.values import chances
from ichiba.core.observer import Observer
from ichiba.games.shinjuku.actions import END, INCOME
from ichiba.games.shinjuku.scoring import scores
from ichiba.games.shinjuku.table import ACTION, FREE_INCOME, OVER, ShinjukuTable

# How many answers of other players are found for a decision. Nothing has shown yet that they help,
# so there are none unless a budget asks for them.
ROLLOUTS = 0
# How many plans are tried out at most, and how often each should be.
_CANDIDATES = 8
_TRIES_EACH = 4
# How much a lead of one point counts at the end of the game, where nothing is left to estimate.
_POINT = 0.5


class Master:
    """Follows the learned values. It remembers the plan for the current action."""

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
        ranked = sorted(Mind(table, seat, Judge(table, seat)).plans(), key=_value, reverse=True)
        tries = self._rollouts // (table.setup.players - 1)
        plans = different(ranked, min(_CANDIDATES, max(2, tries // _TRIES_EACH)))
        if not self._rollouts or len({_next_of(table, plan) for plan in plans}) == 1:
            return plans[0]

        def imagine() -> ShinjukuTable:
            return cast(ShinjukuTable, observer.determinize(self._rng))

        def try_out(world: ShinjukuTable, plan: Plan) -> float:
            trial = world.copy()
            carry_out(trial, seat, plan)
            return prospect(trial, seat)

        return best(plans, imagine, try_out, tries)


def _value(plan: Plan) -> float:
    return plan.value


def different(plans: list[Plan], count: int) -> list[Plan]:
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


def prospect(world: ShinjukuTable, seat: int) -> float:
    """The seat's chance of winning after the others have answered with their best plans."""
    players = world.setup.players
    while world.phase != OVER:
        player = world.player
        judge = Judge(world, player)
        mind = Mind(world, player, judge)
        plan = max(mind.plans(), key=_value)
        if (player + 1) % players == seat and world.last_turns:
            return chances(judge.scores(*mind.outcome(plan)))[seat]
        carry_out(world, player, plan)
    return chances([_POINT * one for one in scores(world)])[seat]
