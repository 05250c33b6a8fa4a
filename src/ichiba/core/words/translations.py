"""Where the texts of a language are: in each package, or in folders of translations.

A folder of translations has the same paths as `src`, such as `ichiba/core/words/es.toml` and
`ichiba/games/tsukiji/rules/es.md`. So a translation can be tried without installing it.
"""

from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

ENGLISH = "en"

folders: list[Traversable] = []


def add_translations(folder: Traversable) -> None:
    """Also look for texts in this folder. Call it before the first sentence is said."""
    if folder not in folders:
        folders.append(folder)


def text_in(package: str, kind: str, name: str) -> str | None:
    """A text of a package, such as `rules/es.md`; None if there is none."""
    places = [folder.joinpath(*package.split("."), kind, name) for folder in folders]
    for place in (*places, files(package) / kind / name):
        if place.is_file():
            return place.read_text(encoding="utf-8")
    return None


def languages() -> tuple[str, ...]:
    """The languages in which everything can be said, English first."""
    return _languages(tuple(folders))


@lru_cache
def _languages(folders: tuple[Traversable, ...]) -> tuple[str, ...]:
    core = "ichiba.core"
    places = [folder.joinpath(*core.split("."), "words") for folder in folders]
    found = {
        file.name.removesuffix(".toml")
        for place in (files(core) / "words", *(place for place in places if place.is_dir()))
        for file in place.iterdir()
        if file.name.endswith(".toml")
    }
    return (ENGLISH, *sorted(found - {ENGLISH}))


def closest(wanted: str) -> str | None:
    """The language that is closest to the wanted one, such as `es` for `es-MX`."""
    tag = wanted.lower().replace("_", "-")
    available = languages()
    while tag:
        if tag in available:
            return tag
        tag = tag.rpartition("-")[0]
    return None
