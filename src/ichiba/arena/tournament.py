"""Holds a contest: plays its games, in one process or several, until there are enough."""

from collections.abc import Callable, Iterable
from functools import partial
from math import inf

from ichiba.arena.contest import Bout, Contest, cycle_length, play_bout
from ichiba.arena.pool import Enough, run
from ichiba.arena.ratings import by_deal, rate
from ichiba.arena.standings import anchor_of

# The intervals are first looked at after so many games, and again after so much more.
_FIRST_LOOK = 20
_MORE = 0.1
# The intervals come from the differences between deals, so they need some: a duplicate contest has
# played many games after its first deal.
_FEWEST_DEALS = 10
# A quick look needs fewer samples than the final result.
_QUICK = 200


def hold(
    contest: Contest,
    games: int,
    *,
    jobs: int = 1,
    until: float | None = None,
    done: Iterable[Bout] = (),
    each: Callable[[Bout], None] = lambda _: None,
) -> tuple[list[Bout], bool]:
    """Play the games that are not done yet. Returns all games in order, and whether the contest
    came to its end without Ctrl-C.

    With `until`, the contest ends early once the widest interval of a rating has at most this many
    points.
    """
    bouts = {bout.number: bout for bout in done if bout.number < games}
    left = [number for number in range(games) if number not in bouts]
    look = _next_look(len(bouts))

    def take(bout: Bout) -> None:
        nonlocal look
        bouts[bout.number] = bout
        each(bout)
        if until is not None and len(bouts) >= look and not len(bouts) % cycle_length(contest):
            if widest(contest, bouts.values()) <= until:
                raise Enough
            look = _next_look(len(bouts))

    if until is not None and bouts and widest(contest, bouts.values()) <= until:
        left = []
    ended = run(partial(play_bout, contest), left, jobs, take)
    return [bouts[number] for number in sorted(bouts)], ended


def _next_look(games: int) -> int:
    return max(_FIRST_LOOK, int(games * (1 + _MORE)))


def widest(contest: Contest, bouts: Iterable[Bout]) -> float:
    """The width of the widest interval, in points; infinite while there are too few deals."""
    deals = by_deal(contest.bots, bouts)
    if len(deals) < _FEWEST_DEALS:
        return inf
    found = rate(contest.bots, deals, anchor_of(contest), samples=_QUICK)
    return max(one.high - one.low for one in found)
