"""Work is shared, repeated when a process is lost, and handed over in order."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from ichiba.arena import Plan, RunError, contest, pool, report, run
from ichiba.arena.pool import Done, Part, Parts
from pool_work import fail, kill_once


def test_a_killed_process_costs_only_its_part(tmp_path: Path) -> None:
    found = [*pool.run(partial(kill_once, tmp_path), range(40), jobs=2)]
    assert found == [number * number for number in range(40)]
    assert (tmp_path / "killed").exists()


def test_a_part_that_always_kills_its_process_is_given_up() -> None:
    parts, part = Parts(range(2)), Part(0, range(1))
    for _ in range(4):
        assert parts.next() == part
        parts.again(part)
    with pytest.raises(RunError, match=r"The process with the games 0 to 0 was lost 5 times\."):
        parts.again(part)


def test_an_error_in_another_process_is_raised_here() -> None:
    with pytest.raises(ValueError, match=r"Game \d has failed\."):
        [*pool.run(fail, range(2), jobs=2)]


def test_parts_grow_until_they_take_long_enough() -> None:
    parts = Parts(range(1000))
    assert parts.next() == Part(0, range(1))
    parts.learn(Done(Part(0, range(1)), [0], 0.007))
    assert parts.next() == Part(1, range(1, 101))
    parts.learn(Done(Part(1, range(1, 101)), [0] * 100, 100.0))
    assert parts.next() == Part(101, range(101, 102))
    parts.again(Part(1, range(1, 101)))
    assert parts.next() == Part(1, range(1, 101)), "lost ones come first"


def test_whoever_has_enough_can_stop() -> None:
    plan = Plan("tsukiji", ("random",) * 2, 100_000, 1, {"special_points": False})
    games: Iterator[object] = run(plan, jobs=2)
    assert [next(games) for _ in range(3)] == [*run(replace(plan, games=3))]
    games.close()  # type: ignore[attr-defined]


def test_only_thinking_times_depend_on_who_plays() -> None:
    plan = contest("tsukiji", 2, ("random", "gentle"), 3, {"special_points": False}, 8)
    alone, together = ([*run(plan, jobs=jobs)] for jobs in (1, 2))
    assert [replace(one, thinking=()) for one in alone] == [
        replace(one, thinking=()) for one in together
    ]
    assert replace(report(plan, alone), thinking=[]) == replace(report(plan, together), thinking=[])


def test_there_are_two_places_to_play() -> None:
    with pytest.raises(RunError, match=r"Choose local or ray\."):
        [*pool.run(abs, range(2), on="mars")]
