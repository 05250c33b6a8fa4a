"""The charts of the lab's report, as SVG: printed numbers beside changed ones.

The first series of a chart is drawn in outline, the second filled, so nobody has to tell colours
apart. Every mark has a title, and the page has the numbers in tables too.
"""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, floor, log10

import msgspec

_WIDTH = 720
_LEFT, _RIGHT = 220, 24
# The widest letters of a name where they are largest, on phones.
_LETTER = 12
_ROW = 32
_AXIS = 44
_HEIGHT = 180  # of the bars of a histogram
_MOST_BARS = 40
_TICKS = 6


class Dot(msgspec.Struct, frozen=True):
    """A value with its interval."""

    name: str
    value: float
    low: float
    high: float
    is_strong: bool = False  # whether it is drawn filled


def dots(title: str, rows: Sequence[Dot], unit: str, middle: float | None = None) -> str:
    """Each value as a dot on the line of its interval; `middle` is a line to compare with."""
    known = [] if middle is None else [middle]
    ticks = _ticks(
        min([*known, *(row.low for row in rows)]), max([*known, *(row.high for row in rows)])
    )
    span = (ticks[-1] - ticks[0]) or 1
    left = max(_LEFT, 2 * _LETTER + _LETTER * max(len(row.name) for row in rows))

    def x(value: float) -> float:
        return left + (value - ticks[0]) / span * (_WIDTH - left - _RIGHT)

    end = len(rows) * _ROW
    parts = [_line(x(tick), 0, x(tick), end, "grid") for tick in ticks]
    parts += [_text(x(tick), end + 18, f"{tick:g}") for tick in ticks]
    parts.append(_text(_WIDTH / 2, end + 38, unit))
    if middle is not None:
        parts.append(_line(x(middle), 0, x(middle), end, "median"))
    for number, row in enumerate(rows):
        y = number * _ROW + _ROW / 2
        told = f"{row.name}: {row.value:.3g}, interval {row.low:.3g} to {row.high:.3g}"
        css = "dot" if row.is_strong else "dot open"
        parts.append(_text(left - 12, y + 5, row.name, "name"))
        parts.append(
            _group(told, _line(x(row.low), y, x(row.high), y, "interval")
                   + _line(x(row.low), y - 5, x(row.low), y + 5, "interval")
                   + _line(x(row.high), y - 5, x(row.high), y + 5, "interval")
                   + f'<circle class="{css}" cx="{x(row.value):.1f}" cy="{y:g}" r="6"/>')
        )  # fmt: skip
    return _svg(title, end + _AXIS, parts)


def bars(title: str, series: Sequence[tuple[str, Mapping[int, int]]], unit: str) -> str:
    """How many games had which value, for one or two series, as shares of their games."""
    values = [value for _, counts in series for value in counts]
    least, most = min(values), max(values)
    size = -(-(most - least + 1) // _MOST_BARS)
    number = (most - least) // size + 1
    shares = [_shares(counts, least, size, number) for _, counts in series]
    tallest = max(max(one) for one in shares) or 1.0
    step = (_WIDTH - 2 * _RIGHT) / number
    every = ceil(number / 14)
    parts = []
    for place in range(number):
        first = least + place * size
        span = f"{first} to {first + size - 1}" if size > 1 else str(first)
        left, width = _RIGHT + place * step, step / len(series)
        for which, (name, _) in enumerate(series):
            share = shares[which][place]
            told = f"{name}, {span} {unit}: {share:.1%} of the games"
            height = share / tallest * _HEIGHT
            css = "box open" if which == 0 and len(series) > 1 else "box"
            box = _box(left + which * width + 1, _HEIGHT + 10 - height, width - 2, height, css)
            parts.append(_group(told, box))
        if place % every == 0:
            parts.append(_text(left + step / 2, _HEIGHT + 28, str(first)))
    parts.append(_text(_WIDTH / 2, _HEIGHT + 48, unit))
    return _svg(title, _HEIGHT + 58, parts)


def stack(title: str, parts: Sequence[tuple[str, float]]) -> str:
    """A bar divided into named shares."""
    drawn, left = [], float(_RIGHT)
    whole = sum(share for _, share in parts) or 1.0
    for number, (name, share) in enumerate(parts):
        width = share / whole * (_WIDTH - 2 * _RIGHT)
        css = "box" if number % 2 else "box open"
        drawn.append(_group(f"{name}: {share:.0%}", _box(left, 8, max(width, 1), 32, css)))
        # Neighbours have their names at different heights, so that narrow parts stay readable.
        drawn.append(_text(left + width / 2, 58 + 20 * (number % 2), f"{name} {share:.0%}"))
        left += width
    return _svg(title, 88, drawn)


def _shares(counts: Mapping[int, int], least: int, size: int, number: int) -> list[float]:
    bins = [0] * number
    for value, times in counts.items():
        bins[(value - least) // size] += times
    total = sum(bins) or 1
    return [one / total for one in bins]


def _ticks(low: float, high: float) -> list[float]:
    """Round numbers from below the lowest value to above the highest."""
    rough = max(high - low, 1e-6) / _TICKS
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough * 0.999)
    found = range(floor(low / step), ceil(high / step) + 1)
    return [round(step * number, 9) for number in found]


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {_WIDTH} {height:g}" role="img" aria-label="{escape(title)}">'
        + "".join(parts)
        + "</svg>"
    )


def _group(told: str, content: str) -> str:
    return f"<g><title>{escape(told)}</title>{content}</g>"


def _line(x1: float, y1: float, x2: float, y2: float, css: str) -> str:
    return f'<line class="{css}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _box(x: float, y: float, width: float, height: float, css: str) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" width="{max(width, 0.5):.1f}" height="{height:.1f}"'
    return f'<rect class="{css}" rx="2" {place}/>'


def _text(x: float, y: float, text: str, css: str = "tick") -> str:
    return f'<text class="{css}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
