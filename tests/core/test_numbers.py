"""Numbers as people write them, in sentences and on their own."""

import pytest

import ichiba
from ichiba.core.words import Words

ichiba.load("tsukiji")


@pytest.mark.parametrize(
    ("amount", "written"),
    [(0, "¥0"), (7, "¥7"), (1200, "¥1,200"), (-500, "−¥500"), (-2700, "−¥2,700")],
)
def test_yen(amount: int, written: str) -> None:
    assert Words().yen(amount) == written
    assert Words().say("tsukiji.result.score", {"count": amount}) == written


def test_figures_and_changes() -> None:
    words = Words()
    assert [words.figure(n) for n in (0, 1234, -3)] == ["0", "1,234", "−3"]
    assert [words.signed(n) for n in (0, 4, -1)] == ["±0", "+4", "−1"]
    assert [words.signed_yen(n) for n in (0, 1200, -2)] == ["±¥0", "+¥1,200", "−¥2"]


def test_small_numbers_are_words_in_a_story() -> None:
    words = Words()
    assert [words.number(n) for n in (1, 3, 12, 13, 1300)] == [
        "one", "three", "twelve", "13", "1,300"
    ]  # fmt: skip


@pytest.mark.parametrize("title", ichiba.games())
def test_parts_of_a_score_are_written_as_the_score_is(title: str) -> None:
    part = Words().say(f"{title}.result.amount", {"count": -3000})
    assert part in ("−¥3,000", "−3,000")
    assert Words().say(f"{title}.result.score", {"count": -3000}).startswith(part)
