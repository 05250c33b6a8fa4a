"""Advice for people: the best ways to go on, each with a chance of winning and a reason in words.

A title that has advice brings an `Adviser` (see `bots/title.py`). Like every bot it gets an
`Observer` and a random generator: equal knowledge and equal seeds give equal advice.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

import msgspec

from ichiba.core.messages import Message
from ichiba.core.observer import Observer

# How many ways an adviser names at most.
MOST = 3

Candidate = TypeVar("Candidate")


class Advice(msgspec.Struct, frozen=True):
    """One way to go on."""

    action: int
    label: Message  # what it does; more telling than the action's own label if that says little
    chance: float  # about how likely the seat wins after it, from 0 to 1
    reason: Message
    then: tuple[int, ...] = ()  # the choices that follow, if the label speaks of them, too


def percent(chance: float) -> int:
    """A chance as people read it, from 1 to 99: nothing is certain in an imagined game."""
    return min(max(round(100 * chance), 1), 99)


# What is told of the only legal action, and of the only one that an adviser has considered.
ONLY = Message("core.advice.only")
ALONE = Message("core.advice.alone")


class Adviser(Protocol):
    """Tells a person what a strong player would do."""

    def advise(self, observer: Observer) -> list[Advice]:
        """At most `MOST` different actions from `observer.legal()`, the best chance first."""


def share(values: Iterable[float]) -> int:
    """How many of ten, given numbers from 0 to 1 that say how often each time."""
    return round(10 * mean(values))


def mean(values: Iterable[float]) -> float:
    """The average; 0 of nothing."""
    found = [*values]
    return sum(found) / max(len(found), 1)


def first_of_each(
    candidates: Sequence[Candidate], action: Callable[[Candidate], int], most: int = MOST
) -> list[Candidate]:
    """The best candidates that begin with different actions, given from the best on."""
    found: dict[int, Candidate] = {}
    for one in candidates:
        found.setdefault(action(one), one)
    return [*found.values()][:most]
