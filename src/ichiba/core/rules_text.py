"""The rules of a game in our own words, split into the chapters that reasons and prompts refer to.

`rules/<language>.md` in the game's package has a heading `## Title {#name}` for each chapter. It
can begin with a picture: `## {symbol eel} Eel {#eel}`. Numbers are not written out:
`{yen start.yen}` is filled in from `data.toml`. See `core/rules_numbers.py` for these directives.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from ichiba.core.changing import numbers_of
from ichiba.core.rules_numbers import Filler, directives_of
from ichiba.core.words import Words
from ichiba.core.words.translations import text_in

_HEADING = re.compile(
    r"^## (?:\{symbol (?P<symbol>[a-z0-9-]+)\} )?(?P<title>.+?) \{#(?P<name>[a-z_]+)\}$",
    re.MULTILINE,
)
# Signs in the text of a chapter are single characters from Unicode's private area. A ruling and a
# symbol have a name, which ends with END.
INFERRED, RECONSTRUCTED, RULING, SYMBOL, END = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
SIGNS = {INFERRED: "†", RECONSTRUCTED: "‡", RULING: "§"}
MARKED = {"printed": "", "inferred": INFERRED, "reconstructed": RECONSTRUCTED}
_RULINGS = re.compile(f"{RULING}[^{END}]*{END}")
_PICTURES = re.compile(f"{SYMBOL}[^{END}]*{END} ?")
_MARKING = re.compile(f" {SYMBOL}[^{END}]*{END}(?=,| \\|)")  # pictures behind a name


class Chapter(msgspec.Struct, frozen=True):
    """One chapter: its name for the engine, and its title and texts for people."""

    name: str
    title: str
    text: str  # the sentences alone: no tables, examples, pictures or signs
    markdown: str  # all of it, with signs
    symbol: str = ""  # a picture for the heading


@lru_cache
def chapters(package: str, language: str) -> tuple[Chapter, ...]:
    """The chapters of a game, in English if there is no translation."""
    return chapters_with(package, language, numbers_of(package))


def chapters_with(
    package: str, language: str, numbers: Mapping[str, object]
) -> tuple[Chapter, ...]:
    """The chapters of a game with the given numbers filled in."""
    text = source_of(package, language)
    fill = Filler(numbers, Words((), language), directives_of(package), _sign)
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    found = []
    for heading, end in zip(headings, ends, strict=True):
        filled = fill(text[heading.end() : end].strip())
        symbol = heading["symbol"] or ""
        found.append(Chapter(heading["name"], heading["title"], sentences(filled), filled, symbol))
    return tuple(found)


def source_of(package: str, language: str) -> str:
    """The rules as they are written, in English if there is no translation."""
    text = text_in(package, "rules", f"{language}.md") or text_in(package, "rules", "en.md")
    if text is None:
        raise FileNotFoundError(package)
    return text


def _sign(kind: str, name: str) -> str:
    """The characters that stand for a mark, a ruling or a symbol in the text of a chapter."""
    if kind == "mark":
        return MARKED[name]
    return f"{RULING if kind == 'ruling' else SYMBOL}{name}{END}"


def sentences(markdown: str) -> str:
    """The sentences of a chapter: without tables, examples, pictures, signs and emphasis."""
    kept = [line for line in markdown.split("\n") if not line.startswith(("|", ">"))]
    text = _PICTURES.sub("", _RULINGS.sub("", "\n".join(kept))).replace("**", "")
    for sign in SIGNS:
        text = text.replace(sign, "")
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def in_a_terminal(markdown: str) -> str:
    """The text of a chapter with signs that every terminal shows, and without pictures.

    A name with a picture behind it has a star: on Shinjuku's map in the terminal, * is a sakura.
    """
    text = _MARKING.sub("*", _RULINGS.sub(RULING, markdown))
    text = _PICTURES.sub("", text)
    for sign, shown in SIGNS.items():
        text = text.replace(sign, shown)
    return text
