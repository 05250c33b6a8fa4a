"""Puts messages (a key and its arguments) into a language, out of catalogues of sentences.

A catalogue is a TOML file `words/<language>.toml` in the package whose keys it holds, so that a
title brings its own words. What a language lacks is said in English.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter
from tomllib import loads

ENGLISH = "en"

_packages = ["ichiba.core"]


def add_catalogue(package: str) -> None:
    """Make the sentences of a package known, once."""
    if package not in _packages:
        _packages.append(package)
        catalogue.cache_clear()
        _with_english.cache_clear()


@lru_cache
def catalogue(language: str) -> dict[str, str]:
    """All the sentences of one language by key."""
    sentences: dict[str, str] = {}
    for package in _packages:
        file = files(package) / "words" / f"{language}.toml"
        if file.is_file():
            _flatten("", loads(file.read_text(encoding="utf-8")), sentences)
    return sentences


@lru_cache
def _with_english(language: str) -> dict[str, str]:
    """The sentences of a language, and the English ones where it has none."""
    return {**catalogue(ENGLISH), **catalogue(language)}


def _flatten(prefix: str, table: dict[str, object], into: dict[str, str]) -> None:
    for key, value in table.items():
        if isinstance(value, dict):
            _flatten(f"{prefix}{key}.", value, into)
        else:
            into[prefix + key] = str(value)


@cache
def _parts(sentence: str) -> list[tuple[str, str | None, str]]:
    """Text, and the argument that follows it with its form; taken apart once, since boards say a
    hundred sentences each."""
    return [(text, name, form or "") for text, name, form, _ in Formatter().parse(sentence)]


def _formed(value: object, form: str) -> str:
    """`{count:card|cards}` picks a word by a number, `{fish:a}` puts an English article before a
    name; everything else is as in `str.format`."""
    if form == "a":
        return _with_article(str(value))
    if "|" not in form:
        return format(value, form)
    one, many = form.split("|", 1)
    return one if value == 1 else many


def _with_article(name: str) -> str:
    """An Octopus, a Squid, and a One-slot Ship, which does not begin as it is written."""
    vowel = name[:1].lower() in "aeiou" and not name.lower().startswith("one")
    return f"{'an' if vowel else 'a'} {name}"


class Words:
    """A voice: one language, and the names of the people at one table."""

    def __init__(self, names: Sequence[str] = (), language: str = ENGLISH) -> None:
        self.names = names
        self.language = language
        self._sentences = _with_english(language)

    def say(self, key: str, arguments: dict[str, object] | None = None) -> str:
        """One message as a sentence; an unknown key is shown as it is, never an error."""
        sentence = self._sentences.get(key)
        if sentence is None:
            return " ".join([key, *(f"{k}={v}" for k, v in (arguments or {}).items())])
        said = ""
        for text, name, form in _parts(sentence):
            said += text
            if name is not None:
                said += _formed(self._spoken(name, (arguments or {})[name]), form)
        return said

    def name(self, seat: int) -> str:
        """What a player is called."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.say("core.player", {"number": seat + 1})

    def _spoken(self, argument: str, value: object) -> object:
        if isinstance(value, list | tuple):
            return self._listed([str(self._spoken(argument, one)) for one in value])
        if isinstance(value, bool):
            return self.say("core.yes" if value else "core.no")
        if isinstance(value, int) and argument in ("seat", "seats"):
            return self.name(value)
        if isinstance(value, str) and value in self._sentences:
            return self._sentences[value]
        return value

    def _listed(self, items: list[str]) -> str:
        if len(items) < 2:
            return "".join(items) or self.say("core.nobody")
        return self.say("core.and", {"first": ", ".join(items[:-1]), "last": items[-1]})
