"""Helpers for boards in the terminal: sections, tables, and text that wraps only between words.

Sections that are pinned are shown on every page. The page with the section that has the `focus` is
shown first.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from io import StringIO
from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.text import Text

Lines = list[Text]
_JOINED = "\u00a0"


class Room(NamedTuple):
    """The space for a board in columns and rows. Without a height, the board is scrolled."""

    width: int
    height: int | None = None

    def holds(self, sections: Iterable["Section"]) -> bool:
        """Whether the sections fit on one page."""
        return self.height is None or sum(len(one.lines) for one in sections) <= self.height


class Section(NamedTuple):
    """A part of a board. If a board does not fit on one page, it is divided between sections."""

    name: str
    lines: Lines
    pinned: bool = False  # shown at the top of every page
    focus: bool = False  # what the decision is about: its page is shown first


def lines_of(renderable: RenderableType, width: int) -> Lines:
    """Anything that rich can print, as lines."""
    console = _console(width)
    rows = console.render_lines(renderable, console.options, pad=False)
    made = []
    for row in rows:
        line = Text(no_wrap=True)
        for segment in row:
            line.append(segment.text, segment.style)
        line.rstrip()
        made.append(line)
    return made


@lru_cache(maxsize=8)
def _console(width: int) -> Console:
    return Console(width=width, file=StringIO(), highlight=False, force_terminal=True)


def wrapped(text: Text, width: int, indent: int = 0) -> Lines:
    """A text in lines that break between words; all lines but the first are indented.

    Only a word that is longer than a line is broken.
    """
    if text.cell_len <= width:
        lines = [text.copy()]
    else:
        lines = flow(_pieces(text, max(1, width - indent)), width, indent, " ")
    for line in lines:
        line.plain = line.plain.replace(_JOINED, " ")
    return lines


def _pieces(text: Text, width: int) -> Lines:
    """The parts of a text between which a line may break."""
    pieces: Lines = []
    for word in text.split(" "):
        parts = word.split(_JOINED) if word.cell_len > width else [word]
        for part in parts:
            pieces += part.divide(range(width, part.cell_len, width))
    return pieces


def together(text: str) -> str:
    """A text that `wrapped` and `grid` never break, such as "3 Spider Crab 6"."""
    return text.replace(" ", _JOINED)


def flow(items: Iterable[Text], width: int, indent: int = 0, between: str = "  ") -> Lines:
    """Items one after the other. A line breaks between items, or inside one that is too long."""
    lines: Lines = []
    line = Text()
    begun = False  # whether there is an item on the line
    for item in items:
        room = width - line.cell_len - (len(between) if begun else 0)
        if begun and item.cell_len > room:
            lines.append(line)
            line, begun, room = Text(" " * indent), False, width - indent
        if item.cell_len > room and " " in item.plain:
            *full, item = wrapped(item, room)  # noqa: PLW2901 - the last line may be continued
            for part in full:
                lines.append(line.append_text(part))
                line = Text(" " * indent)
        line.append(between if begun else "").append_text(item)
        begun = True
    return [*lines, line] if begun else lines


def grid(rows: Sequence[Sequence[Text | str]], width: int, gap: int = 2) -> Lines:
    """Rows in aligned columns. The last column wraps between words, the others never wrap."""
    cells = [[_text(cell) for cell in row] for row in rows]
    if not cells:
        return []
    widths = [max(cell.cell_len for cell in column) + gap for column in zip(*cells, strict=True)]
    start = sum(widths[:-1])
    if _longest_word(row[-1] for row in cells) > width - start:
        # There is no room for columns.
        return [line for row in cells for line in flow(_filled(row), width, 2)]
    lines: Lines = []
    for row in cells:
        line = Text()
        for cell, wide in zip(row[:-1], widths, strict=False):
            line.append_text(cell).append(" " * (wide - cell.cell_len))
        last = wrapped(row[-1], width - start) or [Text()]
        lines.append(line.append_text(last[0]))
        lines += [Text(" " * start).append_text(more) for more in last[1:]]
    for line in lines:
        line.rstrip()
    return lines


def _longest_word(cells: Iterable[Text]) -> int:
    return max(len(word) for cell in cells for word in cell.plain.split(" "))


def _filled(row: Iterable[Text]) -> Lines:
    """The cells of a row that are not empty, without the blanks that align them."""
    found = []
    for cell in row:
        blank = len(cell.plain) - len(cell.plain.lstrip(" "))
        if blank < len(cell):
            found.append(cell[blank:])
    return found


def _text(cell: Text | str) -> Text:
    return Text(cell) if isinstance(cell, str) else cell


def right(cell: Text | str, width: int) -> Text:
    """A cell aligned to the right."""
    text = _text(cell)
    return Text(" " * max(0, width - text.cell_len)).append_text(text)


def right_aligned(rows: list[list[Text | str]], columns: Iterable[int]) -> None:
    """Align columns of a table to the right, in place."""
    for column in columns:
        wide = max(_text(row[column]).cell_len for row in rows)
        for row in rows:
            row[column] = right(row[column], wide)
