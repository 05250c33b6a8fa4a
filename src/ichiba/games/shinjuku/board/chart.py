"""Shinjuku's map in characters: stations by their names, and links as lines between them.

A link without track is dotted, one with track repeats the number of its owner. A station shows its
store as a letter and the owner's number, such as F2. Nothing depends on colour.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from rich.text import Text

from ichiba.games.board.terminal import Lines
from ichiba.games.shinjuku.city import CITY

LETTER = {"food": "F", "clothing": "C", "books": "B", "electronics": "E", "department": "D"}
STYLE = {
    "food": "bold red",
    "clothing": "bold magenta",
    "books": "bold green",
    "electronics": "bold yellow",
    "department": "bold cyan",
}
STATION, SAKURA = "○", "*"
_OWNER_STYLES = ("blue", "red", "green", "magenta", "yellow", "cyan")
_MARK = 2  # the cells before a name: a store, or a blank and a circle
_SHORTEST = 5
_Cell = tuple[int, int]  # row and column


class _Place(NamedTuple):
    """Where a station is drawn: its mark, and its name to the right of it."""

    row: int
    column: int
    name: str


@lru_cache(maxsize=16)
def _places(width: int, height: int) -> dict[str, _Place]:
    """The cells of all stations, with names as long as possible."""
    for longest in range(max(len(station.name) for station in CITY.map.stations), _SHORTEST, -1):
        places = _placed(width, height, longest)
        if places is not None:
            return places
    return _placed(width, height, _SHORTEST) or {}


def _placed(width: int, height: int, longest: int) -> dict[str, _Place] | None:
    """Every station as near to its true place as the others allow; None if one has no room."""
    sheet_width, sheet_height = CITY.map.sheet
    taken: set[_Cell] = set()
    places: dict[str, _Place] = {}
    for station in sorted(CITY.map.stations, key=lambda one: (one.at[1], one.at[0])):
        name = station.name.replace(" ", "")[:longest] if longest < 12 else station.name
        wide = _MARK + len(name)
        row = round(station.at[1] / sheet_height * (height - 1))
        column = min(round(station.at[0] / sheet_width * (width - 1)) - 1, width - wide)
        for cell in _around(row, max(0, column), width - wide, height):
            cells = {(cell[0], cell[1] + step) for step in range(-1, wide + 1)}
            if not cells & taken:
                taken |= {(cell[0], cell[1] + step) for step in range(wide)}
                places[station.id] = _Place(*cell, name)
                break
        else:
            return None
    return places


# How far a name may be from its true place: a row counts as much as three columns.
_SHIFTS = sorted(
    ((rows, columns) for rows in range(-1, 2) for columns in range(-6, 7)),
    key=lambda shift: (abs(shift[0]) * 3 + abs(shift[1]), shift),
)


def _around(row: int, column: int, last_column: int, height: int) -> Iterator[_Cell]:
    for down, across in _SHIFTS:
        if 0 <= row + down < height and 0 <= column + across <= last_column:
            yield row + down, column + across


def chart(view: dict[str, Any], width: int, height: int) -> Lines:
    """The map for a view."""
    places = _places(width, height)
    if not places:
        return []
    cells: dict[_Cell, tuple[str, str]] = {}
    for a, b in CITY.map.permanent:
        _link(cells, places[a], places[b], lambda _: ("=", ""))
    for name in sorted(CITY.link_names, key=lambda one: one in view["track"]):
        a, b = name.split("~")
        _link(cells, places[a], places[b], _stroke(view["track"].get(name)))
    for station in CITY.map.stations:
        _station(cells, places[station.id], station.department, view["stores"].get(station.id))
    return [_row(cells, row, width) for row in range(height)]


def _stroke(owner: int | None) -> Callable[[int], tuple[str, str]]:
    """How the cells of a link are drawn."""
    if owner is None:
        return lambda _: ("·", "dim")
    return lambda _: (str(owner + 1), f"bold {_OWNER_STYLES[owner]}")


def _link(
    cells: dict[_Cell, tuple[str, str]],
    a: _Place,
    b: _Place,
    stroke: Callable[[int], tuple[str, str]],
) -> None:
    """A straight line between the marks of two stations."""
    column_a, column_b = a.column + 1, b.column + 1
    steps = max(abs(a.row - b.row), abs(column_a - column_b), 1)
    for step in range(steps + 1):
        row = round(a.row + (b.row - a.row) * step / steps)
        column = round(column_a + (column_b - column_a) * step / steps)
        cells[row, column] = stroke(step)


def _station(
    cells: dict[_Cell, tuple[str, str]], place: _Place, is_sakura: bool, store: Any
) -> None:
    mark, style = f" {SAKURA if is_sakura else STATION}", ""
    if store is not None:
        mark, style = f"{LETTER[store['good']]}{store['owner'] + 1}", STYLE[store["good"]]
    for step, letter in enumerate(mark + place.name):
        look = style or ("bold" if is_sakura and step < _MARK else "")
        if letter != " " or step:  # the blank before a circle lets a line through
            cells[place.row, place.column + step] = (letter, look)


def _row(cells: dict[_Cell, tuple[str, str]], row: int, width: int) -> Text:
    line = Text()
    for column in range(width):
        line.append(*cells.get((row, column), (" ", "")))
    line.rstrip()
    return line
