"""Fills the numbers of `data.toml` into the text of the rules.

`{yen start.yen}` becomes ¥2,000, `{n …}` a number in figures, `{word …}` a small number as a word
and `{signed …}` a number with its sign. What follows is a path in `data.toml`, or a calculation
from left to right, such as `{yen external.bank.loan + external.bank.interest}`. Results separated
by commas are added up. If a number is not printed in a rulebook, a sign with the weakest of its
marks follows it.

`{ruling D3}` is a sign for one of our rulings, `{symbol eel}` a picture and `{mark inferred}` a
sign alone. A title can add directives: `DIRECTIVES` in `board/rulebook.py`.
"""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import cast

from ichiba.core.words import Words

_DIRECTIVE = re.compile(r"\{([a-z_]+)(?: ([^{}#]+))?\}")
_MARKS = ("printed", "inferred", "reconstructed")  # from the strongest to the weakest
# Makes the characters for a mark, a ruling or a symbol.
Sign = Callable[[str, str], str]


class Found:
    """Numbers of `data.toml`, with the weakest mark of all that were looked up."""

    def __init__(self, numbers: Mapping[str, object]) -> None:
        self.numbers = numbers
        self.mark = _MARKS[0]

    def at(self, path: str) -> object:
        """What is at a path such as `fish.eel.price` or `players.2.tiles.0.move`."""
        here: object = self.numbers
        for step in path.split("."):
            if isinstance(here, dict) and step not in here and "value" in here:
                here = here["value"]
            here = (
                here[int(step)] if isinstance(here, list) else cast(dict[str, object], here)[step]
            )
            if isinstance(here, dict) and "mark" in here:
                self.weaken(str(here["mark"]))
        return here["value"] if isinstance(here, dict) and "value" in here else here

    def weaken(self, mark: str) -> None:
        """Remember a mark if it is weaker than those before."""
        self.mark = max(self.mark, mark, key=_MARKS.index)

    def number(self, path: str) -> int:
        """The number at a path, or a number that is written out."""
        if path.isdigit():
            return int(path)
        value = self.at(path)
        if isinstance(value, list) and len(value) == 1:
            value = value[0]
        if not isinstance(value, int):
            raise LookupError(path)
        return value

    def result(self, calculation: str) -> int:
        """The result of calculations, separated by commas and added up."""
        return sum(map(self._result, calculation.split(",")))

    def _result(self, calculation: str) -> int:
        """The result of a calculation, from left to right; a division is rounded down."""
        first, *rest = calculation.split()
        total = self.number(first)
        for operator, path in zip(rest[::2], rest[1::2], strict=True):
            total = _OPERATORS[operator](total, self.number(path))
        return total


_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "*": lambda one, other: one * other,
    "/": lambda one, other: one // other,
}
# A title's own directive: makes text of numbers and what follows the name.
Directive = Callable[[Found, Words, str], str]


class Filler:
    """Replaces the directives of a text."""

    def __init__(
        self,
        numbers: Mapping[str, object],
        words: Words,
        directives: Mapping[str, Directive],
        sign: Sign,
    ) -> None:
        self.numbers = numbers
        self.words = words
        self.directives = directives
        self.sign = sign

    def __call__(self, text: str) -> str:
        """The text with everything filled in."""
        return _DIRECTIVE.sub(self._replace, text)

    def _replace(self, directive: re.Match[str]) -> str:
        name, rest = directive[1], directive[2] or ""
        if name in ("ruling", "symbol", "mark"):
            return self.sign(name, rest)
        found = Found(self.numbers)
        if name in self.directives:
            # Its text can hold directives, so that each of its numbers has a sign of its own.
            shown = self(self.directives[name](found, self.words, rest))
        else:
            shown = self._number(name, found.result(rest))
        return shown + self.sign("mark", found.mark)

    def _number(self, form: str, number: int) -> str:
        if form == "word":
            return self.words.number(number)
        if form == "yen":
            return self.words.yen(number)
        return self.words.figure(number) if form == "n" else self.words.signed(number)


def directives_of(package: str) -> Mapping[str, Directive]:
    """The title's own directives, if it has any."""
    name = f"{package}.board.rulebook"
    if find_spec(f"{package}.board") is None or find_spec(name) is None:
        return {}
    return cast(Mapping[str, Directive], import_module(name).DIRECTIVES)
