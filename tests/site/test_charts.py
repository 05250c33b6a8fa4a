"""Charts: round numbers at the grid lines, and no chart if there is nothing to show."""

import re

import pytest

from ichiba.core.charts import Chart, Series
from ichiba.site.pages.charts import draw, round_step, ticks


@pytest.mark.parametrize(
    ("least", "most", "expected"),
    [
        (0, 5500, [0, 2000, 4000, 6000]),
        (0, 4000, [0, 1000, 2000, 3000, 4000]),
        (-2700, 6500, [-4000, -2000, 0, 2000, 4000, 6000, 8000]),
        (0, 12, [0, 5, 10, 15]),
        (0, 110, [0, 25, 50, 75, 100, 125]),
        (0, 2, [0, 1, 2]),
    ],
)
def test_ticks_are_round(least: int, most: int, expected: list[int]) -> None:
    assert [*ticks(least, most)] == expected


def test_steps_are_whole() -> None:
    assert [round_step(n) for n in (0.1, 1.5, 2.2, 21, 26, 260)] == [1, 2, 5, 25, 50, 500]


def test_money_is_written_as_money() -> None:
    chart = Chart("Money", [Series("Aki", [2000, -2700, 6500], seat=0)], yen=True)
    svg = draw(chart)
    labels = re.findall(r'class="axis" [^>]*>([^<]*)<', svg)
    assert labels == ["−¥4,000", "−¥2,000", "¥0", "¥2,000", "¥4,000", "¥6,000", "¥8,000"]
    assert "Aki: ¥2,000, −¥2,700, ¥6,500" in svg


def test_nothing_to_see() -> None:
    assert not Chart("", [Series("Aki", [0, 1, 0]), Series("Ben", [1, 1, 0])]).tells
    assert Chart("", [Series("Aki", [0, 2, 0])]).tells
