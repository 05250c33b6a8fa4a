"""What a title offers people who play its printed game at a real table: a set-up helper, piles to
draw from, and a score pad.

A title's `Board` has a function `at_table(words)`, and `board/static/at_table.js` has
`score(numbers, shared, players)` and, if something is drawn, `draw(numbers, players, on, random)`.
All text comes from here; the scripts of the page only show, hide and count.
"""

from collections.abc import Mapping, Sequence

import msgspec


class Choice(msgspec.Struct, frozen=True):
    """Something to switch on or off: an option, or a market that is in play."""

    name: str
    label: str
    about: str = ""
    symbol: str = ""
    group: str = ""  # what `draw` chooses from; an option if empty
    on: bool = False
    needs: str = ""  # see Line


class Line(msgspec.Struct, frozen=True):
    """One thing to lay out."""

    text: str
    symbol: str = ""
    players: Sequence[int] = ()  # only with these numbers of players; all if empty
    # Choices that must be on, or off if a minus sign precedes them, such as "eel -crashing".
    needs: str = ""


class Step(msgspec.Struct, frozen=True):
    """A step of the set-up: a title and what to lay out."""

    title: str
    lines: Sequence[Line]
    shuffled: bool = False  # whether the lines are put in random order
    card: bool = False  # whether each line is a card with a picture


class Entry(msgspec.Struct, frozen=True):
    """Something to enter in the score pad: a number, or whether something is so."""

    name: str
    label: str
    symbol: str = ""
    most: int = 999
    start: int = 0
    least: int = 0
    step: int = 1
    is_flag: bool = False
    needs: str = ""


class Thing(msgspec.Struct, frozen=True):
    """A kind of piece in a pile, and how many there are by number of players."""

    name: str
    label: str
    symbol: str
    counts: Mapping[int, int]


class Pile(msgspec.Struct, frozen=True):
    """Pieces to draw from, one at a time: a bag, a deck, or markets that are not in play."""

    name: str
    title: str
    things: Sequence[Thing]
    needs: str = ""
    unless_on: bool = False  # whether things whose choice is on are left out


class Part(msgspec.Struct, frozen=True):
    """A part of the score, as `score` names it."""

    name: str
    label: str
    needs: str = ""


class AtTable(msgspec.Struct, frozen=True):
    """Everything on a title's page for the real table."""

    players: Sequence[int]
    choices: Sequence[Choice]
    groups: Mapping[str, str]  # titles of groups of choices
    steps: Sequence[Step]
    piles: Sequence[Pile]
    shared: Sequence[Entry]  # for the whole table
    own: Sequence[Entry]  # for each player
    parts: Sequence[Part]
    is_yen: bool  # whether scores are yen
    numbers: Mapping[str, object]  # for the title's script
    problem: str = ""  # said if `score` reports that what was entered can't be
    draw: str = ""  # the label of the button that draws what is random in the set-up
