"""The kinds of errands: each is a function that does one, with the rules for doing it.

An errand that only changes the database is done exactly once: in the transaction that deletes it.
Another, such as a mail, can be repeated only if the process dies between sending and deleting; a
mail then has the same `Message-ID`. What fails is tried again after 5 seconds, 20 seconds and so
on. After the last try it is given up and stays for 30 days: `ichiba check`, `/admin/` and the
metrics show it.

To add a kind, decorate a function with `does`, and make sure that `server/asgi.py` imports its
module.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

import msgspec

# Tries before a worker gives up. With the pauses between them, this takes about eight hours.
MOST_TRIES = 8


class Lane(StrEnum):
    """Errands of one lane wait for each other. So a slow mail server delays only mail."""

    OWN = "own"  # only the database
    MAIL = "mail"
    PUSH = "push"
    HOOK = "hook"
    PLAY = "play"  # games of bots, in other processes


class Task(msgspec.Struct, frozen=True):
    """An errand that a worker has taken."""

    pk: int
    kind: str
    key: str
    payload: Any
    tries: int  # with this one
    due: datetime
    created: datetime
    holder: str


# Returns when to do it again, or None if it is done.
Do = Callable[[Task], datetime | None]


class Kind(msgspec.Struct, frozen=True):
    """How to do errands of a kind."""

    name: str
    do: Do
    lane: Lane
    most: int

    @property
    def inside(self) -> bool:
        """Whether it only changes the database. Then it is done in the transaction that deletes
        the errand, so it is done exactly once."""
        return self.lane is Lane.OWN

    @property
    def by_receiver(self) -> bool:
        """Whether people gave us the address to which it sends. The key then begins with the
        receiver and a dot, and what goes to one receiver is sent one after the other."""
        return self.lane in (Lane.PUSH, Lane.HOOK)


class GiveUp(Exception):  # noqa: N818
    """Trying again would not help. The message tells an operator why, without any secret."""


KINDS: dict[str, Kind] = {}


def does(name: str, lane: Lane, *, most: int = MOST_TRIES) -> Callable[[Do], Do]:
    """Decorate the function that does errands of a kind."""

    def noted(do: Do) -> Do:
        KINDS[name] = Kind(name, do, lane, most)
        return do

    return noted


def kind_of(task: Task) -> Kind:
    """Return the kind of a task."""
    return KINDS[task.kind]


def by_receiver(names: Sequence[str]) -> list[str]:
    """Return those of these kinds that send to addresses which people gave us."""
    return [name for name in names if KINDS[name].by_receiver]


def kinds_in(lanes: Iterator[Lane] | list[Lane]) -> list[str]:
    """Return the names of the kinds in these lanes."""
    chosen = {*lanes}
    return [kind.name for kind in KINDS.values() if kind.lane in chosen]
