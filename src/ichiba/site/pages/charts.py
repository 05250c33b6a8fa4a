"""Draws a chart as SVG. Lines differ in colour and in the shape of their points."""

from collections.abc import Callable
from itertools import count

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from ichiba.core.charts import Chart, Series
from ichiba.site.titles.words import words_for

WIDTH, HEIGHT = 560, 240
MARKS = 14  # the most turns that get a number, and the most points on a line
ROWS = 5  # the most steps between the lowest and the highest grid line
LEFT, RIGHT, TOP, BOTTOM = 56, 110, 14, 26
# The point shapes as paths around (0, 0), in the order of the players' shapes.
_POINTS = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0",
    "M-3.5-3.5h7v7h-7z",
    "M0-4.5L4.5 3.5h-9z",
    "M0-5L5 0L0 5L-5 0z",
    "M0-5L1.4-1.6L5-1.5L2.2 0.8L3.1 4.5L0 2.4L-3.1 4.5L-2.2 0.8L-5-1.5L-1.4-1.6z",
    "M-1.5-4.5h3v3h3v3h-3v3h-3v-3h-3v-3h3z",
)


def draw(chart: Chart) -> SafeString:
    """Draw a chart, with a text alternative for screen readers."""
    most = max(max(series.values) for series in chart.series)
    least = min(0, *(min(series.values) for series in chart.series))
    rounds = max(len(series.values) for series in chart.series) - 1
    write = words_for([]).yen if chart.yen else words_for([]).figure
    frame = _Frame(ticks(least, max(most, 1)), max(rounds, 1), write)
    lines = [frame.line(place, series) for place, series in enumerate(chart.series)]
    return format_html(
        '<svg viewBox="0 0 {} {}" role="img" aria-label="{}">{}{}{}</svg>',
        WIDTH, HEIGHT, _in_words(chart), frame.grid(), _joined(lines), frame.names(chart.series),
    )  # fmt: skip


def ticks(least: int, most: int) -> range:
    """Return round numbers that cover the range from `least` to `most`."""
    step = round_step((most - least) / ROWS)
    return range(least // step * step, -(-most // step) * step + 1, step)


def round_step(least: float) -> int:
    """Return the smallest whole step of 1, 2, 2.5 or 5 times a power of ten, at least `least`."""
    for power in count():
        for tenths in (10, 20, 25, 50):
            ten_steps: int = tenths * 10**power
            step, rest = divmod(ten_steps, 10)
            if not rest and step >= least:
                return step
    raise AssertionError  # unreachable: count() never ends


def _in_words(chart: Chart) -> str:
    words = words_for([])
    write = words.yen if chart.yen else words.figure
    rows = [
        _("%(name)s: %(values)s.")
        % {"name": series.name, "values": words.series([*map(write, series.values)])}
        for series in chart.series
    ]
    return " ".join([_("%(title)s.") % {"title": chart.title}, *rows])


def _joined(parts: list[SafeString]) -> SafeString:
    return format_html_join("", "{}", ((part,) for part in parts))


class _Frame:
    """Maps values to coordinates and draws the parts of a chart."""

    def __init__(self, rows: range, rounds: int, write: Callable[[int], str]) -> None:
        self.rows, self.rounds, self.write = rows, rounds, write
        self.marked = range(0, rounds + 1, round_step(rounds / MARKS))

    def x(self, turn: int) -> float:
        return round(LEFT + turn * (WIDTH - LEFT - RIGHT) / self.rounds, 1)

    def y(self, value: float) -> float:
        share = (value - self.rows[0]) / (self.rows[-1] - self.rows[0])
        return round(HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM), 1)

    def grid(self) -> SafeString:
        rows = format_html_join(
            "",
            '<path class="grid" d="M{} {}H{}"/><text class="axis" x="{}" y="{}">{}</text>',
            (
                (LEFT, self.y(row), WIDTH - RIGHT, LEFT - 6, self.y(row) + 4, self.write(row))
                for row in self.rows
            ),
        )
        turns = format_html_join(
            "",
            '<text class="axis turn" x="{}" y="{}">{}</text>',
            ((self.x(turn), HEIGHT - 8, turn) for turn in self.marked),
        )
        return _joined([rows, turns])

    def line(self, place: int, series: Series) -> SafeString:
        spots = [(self.x(turn), self.y(value)) for turn, value in enumerate(series.values)]
        path = "M" + "L".join(f"{x} {y}" for x, y in spots)
        points = format_html_join(
            "",
            '<path class="point" transform="translate({} {})" d="{}"/>',
            ((*spots[n], _POINTS[place % len(_POINTS)]) for n in self.marked if n < len(spots)),
        )
        return format_html(
            '<g class="{}"><path class="line" d="{}"/>{}</g>', _css(series), path, points
        )

    def names(self, lines: list[Series]) -> SafeString:
        """Draw the names at the right end, spread out where lines end close together."""
        ends = sorted((self.y(series.values[-1]), place) for place, series in enumerate(lines))
        spots: list[tuple[float, int]] = []
        for y, place in ends:
            spots.append((max(y, spots[-1][0] + 16) if spots else y, place))
        return format_html_join(
            "",
            '<g class="{}"><path class="point" transform="translate({} {})" d="{}"/>'
            '<text class="name" x="{}" y="{}">{}</text></g>',
            (
                (
                    _css(lines[place]), WIDTH - RIGHT + 14, y, _POINTS[place % len(_POINTS)],
                    WIDTH - RIGHT + 24, y + 4, lines[place].name,
                )
                for y, place in spots
            ),
        )  # fmt: skip


def _css(series: Series) -> str:
    return f"series p{series.seat}" if series.seat is not None else f"series s-{series.symbol}"
