"""Advice for Shinjuku: the master's best plans for the turn, tried out as the master does.

The reasons tell what happens in imagined worlds, where the quick player plays the next round.
"""

from random import Random
from typing import NamedTuple, cast

from ichiba.bots.advice import ALONE, ONLY, Advice, first_of_each, mean
from ichiba.bots.search import compare
from ichiba.bots.values import chances
from ichiba.core.messages import Argument, Message
from ichiba.core.observer import Observer
from ichiba.games.shinjuku.actions import INCOME
from ichiba.games.shinjuku.bots.candidates import next_choice
from ichiba.games.shinjuku.bots.features import Judge
from ichiba.games.shinjuku.bots.greedy import Mind, Plan, next_of
from ichiba.games.shinjuku.bots.master import ROLLOUTS, breadth_of, tried_of
from ichiba.games.shinjuku.bots.quick.policy import Policy
from ichiba.games.shinjuku.bots.rollout import Foresight, carry_out, distinct
from ichiba.games.shinjuku.customers import heights
from ichiba.games.shinjuku.scoring import scores
from ichiba.games.shinjuku.table import ACTION, FINISH, FREE_INCOME, OVER, ShinjukuTable

# In how many worlds the best plans are carried out for the reasons.
WORLDS = 20
# How much a lead of one point counts at the end of the game, where nothing is left to estimate.
_POINT = 0.5


class _Way(NamedTuple):
    """A choice, and the plan for the rest of the turn that begins with it."""

    action: int
    chance: float
    plan: Plan | None = None  # None in somebody else's turn


class _Future(NamedTuple):
    """What the seat gains in an imagined world."""

    now: int  # customers in this turn
    soon: int  # customers until the end of its next turn
    bonus: int  # bonus tokens in this turn
    cards: int  # cards that it has more after this turn


class Adviser:
    """Judges like the master, and looks what its best plans bring."""

    def __init__(self, rng: Random, worlds: int = WORLDS) -> None:
        self._rng = rng
        self._worlds = worlds

    def advise(self, observer: Observer) -> list[Advice]:
        """The best choices, the best chance first."""
        seat, now = observer.seat, self._imagine(observer)
        ways = self._best_ways(observer, now)

        def try_out(world: ShinjukuTable, way: _Way) -> _Future:
            return _future(world.copy(), seat, way)

        futures = compare(ways, lambda: self._imagine(observer), try_out, self._worlds)
        is_forced = len(observer.legal()) == 1
        return [
            Advice(
                way.action,
                _label(now, seat, way),
                way.chance,
                ONLY if is_forced else _reason(way, found, ways),
                _steps(now, seat, way),
            )
            for way, found in zip(ways, futures, strict=True)
        ]

    def _imagine(self, observer: Observer) -> ShinjukuTable:
        return cast(ShinjukuTable, observer.determinize(self._rng))

    def _best_ways(self, observer: Observer, now: ShinjukuTable) -> list[_Way]:
        """The best plans that begin with different choices, the best chance first."""
        legal = observer.legal()
        if len(legal) == 1 or now.phase in (FREE_INCOME, FINISH):
            ways = [_Way(action, self._chance(observer, action)) for action in legal]
        else:
            ways = _tried_ways(now, observer.seat)
        ways.sort(key=lambda way: way.chance, reverse=True)
        return first_of_each(ways, lambda way: way.action)

    def _chance(self, observer: Observer, action: int) -> float:
        """The chance after a choice that is not part of a plan."""
        table = self._imagine(observer)
        _choose(table, observer.seat, action)
        return _prospect(table, observer.seat)


def _tried_ways(now: ShinjukuTable, seat: int) -> list[_Way]:
    """The plans that the master would try out, and the best ones that begin differently."""
    judge = Judge(now, seat)
    plans = Mind(now, seat, judge, breadth_of(ROLLOUTS)).plans()
    plans.sort(key=lambda plan: plan.value, reverse=True)
    candidates = distinct(plans, tried_of(ROLLOUTS, now.setup.players))
    begun = {next_of(now, plan) for plan in candidates}
    others = first_of_each(plans, lambda plan: next_of(now, plan))
    candidates += [plan for plan in others if next_of(now, plan) not in begun]
    foresight = Foresight(judge)
    return [_Way(next_of(now, plan), foresight.chance(now, plan), plan) for plan in candidates]


