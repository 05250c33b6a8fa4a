"""A whole study of a title: what is played, and everything that is found out."""

from collections.abc import Callable, Sequence
from typing import Unpack

import msgspec

from ichiba.arena.lab.compare import Difference, compare, same
from ichiba.arena.lab.figures import (
    Luck,
    Overview,
    Restricted,
    Usage,
    Worth,
    luck,
    overview,
    restricted,
    usage,
    worth,
)
from ichiba.arena.lab.sensitivity import Sensitivity
from ichiba.arena.lab.trial import Trial, Watched, mixed_bots, same_bots
from ichiba.arena.lab.workers import play_games
from ichiba.arena.pool import How
from ichiba.core.changing import Changes, leaves_of, printed
from ichiba.core.options import Values
from ichiba.core.registry import load


class Question(msgspec.Struct, frozen=True):
    """What somebody wants to know."""

    game: str
    changes: Changes
    options: Values
    bots: tuple[str, ...]  # by seat
    games: int
    levels: tuple[str, ...]  # compared with each other; maybe none
    level_games: int
    never: tuple[str, ...]
    seed: int


class Changed(msgspec.Struct, frozen=True):
    """A number that was changed."""

    path: str
    printed: int
    value: int
    mark: str


class Study(msgspec.Struct, frozen=True):
    """The answers."""

    question: Question
    revision: int
    changes: list[Changed]
    printed: Overview
    changed: Overview | None
    same: int  # games in which the changes changed nothing
    differences: list[Difference]
    worth: list[Worth]
    worth_changed: list[Worth]
    usage: list[Usage]  # with the changes, if there are any; the same holds for what follows
    luck: Luck | None
    restricted: list[Restricted]
    sensitivity: Sensitivity | None = None


def steps(question: Question) -> int:
    """How many games are played in all."""
    trials = 1 + bool(question.changes) + len(question.never)
    return question.games * trials + (rounded(question) if question.levels else 0)


def study(question: Question, each: Callable[[], None] = lambda: None, **how: Unpack[How]) -> Study:
    """Play everything and add it up. Raises SetupError if a changed game can't be played."""

    def play(trial: Trial, games: int) -> list[Watched]:
        return play_games(trial, games, each, **how)

    before = play(_trial(question, {}, same_bots(question.bots)), question.games)
    after = before
    if question.changes:
        after = play(_trial(question, question.changes, same_bots(question.bots)), question.games)
    met = _levels_meet(question, play)
    pairs = [*zip(before, after, strict=True)] if question.changes else []
    return Study(
        question=question,
        revision=load(question.game).revision,
        changes=_changes(question),
        printed=overview(before),
        changed=overview(after) if pairs else None,
        same=same(before, after) if pairs else len(before),
        differences=compare(before, after) if pairs else [],
        worth=worth(before),
        worth_changed=worth(after) if pairs else [],
        usage=usage([*after, *met]),
        luck=luck(met, question.levels) if met else None,
        restricted=[
            restricted(after, _play_without(question, one, play), [one]) for one in question.never
        ],
    )


Play = Callable[[Trial, int], list[Watched]]


def _trial(
    question: Question,
    changes: Changes,
    tables: tuple[tuple[str, ...], ...],
    never: tuple[str, ...] = (),
) -> Trial:
    return Trial(question.game, changes, tables, question.seed, question.options, never)


def _levels_meet(question: Question, play: Play) -> list[Watched]:
    """Games between the levels; whole deals only."""
    if not question.levels:
        return []
    tables = mixed_bots(question.levels, len(question.bots))
    return play(_trial(question, question.changes, tables), rounded(question))


def rounded(question: Question) -> int:
    """The games between levels, so that each deal is played at every table: two deals at least."""
    tables = len(mixed_bots(question.levels, len(question.bots)))
    return max(2, question.level_games // tables) * tables


def _play_without(question: Question, never: str, play: Play) -> list[Watched]:
    trial = _trial(question, question.changes, same_bots(question.bots), (never,))
    return play(trial, question.games)


def _changes(question: Question) -> list[Changed]:
    leaves = {leaf.path: leaf for leaf in leaves_of(printed(load(question.game).package))}
    return [
        Changed(path, leaves[path].value, value, leaves[path].mark)
        for path, value in question.changes.items()
    ]


def with_sensitivity(found: Study, table: Sensitivity) -> Study:
    """The same study with a table of uncertain numbers."""
    return msgspec.structs.replace(found, sensitivity=table)


def default_levels(known: Sequence[str]) -> tuple[str, ...]:
    """The levels that are compared unless somebody names others."""
    return tuple(name for name in ("beginner", "gentle", "strong") if name in known)
