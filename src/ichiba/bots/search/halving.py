"""Sequential halving: all candidates are tried out in the same worlds, and the worse half is
dropped, again and again."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Candidate = TypeVar("Candidate")
World = TypeVar("World")
Outcome = TypeVar("Outcome")


class Trial(Generic[Candidate]):
    """A candidate, how often it was tried out, and the sum of the values."""

    __slots__ = ("candidate", "total", "tries")

    def __init__(self, candidate: Candidate) -> None:
        self.candidate = candidate
        self.total = 0.0
        self.tries = 0

    @property
    def mean(self) -> float:
        """The average value."""
        return self.total / max(self.tries, 1)


def rank(
    candidates: Sequence[Candidate],
    imagine: Callable[[], World],
    try_out: Callable[[World, Candidate], float],
    tries: int,
) -> list[Trial[Candidate]]:
    """Rank candidates, the best first. Those dropped early come after those kept longer.

    Each stage gets an equal part of the tries, so the better candidates are tried out more often.
    Every candidate is tried out at least once in each stage that it reaches. `try_out` must not
    change the world. Of equal candidates, the earlier one ranks higher.
    """
    left = [Trial(candidate) for candidate in candidates]
    dropped: list[Trial[Candidate]] = []
    stages = max((len(left) - 1).bit_length(), 1)
    for _ in range(stages):
        for _ in range(max(tries // (stages * len(left)), 1)):
            world = imagine()
            for trial in left:
                trial.total += try_out(world, trial.candidate)
                trial.tries += 1
        left.sort(key=_total, reverse=True)
        half = (len(left) + 1) // 2
        dropped[:0] = left[half:]
        del left[half:]
    return left + dropped


def best(
    candidates: Sequence[Candidate],
    imagine: Callable[[], World],
    try_out: Callable[[World, Candidate], float],
    tries: int,
) -> Candidate:
    """The best candidate. A single one is not tried out."""
    if len(candidates) == 1:
        return candidates[0]
    return rank(candidates, imagine, try_out, tries)[0].candidate


def compare(
    candidates: Sequence[Candidate],
    imagine: Callable[[], World],
    try_out: Callable[[World, Candidate], Outcome],
    worlds: int,
) -> list[list[Outcome]]:
    """By candidate: what it leads to in the same imagined worlds. None is dropped."""
    outcomes: list[list[Outcome]] = [[] for _ in candidates]
    for _ in range(worlds):
        world = imagine()
        for candidate, found in zip(candidates, outcomes, strict=True):
            found.append(try_out(world, candidate))
    return outcomes


def _total(trial: Trial[Candidate]) -> float:
    return trial.total
