"""The random generator. Its algorithm must never change, because every record depends on it."""

from collections import Counter
from hashlib import sha256, sha512
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ichiba.core.rng import SEED_LIMIT, Rng

KNOWN_BELOW_100 = [44, 14, 91, 35, 16, 96, 3, 61, 47, 44, 8, 97, 84, 97, 79, 20, 61, 71, 82, 6]
KNOWN_WORDS = [2388319086, 983391715, 2329308472, 3424887276]
KNOWN_CARDS = [30, 22, 8, 28, 23, 32, 10, 42, 26, 38]


def test_known_numbers() -> None:
    """These numbers must never change, or all saved games would replay differently."""
    rng = Rng(7)
    assert [rng.below(100) for _ in range(20)] == KNOWN_BELOW_100
    assert [rng.below(1 << 32) for _ in range(4)] == KNOWN_WORDS
    assert Rng(2**128 - 1).take(list(range(52)), 10) == KNOWN_CARDS


def test_the_algorithm_as_anybody_can_write_it() -> None:
    """SHA-512 in counter mode; 32-bit words from the end of each block, scaled down."""
    key = sha256(b"ichiba" + (5).to_bytes(16, "big")).digest()
    words: list[int] = []
    for number in range(3):
        block = sha512(key + number.to_bytes(8, "big")).digest()
        words += [int.from_bytes(block[at : at + 4], "big") for at in range(60, -1, -4)]
    rng = Rng(5)
    assert [rng.below(2) for _ in words] == [word >> 31 for word in words]


@given(seed=st.integers(0, SEED_LIMIT - 1), limit=st.integers(1, 1 << 32))
def test_numbers_lie_below_their_limit(seed: int, limit: int) -> None:
    assert 0 <= Rng(seed).below(limit) < limit


@given(
    seed=st.integers(0, SEED_LIMIT - 1),
    limits=st.lists(st.integers(1, 1000), max_size=40),
    more=st.lists(st.integers(1, 1000), min_size=1, max_size=40),
)
def test_copies_and_dumps_go_on_with_the_same_numbers(
    seed: int, limits: list[int], more: list[int]
) -> None:
    rng = Rng(seed)
    for limit in limits:
        rng.below(limit)
    twin, restored = rng.copy(), Rng.restore(rng.dump())
    expected = [rng.below(limit) for limit in more]
    assert [twin.below(limit) for limit in more] == expected
    assert [restored.below(limit) for limit in more] == expected


@given(
    seed=st.integers(0, SEED_LIMIT - 1), items=st.lists(st.integers(), max_size=60), data=st.data()
)
def test_taking_leaves_the_rest_in_order(seed: int, items: list[int], data: st.DataObject) -> None:
    count = data.draw(st.integers(0, len(items)))
    left = items[:]
    taken = Rng(seed).take(left, count)
    assert len(taken) == count
    assert Counter(taken) + Counter(left) == Counter(items)
    rest = iter(items)
    assert all(any(one == other for other in rest) for one in left), (
        "the result keeps the order of the list"
    )


def test_taking_draws_the_same_numbers_as_below() -> None:
    for seed in range(50):
        rng, twin = Rng(seed), Rng(seed)
        items = list(range(40))
        expected = [items.pop(twin.below(left)) for left in range(40, 10, -1)]
        assert rng.take(list(range(40)), 30) == expected
        assert rng.dump() == twin.dump()


def test_drawing_one_by_one_is_the_same_as_taking() -> None:
    for seed in range(50):
        rng, twin = Rng(seed), Rng(seed)
        items, others = list(range(40)), list(range(40))
        assert [rng.draw(items) for _ in range(40)] == twin.take(others, 40)
        assert items == others == []
        assert rng.dump() == twin.dump()


def test_a_rejected_number_is_drawn_again_in_the_same_way() -> None:
    """The word 0 would be unfair with these lengths, so the word before it is used."""
    for length in (3, 5, 7, 40):
        drawing, taking, twin = Rng(1), Rng(1), Rng(1)
        for rng in (drawing, taking, twin):
            rng._words = [4_000_000_000, 0]
        place = twin.below(length)
        assert place == 4_000_000_000 * length >> 32
        assert drawing.draw(list(range(length))) == place
        assert taking.take(list(range(length)), 1) == [place]
        assert drawing._words == taking._words == twin._words == []


def test_every_number_is_equally_likely() -> None:
    """Chi-squared over 6 values, 60,000 draws: one in 1,000 good generators exceeds 20.5."""
    rng = Rng(1)
    counts = Counter(rng.below(6) for _ in range(60_000))
    assert sum((counts[face] - 10_000) ** 2 / 10_000 for face in range(6)) < 20.5


def test_a_limit_that_does_not_divide_is_still_fair() -> None:
    """With a limit of two thirds of 2**32, plain multiplication would favour every other number."""
    limit = 2863311531  # 2**33 // 3
    rng = Rng(2)
    counts = Counter(rng.below(limit) % 2 for _ in range(20_000))
    assert abs(counts[0] - 10_000) < 400


@pytest.mark.parametrize("dump", ["", "abc 1 2", "00 0 0", f"{'0' * 64} 0 3", f"{'0' * 64} 1 16"])
def test_a_wrong_dump_is_refused(dump: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - any ValueError will do
        Rng.restore(dump)


def test_the_state_can_be_read_and_set() -> None:
    rng, other = Rng(5), Rng(6)
    rng.take(list(range(40)), 21)
    saved = rng.state
    numbers = [rng.below(1000) for _ in range(40)]
    other.state = saved
    assert [other.below(1000) for _ in range(40)] == numbers
    rng.state = saved
    assert [rng.below(1000) for _ in range(40)] == numbers


def test_a_drawn_generator_depends_only_on_the_chance_it_is_drawn_from() -> None:
    one, two = Rng.drawn(Random(1)), Rng.drawn(Random(1))
    assert one.state == two.state != Rng.drawn(Random(2)).state
    assert one.take(list(range(40)), 30) == two.take(list(range(40)), 30)
