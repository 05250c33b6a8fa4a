"""What a screen of a game promises, checked on drawn frames."""

import re
from collections.abc import Sequence

from rich.text import Text

from ichiba.cli.choices import Choices, Row
from ichiba.cli.screen.frame import Contents, Frame, Size, compose, paginate
from ichiba.cli.session import Session
from ichiba.games.board.terminal import Room, Section

BELOW = 2  # rows for the answer and the keys
SIZES = [Size(80, 24 - BELOW), Size(120, 40 - BELOW)]
LEAST_BOARD = 8


def words_in(lines: Sequence[Text]) -> str:
    """The text of lines, with single spaces."""
    return " ".join(" ".join(line.plain for line in lines).split())


def check_decision(session: Session, seat: int, size: Size) -> None:
    """Check one decision at one size: nothing is cut off and every choice can be reached."""
    choices = session.choices(seat)
    drawn: list[tuple[Room, list[Section]]] = []

    def board(room: Room) -> list[Section]:
        drawn.append((room, session.board(seat, room)))
        return drawn[-1][1]

    contents = Contents(
        board=board,
        prompt=session.prompt(seat),
        news=session.news(seat),
        rows=choices.rows,
    )
    frame = compose(contents, size, session.words)
    check_frame(frame, contents, size)
    check_board(*drawn[0], frame)
    check_reachable(contents, size, session, frame)


def check_waiting(session: Session) -> None:
    """Check what is shown to somebody who has nothing to decide."""
    for size in SIZES:
        contents = Contents(
            board=lambda room: session.board(None, room),
            prompt=session.prompt(None),
            news=session.news(None),
            reserved=4,
        )
        check_frame(compose(contents, size, session.words), contents, size)


def check_frame(frame: Frame, contents: Contents, size: Size) -> None:
    """The frame fills the screen exactly, with the whole prompt."""
    assert len(frame.lines) == size.height
    for line in frame.lines:
        assert line.cell_len <= size.width, line.plain
        assert "\n" not in line.plain
    rule = rule_of(frame)
    assert rule >= LEAST_BOARD, "the board keeps some room"
    below = words_in(frame.lines[rule + 1 :])
    assert " ".join(contents.prompt.split()) in below
    if contents.rows:
        assert frame.spots, "there are choices in sight"


def check_board(room: Room, sections: Sequence[Section], frame: Frame) -> None:
    """The pages of the board show all of it."""
    height = rule_of(frame)
    assert room.height == height
    pages = paginate(sections, height)
    assert len(pages) == frame.pages
    pinned = sum(len(section.lines) for section in sections if section.pinned)
    shown = [line.plain for page in pages for line in page.lines[pinned:]]
    whole = [line.plain for one in sections if not one.pinned for line in one.lines]
    assert shown == whole
    assert all(len(page.lines) <= height for page in pages)
    assert max((line.cell_len for one in sections for line in one.lines), default=0) <= room.width


def check_words(session: Session, seat: int) -> None:
    """No word of a board is broken: in a narrow window it has the words of a wide one.

    The map is left out, because names on it are shortened if they have no room.
    """
    narrow = session.board(seat, Room(80, 10))
    wide = session.board(seat, Room(400, 10))
    assert _words(narrow) <= _words(wide), _words(narrow) - _words(wide)


def _words(sections: Sequence[Section]) -> set[str]:
    lines = [line.plain for one in sections if one.name != "map" for line in one.lines]
    return {word.strip(";") for line in lines for word in line.split()}


def rule_of(frame: Frame) -> int:
    """The number of the line between the board and what is below."""
    return max(n for n, line in enumerate(frame.lines) if line.plain.startswith("──"))


def check_reachable(contents: Contents, size: Size, session: Session, frame: Frame) -> None:
    """Moving the mark shows every choice, with its key and its whole label."""
    seen: set[int] = set()
    at = 0
    while at < len(contents.rows):
        if seen:  # the first page is the frame itself
            frame = compose(contents._replace(cursor=at), size, session.words)
        numbers = {spot.number for spot in frame.spots}
        assert at in numbers
        for number in numbers:
            row = contents.rows[number]
            assert " ".join(f"{row.key} {row.label}".split()) in _said(frame, number)
        seen |= numbers
        at = max(numbers) + 1
    assert seen == set(range(len(contents.rows)))


def _said(frame: Frame, number: int) -> str:
    """What stands where a choice is."""
    parts = [
        frame.lines[spot.row].plain[spot.left : spot.right]
        for spot in frame.spots
        if spot.number == number
    ]
    return " ".join(" ".join(parts).replace("▸", " ").split())


_NUMBER = re.compile(r"[-−+x]?\d[\d,]*")


def check_keys(choices: Choices) -> None:
    """Each choice has its own key and its notation, and a number is the one that is shown."""
    assert [c.action for row in choices.rows for c in row.choices] == [
        c.action for c in choices.all
    ]
    for choice in choices.all:
        assert choices.find(choice.key) == choice
        assert choices.find(choice.notation) == choice
        assert choices.completed(choice.notation).startswith(choice.notation)
        if any(letter.isdigit() for letter in choice.key):
            first = _NUMBER.search(choice.label)
            assert first is not None
            assert choices.find(first.group()) == choice  # typed as it is shown
            assert first.group().replace(",", "").replace("−", "-") == choice.key
        else:
            assert choice.key.isalpha()
            assert choice.key not in "hqsu", "these are commands"


def row_with(rows: Sequence[Row], notation: str) -> Row:
    """The row that holds a move."""
    return next(row for row in rows if notation in [one.notation for one in row.choices])
