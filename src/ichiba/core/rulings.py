"""What we decided where the rules of a game are silent or unclear.

`rulings/<language>.md` in the game's package has tables with two columns: a number or a question,
and the ruling. `{ruling D3}` in the rules refers to a number, `{ruling first-player}` to a
question.
"""

import re
from functools import lru_cache

import msgspec

from ichiba.core.words.translations import ENGLISH, text_in

_ROW = re.compile(r"^\| (?P<first>[^|]+) \| (?P<text>.+) \|$")
_NUMBER = re.compile(r"[A-Z]\d+")


class Ruling(msgspec.Struct, frozen=True):
    """One ruling: its name for references, what it is about, and the text."""

    name: str
    subject: str  # a number such as D3, or a question
    text: str


@lru_cache
def rulings(package: str, language: str) -> tuple[Ruling, ...]:
    """The rulings of a game, in English if there is no translation."""
    english = _read((text_in(package, "rulings", "en.md") or "").split("\n"))
    text = None if language == ENGLISH else text_in(package, "rulings", f"{language}.md")
    if text is None:
        return tuple(english)
    # A translation has the same rulings in the same order, and the same names in addresses.
    pairs = zip(_read(text.split("\n")), english, strict=True)
    return tuple(Ruling(of.name, one.subject, one.text) for one, of in pairs)


def _read(lines: list[str]) -> list[Ruling]:
    found = []
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        row = _ROW.match(line)
        is_heading = following.startswith("|---")
        if row and not is_heading and not line.startswith("|---"):
            found.append(Ruling(name_of(row["first"]), row["first"], row["text"]))
    return found


def name_of(subject: str) -> str:
    """The name of a ruling: its number, or its question as a part of an address."""
    if _NUMBER.fullmatch(subject):
        return subject
    return re.sub(r"[^a-z0-9]+", "-", subject.lower()).strip("-")
