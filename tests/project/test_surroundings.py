"""The order of the tests: every process begins with some of the longest ones."""

from pathlib import Path

import pytest

from surroundings import LONGEST, in_shares

TESTS = Path(__file__).parents[1]


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
def test_every_process_begins_with_its_share_of_the_longest_tests(workers: int) -> None:
    long, short = [f"long {number}" for number in range(8)], [*map(str, range(40))]
    order = in_shares(long, short, workers)
    assert sorted(order) == sorted(long + short)
    size = len(order) // workers  # 48 tests make equal parts
    parts = [order[start : start + size] for start in range(0, len(order), size)]
    counts = [sum(name in long for name in part) for part in parts]
    assert max(counts) - min(counts) <= 1
    for part, count in zip(parts, counts, strict=True):
        assert all(name in long for name in part[:count])


def test_no_test_is_lost_if_there_are_only_long_ones() -> None:
    assert sorted(in_shares(["a", "b", "c", "d"], [], 3)) == ["a", "b", "c", "d"]


@pytest.mark.parametrize("name", LONGEST)
def test_the_longest_tests_exist(name: str) -> None:
    texts = (file.read_text(encoding="utf-8") for file in TESTS.rglob("test_*.py"))
    assert any(f"def {name}(" in text for text in texts)
