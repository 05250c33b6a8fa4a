"""The charts of a contest's report, as SVG. Colours and fonts are those of the page around them.

Every chart has a title for those who can't see it; the page also has all its numbers in tables.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from itertools import count
from math import ceil, floor, log10
from typing import TypeVar

from ichiba.arena.report import Line, Thought
from ichiba.arena.standings import Rated

Bot = TypeVar("Bot", Rated, Line, Thought)

_WIDTH = 720
_LEFT, _RIGHT = 130, 24  # the margins: names on the left
_ROW = 36
_AXIS = 40  # room for the axis below the rows
_HISTOGRAM = 200  # the height of the bars
_MOST_BARS = 30
_TICKS = 6

Scale = Callable[[float], float]


def ratings(bots: Sequence[Rated]) -> str:
    """Each rating as a dot on the line of its interval."""
    ticks = _ticks(min(bot.low for bot in bots), max(bot.high for bot in bots))
    x = _scale(ticks)
    rows = []
    for y, bot in _rows(bots):
        told = f"{bot.name}: {bot.rating:.0f}, 95% interval {bot.low:.0f} to {bot.high:.0f}"
        rows.append(
            _group(told, _line(x(bot.low), y, x(bot.high), y, "interval")
                   + _line(x(bot.low), y - 6, x(bot.low), y + 6, "interval")
                   + _line(x(bot.high), y - 6, x(bot.high), y + 6, "interval")
                   + f'<circle class="dot" cx="{x(bot.rating):.1f}" cy="{y}" r="6"/>')
        )  # fmt: skip
    return _by_bot("Ratings with 95% intervals", bots, rows, ticks, x, "rating")


def scores(bots: Sequence[Line]) -> str:
    """Each bot's scores: from the lowest to the highest, a box for the middle half, the median."""
    ticks = _ticks(min(bot.scores.least for bot in bots), max(bot.scores.most for bot in bots))
    x = _scale(ticks)
    rows = []
    for y, bot in _rows(bots):
        found = bot.scores
        told = (
            f"{bot.name}: {found.least} to {found.most}, half of the scores between "
            f"{found.quarter:g} and {found.three_quarters:g}, median {found.median:g}"
        )
        width = max(x(found.three_quarters) - x(found.quarter), 1)
        rows.append(
            _group(told, _line(x(found.least), y, x(found.most), y, "thin")
                   + _box(x(found.quarter), y - 10, width, 20)
                   + _line(x(found.median), y - 10, x(found.median), y + 10, "median"))
        )  # fmt: skip
    return _by_bot("Scores", bots, rows, ticks, x, "points")


def thinking(bots: Sequence[Thought]) -> str:
    """The CPU time of a decision on a logarithmic scale: a bar for the mean, a line for the
    longest."""
    shortest = 0.01
    least = min(max(bot.milliseconds, shortest) for bot in bots)
    most = max(max(bot.longest, bot.milliseconds, shortest) for bot in bots)
    powers = range(floor(log10(least)) - 1, ceil(log10(most)) + 1)
    ticks = [10.0**power for power in powers]
    span = max(len(ticks) - 1, 1)

    def x(value: float) -> float:
        share = (log10(max(value, ticks[0])) - powers[0]) / span
        return _LEFT + share * (_WIDTH - _LEFT - _RIGHT)

    rows = []
    for y, bot in _rows(bots):
        told = f"{bot.name}: {bot.milliseconds:.2f} ms on average, {bot.longest:.1f} ms at most"
        end = x(bot.longest)
        rows.append(
            _group(told, _line(_LEFT, y, end, y, "thin") + _line(end, y - 6, end, y + 6, "thin")
                   + _box(_LEFT, y - 8, max(x(bot.milliseconds) - _LEFT, 1), 16))
        )  # fmt: skip
    return _by_bot("CPU time of a decision", bots, rows, ticks, x, "milliseconds")


def lengths(games: Mapping[int, int], unit: str) -> str:
    """How many games had how many rounds, as bars."""
    least, most = min(games), max(games)
    size = -(-(most - least + 1) // _MOST_BARS)
    bars = [0] * ((most - least) // size + 1)
    for rounds, times in games.items():
        bars[(rounds - least) // size] += times
    tallest = max(bars)
    step = (_WIDTH - 2 * _RIGHT) / len(bars)
    every = ceil(len(bars) / 12)  # how many of the bars have room for a number
    parts = []
    for number, times in enumerate(bars):
        first = least + number * size
        span = f"{first} to {first + size - 1}" if size > 1 else str(first)
        left, height = _RIGHT + number * step, times / tallest * _HISTOGRAM
        bar = _box(left + 1, _HISTOGRAM + 24 - height, max(step - 2, 1), height)
        label = "" if number % every else _text(left + step / 2, _HISTOGRAM + 44, str(first))
        top = _text(left + step / 2, _HISTOGRAM + 18 - height, str(times)) if times else ""
        parts.append(_group(f"{span} {unit}: {times}", bar + top * (every == 1)) + label)
    below = _text(_WIDTH / 2, _HISTOGRAM + 66, unit)
    return _svg(f"Length of games in {unit}", _HISTOGRAM + 76, [*parts, below])


# --- Parts


def _rows(bots: Sequence[Bot]) -> Iterable[tuple[float, Bot]]:
    """Each bot with the middle of its row."""
    return zip(count(_ROW / 2, _ROW), bots, strict=False)


def _by_bot(
    title: str, bots: Sequence[Bot], rows: list[str], ticks: list[float], x: Scale, unit: str
) -> str:
    """A chart with a row for each bot, above an axis."""
    end = len(bots) * _ROW
    parts = [_line(x(tick), 0, x(tick), end, "grid") for tick in ticks]
    parts += [_text(x(tick), end + 18, f"{tick:g}") for tick in ticks]
    parts.append(_text((_LEFT + _WIDTH - _RIGHT) / 2, end + 36, unit))
    for y, bot in _rows(bots):
        parts.append(_text(_LEFT - 12, y + 5, bot.name, "name"))
    return _svg(title, end + _AXIS, parts + rows)


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest value to above the highest."""
    rough = max(high - low, 1) / _TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    return [step * number for number in range(floor(low / step), ceil(high / step) + 1)]


def _scale(ticks: list[float]) -> Scale:
    low, span = ticks[0], (ticks[-1] - ticks[0]) or 1
    return lambda value: _LEFT + (value - low) / span * (_WIDTH - _LEFT - _RIGHT)


def _svg(title: str, height: float, parts: list[str]) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        + "".join(parts)
        + "</svg>"
    )


def _group(told: str, content: str) -> str:
    return f"<g><title>{escape(told)}</title>{content}</g>"


def _line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    return f'<line class="{css}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _box(x: float, y: float, width: float, height: float) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"'
    return f'<rect class="box" rx="2" {place}/>'


def _text(x: float, y: float, text: str, css: str = "tick") -> str:
    return f'<text class="{css}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
