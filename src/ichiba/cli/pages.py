"""Divides a board into pages that fit on the screen."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.text import Text

from ichiba.games.board.terminal import Section


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
