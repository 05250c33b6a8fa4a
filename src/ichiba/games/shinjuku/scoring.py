"""Scoring: sets of different customers, with bonus tokens as any; and who wins."""

from ichiba.games.shinjuku.data import (
    BITS,
    BONUS_STACKS,
    BOX,
    GOODS,
    KIND_GOOD,
    KIND_SIZE,
    SOME,
)
from ichiba.games.shinjuku.table import OVER, Table

POINTS = tuple(BOX.set_points.value)
SETS = ("single", "pair", "three", "four")  # by the number of different goods


def heights(group: int) -> list[int]:
    """By good: how many customers, those marked 2 counted twice."""
    columns = [0] * len(GOODS)
    for kind, good in enumerate(KIND_GOOD):
        columns[good] += (group >> BITS * kind & SOME[0]) * KIND_SIZE[kind]
    return columns


def sets_of(columns: list[int], bonus: int) -> list[int]:
    """By size of set, from 1: how many there are after the best use of the bonus tokens.

    A bonus token on the lowest column always completes the largest set that it can.
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
    """What these customers and bonus tokens score."""
    return sum(
        count * points for count, points in zip(sets_of(columns, bonus), POINTS, strict=True)
    )


def score_of(table: Table, seat: int) -> int:
    """What a player would score now."""
    return points_of(heights(table.earned[seat]), table.bonus[seat])


def scores(table: Table) -> tuple[int, ...]:
    """By seat: points."""
    return tuple(score_of(table, seat) for seat in table.setup.everyone)


def breakdown_of(table: Table, seat: int) -> dict[str, int]:
    """Points by size of set, the largest first."""
    counts = sets_of(heights(table.earned[seat]), table.bonus[seat])
    parts = zip(SETS, counts, POINTS, strict=True)
    return {f"shinjuku.score.{name}": count * points for name, count, points in [*parts][::-1]}


def winners(table: Table) -> tuple[int, ...]:
    """Most points; of these, who first claimed bonus tokens; without any, more large sets."""
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
