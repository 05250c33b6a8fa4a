"""The rules of a title in our own words, cut into the chapters that reasons and prompts name.

`rules/<language>.md` in the title's package has one `## Title {#name}` a chapter.
"""

import re
from functools import lru_cache
from importlib.resources import files

import msgspec

_HEADING = re.compile(r"^## (?P<title>.+?) \{#(?P<name>[a-z_]+)\}$", re.MULTILINE)


class Chapter(msgspec.Struct, frozen=True):
    """One chapter: its name for the engine, its title and its text (Markdown) for people."""

    name: str
    title: str
    text: str


@lru_cache
def chapters(package: str, language: str) -> tuple[Chapter, ...]:
    """The chapters of a title; in English where the language is not there."""
    folder = files(package) / "rules"
    file = folder / f"{language}.md"
    text = (file if file.is_file() else folder / "en.md").read_text(encoding="utf-8")
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return tuple(
        Chapter(heading["name"], heading["title"], text[heading.end() : end].strip())
        for heading, end in zip(headings, ends, strict=True)
    )
