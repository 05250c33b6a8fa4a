"""What counts, player by player: the data of a table's standings and of the purse in the tray.

A game returns them from `standings(view, words)` and `purse(view, words)` in its `board/web.py`.
The site adds what has changed since the viewer's last turn.
"""

import msgspec


class Figure(msgspec.Struct, frozen=True):
    """A number that counts, such as a player's money."""

    name: str  # the same in every position, so that changes can be found
    value: int
    text: str  # as it is shown: "¥1,200"
    title: str  # what it is: "Money"
    symbol: str = ""  # a picture beside the text
    goal: int = 0  # draws a thin line towards this value, such as 50 resources
    compared: bool = True  # whether the change since the viewer's last turn is shown
    short: str = ""  # what is shown beside the picture where there is little room


class Note(msgspec.Struct, frozen=True):
    """A few words or a picture beside a player's name, such as “first”."""

    text: str
    title: str  # what it means
    symbol: str = ""


class Row(msgspec.Struct, frozen=True):
    """What counts for one player, as far as the viewer may know it."""

    seat: int
    score: Figure | None  # shown large
    figures: tuple[Figure, ...] = ()  # shown in a line below
    notes: tuple[Note, ...] = ()
    opens: str = ""  # the id of a popover on the board that shows all of it


class Standings(msgspec.Struct, frozen=True):
    """All players, how far the game is, and how one wins."""

    rows: tuple[Row, ...]  # by seat
    progress: str  # "Round 3 of 7"
    part: float  # how much of the game is over, from 0 to 1
    goal: str  # in at most four words: "Most yen wins"
    how: tuple[str, ...]  # how one wins and when the game ends, in a few sentences
