"""Shinjuku's master. It compares many more plans for a turn than greedy, by learned chances of
winning, and tries out the best ones: the others play their next turns.

Its budget is a number of steps, so the same position gives the same moves on every machine.
"""

from random import Random
from typing import Final, cast

from ichiba.core.observer import Observer
from ichiba.games.shinjuku.actions import END, INCOME
from ichiba.games.shinjuku.bots.features import Judge
from ichiba.games.shinjuku.bots.greedy import NARROW, Breadth, Mind, Plan, next_of
from ichiba.games.shinjuku.bots.rollout import Foresight, distinct
from ichiba.games.shinjuku.table import ACTION, FREE_INCOME, ShinjukuTable

# How many first steps of a turn are combined with second ones. The best pairs often begin with a
# step that looks poor alone, such as track for the Move that follows.
ROLLOUTS: Final = 40
# How many plans are tried out with the full budget, by number of players (more players take
# longer). Each is tried out in one world: little is hidden, so more plans help more than more
# worlds.
_PLANS: Final = (0, 0, 20, 14, 13)


class Master:
    """Follows the learned values. It remembers the plan for the current action. Without a budget it
    is short-sighted: it looks no further than the end of its turn."""

    def __init__(self, rng: Random, rollouts: int = ROLLOUTS) -> None:
        self._rng = rng
        self._budget = rollouts
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
            self._plan = self._best(table, observer.seat)
        choice = next_of(table, self._plan)
        table.apply(observer.seat, choice)
        self._expected = _stage(table)
        return choice

    def _best(self, table: ShinjukuTable, seat: int) -> Plan:
        """The plan that looks best or, with a budget, turns out best."""
        judge = Judge(table, seat)
        plans = Mind(table, seat, judge, breadth_of(self._budget)).plans()
        candidates = distinct(plans, tried_of(self._budget, table.setup.players))
        if len(candidates) == 1:
            return candidates[0]
        foresight = Foresight(judge)
        return max(candidates, key=lambda plan: foresight.chance(table, plan))


def breadth_of(budget: int) -> Breadth:
    """How many steps are considered if so many first steps are combined with second ones. Without
    a budget, they are as few as greedy's."""
    return Breadth(
        opens=NARROW.opens + budget * 11 // 20,
        expands=NARROW.expands + budget * 9 // 20,
        wards=NARROW.wards + budget * 3 // 20,
        ways=NARROW.ways + budget * 3 // 40,
        after=NARROW.after + budget * 9 // 40,
        wards_after=NARROW.wards_after + budget // 10,
        ways_after=NARROW.ways_after + budget // 20,
        firsts=tuple([max(budget, one) for one in NARROW.firsts]),
        firsts_at_hand=NARROW.firsts_at_hand + budget // 10,
    )


def tried_of(budget: int, players: int) -> int:
    """How many plans are tried out. Without a budget, the best one is simply believed."""
    return max(1, _PLANS[players] * min(budget, ROLLOUTS) // ROLLOUTS)


def _stage(table: ShinjukuTable) -> tuple[object, ...]:
    """The current action and the choices made for it so far."""
    place = (table.turn, table.done, table.phase, table.action, table.station, table.ward)
    links = (table.first_link, table.second_link)
    store = (table.good, table.origin, table.kind)
    return (place, links, store, table.path, table.group, table.three, table.held[table.player])
