"""The rules of a game in our own words, split into the chapters that reasons and prompts refer to.

`rules/<language>.md` in the game's package has a heading `## Title {#name}` for each chapter.
"""

import re
from functools import lru_cache
from importlib.resources import files

import msgspec

_HEADING = re.compile(r"^## (?P<title>.+?) \{#(?P<name>[a-z_]+)\}$", re.MULTILINE)


class Chapter(msgspec.Struct, frozen=True):
    """One chapter: its name for the engine, and its title and text (Markdown) for people."""

    name: str
    title: str
    text: str


@lru_cache
def chapters(package: str, language: str) -> tuple[Chapter, ...]:
    """The chapters of a game, in English if there is no translation."""
    folder = files(package) / "rules"
    file = folder / f"{language}.md"
    text = (file if file.is_file() else folder / "en.md").read_text(encoding="utf-8")
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return tuple(
        Chapter(heading["name"], heading["title"], text[heading.end() : end].strip())
        for heading, end in zip(headings, ends, strict=True)
    )
