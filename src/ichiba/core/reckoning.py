"""Data for showing the final scoring of a game one step at a time.

A game whose scoring has several steps returns them from `reckoning(match, words)` in its
`board/web.py`. The site adds up the running totals.
"""

import msgspec

from ichiba.core.structs import reader


class Row(msgspec.Struct, frozen=True, array_like=True):
    """What one player gains or pays in a step, with a short reason."""

    seat: int
    text: str
    amount: int


class Step(msgspec.Struct, frozen=True):
    """One step of the scoring; players without a row gain nothing in it."""

    title: str
    rows: list[Row]
    about: str = ""  # one sentence about this step


_read = reader(list[Step])


def steps_from(given: object) -> list[Step]:
    """Convert a game's steps, given as structs or as plain dicts and tuples."""
    return _read(msgspec.to_builtins(given))
