"""The search that the masters share: fair trials, and a budget that goes to the best."""

from random import Random

import pytest

from ichiba.bots.search import best, lead_value, rank


def noisy(world: float, candidate: int) -> float:
    return candidate + world * (1 + candidate % 3)


def test_it_finds_the_best_candidate_despite_noise() -> None:
    rng = Random(1)
    assert best([3, 9, 1, 7, 5], lambda: rng.gauss(0, 1), noisy, 300) == 9


def test_all_candidates_are_tried_in_the_same_worlds() -> None:
    numbers = iter(range(1000))
    seen: dict[str, list[int]] = {"a": [], "b": [], "c": []}

    def try_out(world: int, candidate: str) -> float:
        seen[candidate].append(world)
        return {"a": 1.0, "b": 3.0, "c": 2.0}[candidate]

    trials = rank(["a", "b", "c"], lambda: next(numbers), try_out, 24)
    assert [trial.candidate for trial in trials] == ["b", "c", "a"]
    assert seen["a"] == [0, 1, 2, 3]  # half of the tries, shared by three
    assert seen["b"] == seen["c"] == [*range(10)]
    assert [trial.tries for trial in trials] == [10, 10, 4]
    assert trials[0].mean == 3.0


def test_a_small_budget_still_tries_everything_once() -> None:
    trials = rank([*range(8)], lambda: 0.0, noisy, 1)
    assert min(trial.tries for trial in trials) == 1
    assert trials[0].candidate == 7


def test_a_single_candidate_needs_no_trial() -> None:
    def never(world: None, candidate: int) -> float:
        raise AssertionError("tried out")

    assert best([4], lambda: None, never, 100) == 4


def test_of_equal_candidates_the_first_is_chosen() -> None:
    assert best([5, 2, 8], lambda: 0, lambda world, candidate: 1.0, 30) == 5


def test_a_lead_counts_from_the_best_other_player() -> None:
    assert lead_value((30, 20, 30), 0, 10) == 0
    assert lead_value((40, 20, 30), 0, 10) == pytest.approx(0.76, abs=0.01)
    assert lead_value((40, 20, 30), 1, 10) == -lead_value((40, 20, 20), 0, 10)
