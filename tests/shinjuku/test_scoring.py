"""Scoring: sets, bonus tokens, tie-breaks."""

from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from ichiba.games.shinjuku.scoring import points_of, sets_of
from ichiba.games.shinjuku.table import OVER
from shinjuku.scene import Scene, group

columns = st.lists(st.integers(0, 12), min_size=4, max_size=4)


def test_the_first_scoring_example() -> None:
    """With two bonus tokens: five sets of four, one of three, one of two = 59."""
    assert sets_of([7, 7, 6, 3], 2) == [0, 1, 1, 5]
    assert points_of([7, 7, 6, 3], 2) == 59


def test_the_second_scoring_example() -> None:
    """With five bonus tokens: five sets of four and one of two = 53."""
    assert sets_of([6, 6, 3, 2], 5) == [0, 1, 0, 5]
    assert points_of([6, 6, 3, 2], 5) == 53


def test_sets_of_bonus_tokens_alone() -> None:
    assert points_of([0, 0, 0, 0], 4) == 10
    assert points_of([0, 0, 0, 0], 3) == 6


def test_a_customer_marked_two_counts_as_two() -> None:
    scene = Scene().earned(0, "books2", "food")
    assert scene.state.scores[0] == 4


def shares(bonus: int) -> list[tuple[int, ...]]:
    """All ways to place this many tokens on four columns."""
    places = combinations(range(bonus + 3), 3)
    return [(a, b - a - 1, c - b - 1, bonus + 2 - c) for a, b, c in places]


@given(columns, st.integers(0, 11))
@settings(deadline=None)
def test_bonus_tokens_are_used_in_the_best_way(heights: list[int], bonus: int) -> None:
    best = max(
        points_of([height + more for height, more in zip(heights, share, strict=True)], 0)
        for share in shares(bonus)
    )
    assert points_of(heights, bonus) == best


@given(columns)
@settings(deadline=None)
def test_the_largest_sets_first_is_the_best_way(heights: list[int]) -> None:
    """Compares it with taking random sets from the columns."""
    rng = Random(sum(heights))
    for _ in range(20):
        left, points = [*heights], 0
        while any(left):
            there = [good for good in range(4) if left[good]]
            taken = rng.sample(there, rng.randint(1, len(there)))
            for good in taken:
                left[good] -= 1
            points += (1, 3, 6, 10)[len(taken) - 1]
        assert points <= points_of(heights, 0)


def finished(players: int, *earned: tuple[str, ...]) -> Scene:
    scene = Scene(players)
    for seat, kinds in enumerate(earned):
        scene.state.earned[seat] = group(*kinds)
    scene.state.phase, scene.state.actors = OVER, ()
    return scene


def test_most_points_win() -> None:
    assert finished(2, ("food",), ("food", "books")).state.winners == (1,)


def test_a_tie_goes_to_who_first_claimed_bonus_tokens() -> None:
    scene = finished(3, ("food",), ("food",), ())
    scene.state.stack_owners = (2, 1, 0)
    assert scene.state.winners == (1,)


def test_a_department_store_without_a_stack_does_not_break_a_tie() -> None:
    scene = finished(3, ("food",), ("food",), ())
    scene.state.stack_owners = (2, 2, 2, 2, 2, 2, 1)
    assert scene.state.winners == (0, 1)


def test_a_tie_without_bonus_tokens_goes_to_the_larger_sets() -> None:
    """Ten points from one set of four, or from several smaller sets."""
    four = ("food", "clothing", "books", "electronics2")  # a four and a single: 11
    many = ("food", "clothing", "books", "food", "clothing", "food", "food")  # 6 + 3 + 1 + 1
    scene = finished(2, many, four)
    assert scene.state.scores == (11, 11)
    assert scene.state.winners == (1,)


def test_a_complete_tie_is_shared() -> None:
    assert finished(2, ("food",), ("books",)).state.winners == (0, 1)


def test_the_breakdown_tells_the_sets() -> None:
    parts = Scene().earned(0, "food", "food", "books").state.breakdown[0]
    assert parts == {
        "shinjuku.score.four": 0,
        "shinjuku.score.three": 0,
        "shinjuku.score.pair": 3,
        "shinjuku.score.single": 1,
    }
