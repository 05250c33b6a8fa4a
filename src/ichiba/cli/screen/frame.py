"""What the screen shows, as lines: the board, the news, the prompt and the choices.

These are plain functions of the size and the contents, so that tests can check every position of a
game without a terminal.

The prompt and the choices get their rows first, up to about a third of the screen, and the board
gets the rest. Choices that do not fit are on further pages.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from rich.text import Text

from ichiba.cli.choices import Row
from ichiba.core.words import Words
from ichiba.games.board.terminal import Lines, Room, Section, wrapped

LEAST_WIDTH, LEAST_HEIGHT = 60, 18
# No choice is marked at first, so that Enter does nothing by accident.
UNMARKED = -1
_MOST_COLUMNS = 4
_GAP = 2
_FEW = 4  # so few choices are listed below each other


class Size(NamedTuple):
    """Columns and rows."""

    width: int
    height: int


class Spot(NamedTuple):
    """Where a choice is on the screen, for the mouse."""

    row: int
    left: int
    right: int
    number: int


class Contents(NamedTuple):
    """Everything that a frame shows."""

    board: Callable[[Room], list[Section]]
    prompt: str
    news: Sequence[str] = ()
    message: str = ""
    rows: Sequence[Row] = ()
    cursor: int = UNMARKED
    page: int | None = None  # of the board; None is the one that the decision is about
    reserved: int = 0  # rows for choices that are to come, so that the board keeps its size


class Frame(NamedTuple):
    """A drawn screen."""

    lines: Lines
    page: int
    pages: int
    spots: list[Spot]
    listed: int  # rows of choices


def compose(contents: Contents, size: Size, words: Words) -> Frame:
    """Lay out the screen. The prompt and the choices come first, the board gets the rest."""
    width = size.width
    prompt = wrapped(Text(contents.prompt, "bold"), width)
    message = wrapped(Text(contents.message, "bold yellow"), width) if contents.message else []
    most = max(4, size.height // 3 - len(prompt) - len(message))
    listed, spots = list_choices(contents.rows, contents.cursor, Size(width, most), words)
    blank = [Text()] * (min(contents.reserved, most) - len(listed))
    news = _news(contents.news, width, 2 if size.height < 32 else 5)
    below = [*news, *message, *prompt, *listed, *blank]
    room = Room(width, size.height - len(below) - 1)
    pages = paginate(contents.board(room), room.height or 1)
    page = first_shown(pages) if contents.page is None else contents.page % len(pages)
    board = [line.copy() for line in pages[page].lines]
    board += [Text()] * ((room.height or 0) - len(board))
    lines = [*board, _rule(page, len(pages), width, words), *below]
    top = len(lines) - len(listed) - len(blank)
    spots = [spot._replace(row=spot.row + top) for spot in spots]
    return Frame(lines, page, len(pages), spots, len(listed))


def _rule(page: int, pages: int, width: int, words: Words) -> Text:
    """The line below the board, with the number of the page if there are several."""
    title = ""
    if pages > 1:
        title = f" {words.say('cli.screen.page', {'page': page + 1, 'pages': pages})} "
    return Text(f"──{title}".ljust(width, "─"), "dim")


def _news(sentences: Sequence[str], width: int, most: int) -> Lines:
    """The latest news that fit, as whole sentences if possible."""
    lines: Lines = []
    for sentence in reversed(sentences):
        told = wrapped(Text(f"· {sentence}"), width, 2)
        if lines and len(lines) + len(told) > most:
            break
        lines = [*told, *lines]
    if len(lines) > most:  # one long sentence: the log has all of it
        lines = lines[:most]
        lines[-1] = lines[-1][: width - 2].append(" …")
    return lines


class _Listing(NamedTuple):
    """A page of choices: the first and the last, in how many columns."""

    numbers: range
    columns: int


def list_choices(
    rows: Sequence[Row], cursor: int, size: Size, words: Words
) -> tuple[Lines, list[Spot]]:
    """The choices in columns. If they do not fit, this is the page with the cursor."""
    if not rows:
        return [], []
    key_width = max(len(row.key) for row in rows)
    entries = [_entry(row, key_width, number == cursor) for number, row in enumerate(rows)]
    whole = _page(entries, 0, size)
    if len(whole.numbers) == len(entries):
        return _drawn(entries, _in_fewer_rows(entries, whole, size), size.width, key_width)
    start = 0
    while True:
        page = _page(entries, start, Size(size.width, size.height - 1))
        if max(cursor, 0) in page.numbers:
            break
        start = page.numbers.stop
    lines, spots = _drawn(entries, page, size.width, key_width)
    return [*lines, _more(page.numbers, len(rows), words)], spots


def _page(entries: Sequence[Text], start: int, size: Size) -> _Listing:
    """As many choices as fit, from one on: in columns, or else in one with wrapped labels."""
    for columns in range(_MOST_COLUMNS, 1, -1):
        numbers = range(start, min(start + columns * size.height, len(entries)))
        if len(numbers) > _FEW and _width(entries, _Listing(numbers, columns)) <= size.width:
            return _Listing(numbers, columns)
    used, stop = 0, start
    while stop < len(entries):
        used += len(wrapped(entries[stop], size.width))
        if used > size.height and stop > start:
            break
        stop += 1
    return _Listing(range(start, stop), 1)


def _in_fewer_rows(entries: Sequence[Text], page: _Listing, size: Size) -> _Listing:
    """Use fewer columns if the list is short, because that is easier to read."""
    for columns in range(1, page.columns):
        fewer = _Listing(page.numbers, columns)
        rows = -(-len(page.numbers) // columns)
        if rows <= max(_FEW, size.height // 2) and _width(entries, fewer) <= size.width:
            return fewer
    return page


def _split(page: _Listing) -> list[range]:
    """The numbers in each column."""
    height = -(-len(page.numbers) // page.columns)
    start, stop = page.numbers.start, page.numbers.stop
    return [range(top, min(top + height, stop)) for top in range(start, stop, height)]


def _width(entries: Sequence[Text], page: _Listing) -> int:
    widths = [max(entries[number].cell_len for number in column) for column in _split(page)]
    return sum(widths) + _GAP * (len(widths) - 1)


def _drawn(
    entries: Sequence[Text], page: _Listing, width: int, key_width: int
) -> tuple[Lines, list[Spot]]:
    lines: Lines = []
    spots: list[Spot] = []
    if page.columns == 1:
        for number in page.numbers:
            block = wrapped(entries[number], width, key_width + 3)
            spots += [Spot(len(lines) + row, 0, width, number) for row in range(len(block))]
            lines += block
        return lines, spots
    left = 0
    for column in _split(page):
        wide = max(entries[number].cell_len for number in column)
        for row, number in enumerate(column):
            if row == len(lines):
                lines.append(Text())
            lines[row].append(" " * (left - lines[row].cell_len)).append_text(entries[number])
            spots.append(Spot(row, left, left + wide, number))
        left += wide + _GAP
    return lines, spots


def _entry(row: Row, key_width: int, chosen: bool) -> Text:
    """A choice. The chosen one has a mark, besides being reversed."""
    line = Text("▸" if chosen else " ")
    line.append(row.key.rjust(key_width), "bold" if chosen else "bold cyan").append("  ")
    line.append(row.label)
    if chosen:
        line.stylize("reverse")
    return line


def _more(shown: range, count: int, words: Words) -> Text:
    told: dict[str, object] = {"first": shown.start + 1, "last": shown.stop, "count": count}
    return Text(f" {words.say('cli.screen.more', told)}", "dim")


# --- The pages of a board


class Page(NamedTuple):
    """What is shown of a board at one time."""

    lines: list[Text]
    names: tuple[str, ...]  # of its sections
    focus: bool  # whether the decision is about something on this page


def paginate(sections: Sequence[Section], height: int) -> list[Page]:
    """Fill pages with whole sections in their order. Longer sections are divided."""
    pinned = [line for one in sections if one.pinned for line in one.lines]
    room = max(1, height - len(pinned))
    pages: list[Page] = []
    for section in sections:
        if section.pinned or not section.lines:
            continue
        for start in range(0, len(section.lines), room):
            part = section.lines[start : start + room]
            if not pages or len(pages[-1].lines) + len(part) > room:
                pages.append(Page([], (), False))
            last = pages[-1]
            names = tuple(dict.fromkeys((*last.names, section.name)))
            pages[-1] = Page([*last.lines, *part], names, last.focus or section.focus)
    return [page._replace(lines=[*pinned, *page.lines]) for page in pages] or [
        Page(pinned, (), False)
    ]


def first_shown(pages: Sequence[Page]) -> int:
    """The page to begin with."""
    return next((number for number, page in enumerate(pages) if page.focus), 0)
