"""Scoring: sets of different customers, with bonus tokens as wild cards; and the winners."""

from functools import lru_cache
from itertools import pairwise
from typing import Final

from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.customers import heights
from ichiba.games.shinjuku.data import BONUS_STACKS
from ichiba.games.shinjuku.table import OVER, ShinjukuTable

POINTS: Final = tuple(BOX.set_points.value)
# A set of n goods is worth the first n of these: the value of one more good.
_STEPS: Final = tuple(more - less for less, more in pairwise((0, *POINTS)))
SETS: Final = ("single", "pair", "three", "four")  # by the number of different goods


def sets_of(columns: list[int], bonus: int) -> list[int]:
    """By size, from 1: the number of sets after the best use of the bonus tokens.

    It is always best to add a bonus token to the good with the fewest customers.
    """
    columns = sorted(columns)
    for _ in range(bonus):
        columns[0] += 1
        columns.sort()
    lowest = 0
    counts = []
    for height in columns:
        counts.append(height - lowest)
        lowest = height
    counts.reverse()
    return counts


def points_of(columns: list[int], bonus: int) -> int:
    """The points for these customers and bonus tokens; the same as for `sets_of`, but faster."""
    ranked = sorted(columns, reverse=True)
    for _ in range(bonus):
        ranked[-1] += 1
        ranked.sort(reverse=True)
    points = 0
    for column, step in zip(ranked, _STEPS):  # noqa: B905 - hot
        points += column * step
    return points


@lru_cache(maxsize=1 << 14)
def _score(group: int, bonus: int) -> int:
    return points_of(heights(group), bonus)


def score_of(table: ShinjukuTable, seat: int) -> int:
    """A player's current score."""
    return _score(table.earned[seat], table.bonus[seat])


def scores(table: ShinjukuTable) -> tuple[int, ...]:
    """By seat: points."""
    return (*map(_score, table.earned, table.bonus),)


def breakdown_of(table: ShinjukuTable, seat: int) -> dict[str, int]:
    """Points by size of set, from the largest down."""
    counts = sets_of(heights(table.earned[seat]), table.bonus[seat])
    parts = zip(SETS, counts, POINTS, strict=True)
    return {f"shinjuku.score.{name}": count * points for name, count, points in [*parts][::-1]}


def winners(table: ShinjukuTable) -> tuple[int, ...]:
    """The players with the most points; ties go to the first bonus claim, then to larger sets."""
    if table.phase != OVER:
        return ()
    totals = scores(table)
    tied = [seat for seat in table.setup.everyone if totals[seat] == max(totals)]
    if len(tied) == 1:
        return tuple(tied)
    for owner in table.stack_owners[: len(BONUS_STACKS)]:
        if owner in tied:
            return (owner,)
    sets = {seat: sets_of(heights(table.earned[seat]), 0)[::-1] for seat in tied}
    best = max(sets.values())
    return tuple(seat for seat in tied if sets[seat] == best)