def _prospect(world: ShinjukuTable, seat: int) -> float:
    """The seat's chance of winning after the others have answered with their best plans."""
    players = world.setup.players
    while world.phase != OVER:
        player = world.player
        judge = Judge(world, player)
        mind = Mind(world, player, judge)
        plan = max(mind.plans(), key=lambda plan: plan.value)
        if (player + 1) % players == seat and world.last_turns:
            return chances(judge.scores(*mind.outcome(plan)))[seat]
        carry_out(world, player, plan)
    return chances([_POINT * one for one in scores(world)])[seat]


def _choose(table: ShinjukuTable, seat: int, action: int) -> None:
    """Make a choice that is not part of a plan. Others take the income that they are offered."""
    table.apply(seat, action)
    while table.phase == FREE_INCOME:
        table.apply(table.actors[0], INCOME)


def _future(table: ShinjukuTable, seat: int, way: _Way) -> _Future:
    """Carry out a way and play the next round. It changes the table."""
    before, bonus, cards = _customers(table, seat), table.bonus[seat], table.sizes[seat]
    if way.plan is not None:
        carry_out(table, seat, way.plan)
    else:
        _choose(table, seat, way.action)
    now = _customers(table, seat) - before
    bonus, cards = table.bonus[seat] - bonus, table.sizes[seat] - cards
    Policy(table).play_on(table.setup.players)
    return _Future(now, _customers(table, seat) - before, bonus, cards)


def _customers(table: ShinjukuTable, seat: int) -> int:
    """The customers of a seat, counting those marked 2 twice."""
    return sum(heights(table.earned[seat]))


def _label(now: ShinjukuTable, seat: int, way: _Way) -> Message:
    """What the way does. For an action of a turn: its first step, which says where."""
    if now.phase == ACTION and way.plan is not None and way.plan.first is not None:
        after = now.copy()
        after.apply(seat, way.action)
        if after.phase != ACTION and after.actors == (seat,):
            return after.label(seat, next_choice(after, way.plan.first, way.plan.payment))
    return now.label(seat, way.action)


def _steps(now: ShinjukuTable, seat: int, way: _Way) -> tuple[int, ...]:
    """The choices of the same action that follow the first one."""
    if way.plan is None or way.plan.first is None:
        return ()
    table, steps, turn, done = now.copy(), [], now.turn, now.done
    table.apply(seat, way.action)
    while (table.turn, table.done) == (turn, done) and table.actors == (seat,):
        if table.phase in (ACTION, FINISH, FREE_INCOME):
            break
        steps.append(next_choice(table, way.plan.first, way.plan.payment))
        table.apply(seat, steps[-1])
    return tuple(steps)


def _say(key: str, count: int) -> Message:
    arguments: dict[str, Argument] = {"count": count}
    return Message(f"shinjuku.advice.{key}", arguments)


def _reason(way: _Way, futures: list[_Future], ways: list[_Way]) -> Message:
    """The cards, bonus tokens or customers that it brings, or how it compares."""
    cards = round(mean(one.cards for one in futures))
    if way.action == INCOME and cards > 0:
        return _say("cards", cards)
    if way.plan is not None:
        bonus, now = mean(one.bonus for one in futures), mean(one.now for one in futures)
        soon = mean(one.soon for one in futures)
        for key, count in (("bonus", bonus), ("now", now), ("soon", soon)):
            if round(count) > 0:
                return _say(key, round(count))
    if len(ways) == 1:
        return ALONE
    best = way is ways[0]
    gap = round(100 * (way.chance - ways[1 if best else 0].chance))
    if best:
        return _say("ahead", gap) if gap > 0 else _say("even_with_next", 0)
    return _say("behind", -gap) if gap < 0 else _say("even_with_best", 0)
