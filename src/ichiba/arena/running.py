"""Plays the games of a plan, in one process, in several or on a cluster, until there are enough."""

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from math import inf
from typing import Unpack

from ichiba.arena import pool
from ichiba.arena.plan import Plan, Played, cycle_length, play_game
from ichiba.arena.ratings import anchor_of, by_deal, rate
from ichiba.arena.report import Report, report

# The intervals are first looked at after so many games, and again after so much more.
_FIRST_LOOK = 20
_MORE = 0.1
# The intervals come from the differences between deals, so they need some: a duplicate contest has
# played many games after its first deal.
_FEWEST_DEALS = 10
# A quick look needs fewer samples than the final result.
_QUICK = 200


def run(
    plan: Plan,
    *,
    done: Iterable[Played] = (),
    until: float | None = None,
    **how: Unpack[pool.How],
) -> Generator[Played]:
    """Play the games of a plan that are not done yet, and yield them in order.

    With `until`, a contest ends once the widest interval of a rating has at most this many points.
    `pool.run` explains the other arguments (`on`, `jobs`, `address`) and what Ctrl-C does. They
    change nothing about a game but its thinking times.
    """
    known = {one.number: one for one in done if one.number < plan.games}
    left = [number for number in range(plan.games) if number not in known]
    if until is not None and known and widest(plan, known.values()) <= until:
        return
    look = _next_look(len(known))
    with closing(pool.run(partial(play_game, plan), left, **how)) as played:
        for one in played:
            yield one
            if until is None:
                continue
            known[one.number] = one
            if len(known) >= look and not len(known) % cycle_length(plan):
                if widest(plan, known.values()) <= until:
                    return
                look = _next_look(len(known))


def play_all(
    plan: Plan,
    *,
    each: Callable[[Played], None] = lambda _: None,
    done: Iterable[Played] = (),
    until: float | None = None,
    **how: Unpack[pool.How],
) -> tuple[list[Played], bool]:
    """All games of a plan in order, and whether the run came to its end without Ctrl-C. `each` is
    called for every game that is not done yet."""
    known = {one.number: one for one in done if one.number < plan.games}
    ended = True
    try:
        for one in run(plan, done=known.values(), until=until, **how):
            known[one.number] = one
            each(one)
    except KeyboardInterrupt:
        ended = False
    return [known[number] for number in sorted(known)], ended


def simulate(plan: Plan, **how: Unpack[pool.How]) -> Report:
    """Play all games of a plan and add up the results."""
    played, ended = play_all(plan, **how)
    if not ended:
        raise KeyboardInterrupt  # the figures of a part could be mistaken for the whole
    return report(plan, played)


def _next_look(games: int) -> int:
    return max(_FIRST_LOOK, int(games * (1 + _MORE)))


def widest(plan: Plan, played: Iterable[Played]) -> float:
    """The width of the widest interval, in points; infinite while there are too few deals."""
    deals = by_deal(plan.bots, played)
    if len(deals) < _FEWEST_DEALS:
        return inf
    found = rate(plan.bots, deals, anchor_of(plan.bots), samples=_QUICK)
    return max(one.high - one.low for one in found)
