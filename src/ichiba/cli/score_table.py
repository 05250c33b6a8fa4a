"""The final scores as a table: with lines for the plain mode, compact for the screen."""

from rich.markup import escape
from rich.table import Table as Grid
from rich.text import Text

from ichiba.cli.console import shortened
from ichiba.cli.session import Session
from ichiba.games.board.terminal import Lines, grid, right_aligned

_SHORTEST_NAME = 6
_GAP = 2


def score_table(session: Session) -> Grid:
    """A breakdown of the scores, with the total at the end."""
    state = session.match.state
    grid = Grid(title=session.say("result"), title_justify="left")
    grid.add_column()
    for name in session.match.record.names:
        grid.add_column(escape(name), justify="right")
    for key in state.breakdown[0]:
        parts = [session.in_units("amount", part[key]) for part in state.breakdown]
        grid.add_row(session.words.say(key), *parts)
    grid.add_section()
    totals = [session.in_units("score", score) for score in state.scores]
    grid.add_row(session.say("total"), *totals, style="bold")
    return grid


def score_lines(session: Session, width: int) -> Lines:
    """The same without lines and zeros, and with the total at the top, where it is always seen."""
    state = session.match.state
    keys = [key for key in state.breakdown[0] if any(part[key] for part in state.breakdown)]
    titles = [session.say("result"), *(session.words.say(key) for key in keys)]
    room = (width - max(len(title) for title in titles)) // len(state.scores) - _GAP
    names = [shortened(name, max(_SHORTEST_NAME, room)) for name in session.words.names]
    totals = [session.in_units("amount", score) for score in state.scores]
    rows: list[list[Text | str]] = [
        [Text(titles[0], "bold"), *(Text(name, "bold") for name in names)],
        [Text(session.say("total"), "bold"), *(Text(total, "bold") for total in totals)],
    ]
    for key, title in zip(keys, titles[1:], strict=True):
        rows.append([title, *(session.in_units("amount", part[key]) for part in state.breakdown)])
    right_aligned(rows, range(1, len(rows[0])))
    return grid(rows, width, _GAP)
