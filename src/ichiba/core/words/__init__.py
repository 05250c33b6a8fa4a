"""Turns messages (a key and its arguments) into sentences, using catalogues for each language.

A catalogue is a TOML file `words/<language>.toml`. Each package has its own, so a game brings its
own words. Anything missing in a language falls back to English.
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib.resources import files
from string import Formatter
from tomllib import loads

import msgspec

from ichiba.core.numbers import figure, signed, yen

ENGLISH = "en"

_packages = ["ichiba.core"]  # it only grows


def add_catalogue(package: str) -> None:
    """Register the catalogue of a package."""
    if package not in _packages:
        _packages.append(package)


def catalogue(language: str) -> dict[str, str]:
    """All sentences of a language by key."""
    return _catalogue(language, tuple(_packages))


@lru_cache
def _catalogue(language: str, packages: tuple[str, ...]) -> dict[str, str]:
    # The packages are part of the cache key. Clearing the cache when a title is added would not be
    # enough: another thread could still store a catalogue without that title afterwards.
    sentences: dict[str, str] = {}
    for package in packages:
        file = files(package) / "words" / f"{language}.toml"
        if file.is_file():
            _flatten("", loads(file.read_text(encoding="utf-8")), sentences)
    return sentences


def _with_english(language: str) -> dict[str, str]:
    """The sentences of a language, with English for missing ones."""
    return _completed(language, tuple(_packages))


@lru_cache
def _completed(language: str, packages: tuple[str, ...]) -> dict[str, str]:
    return {**_catalogue(ENGLISH, packages), **_catalogue(language, packages)}


def _flatten(prefix: str, table: dict[str, object], into: dict[str, str]) -> None:
    for key, value in table.items():
        if isinstance(value, dict):
            _flatten(f"{prefix}{key}.", value, into)
        else:
            into[prefix + key] = str(value)


@cache
def _parts(sentence: str) -> list[tuple[str, str | None, str]]:
    """Split a sentence into texts, each with the argument that follows it and its format.

    The result is cached, because a board has a hundred sentences. A ¥ directly before an argument
    is made part of the number, because a minus sign goes before it.
    """
    parts = []
    for text, name, form, _ in Formatter().parse(sentence):
        is_money = name is not None and text.endswith("¥")
        parts.append((text[:-1], name, "yen") if is_money else (text, name, form or ""))
    return parts


# Formats for integers: what can follow the colon of an argument.
_NUMBERS = {"yen": yen, "figure": figure, "signed": signed}


def _formed(value: object, form: str) -> str:
    """Format an argument: `{count:card|cards}` picks a word by number, `{fish:a}` adds an English
    article, and `¥{price}`, `{count:figure}` and `{move:signed}` format numbers. `Words` itself
    handles `{count:number}`, `{tokens:counted}`, `{goods:counted_for}` and `{boat:the}`."""
    if form in _NUMBERS:
        return _NUMBERS[form](int(str(value)))
    if form == "a":
        return _with_article(str(value))
    if "|" not in form:
        return format(value, form)
    one, many = form.split("|", 1)
    return one if value == 1 else many


def _with_article(name: str) -> str:
    """An Octopus, a Squid, but a One-slot Ship, which starts with a consonant sound."""
    vowel = name[:1].lower() in "aeiou" and not name.lower().startswith("one")
    return f"{'an' if vowel else 'a'} {name}"


# How many composed sentences are kept for each language: about 5 MB.
MOST_SAID = 20_000
# Packed arguments are part of the key. Unlike the arguments themselves, they tell True from 1.
_pack = msgspec.msgpack.Encoder().encode
# Composed sentences by everything that they depend on, for each language and the catalogues known
# so far. A board needs the same hundred sentences after every move.
_said: dict[tuple[str, ...], dict[tuple[object, ...], str]] = {}


class Words:
    """Turns messages into sentences, in one language and with the names of one game's players."""

    def __init__(self, names: Sequence[str] = (), language: str = ENGLISH) -> None:
        self.names = names
        self.language = language
        self._sentences = _with_english(language)
        self._said = _said.setdefault((language, *_packages), {})

    def say(self, key: str, arguments: dict[str, object] | None = None) -> str:
        """A message as a sentence. An unknown key is shown as it is and never raises an error."""
        sentence = self._sentences.get(key)
        if sentence is None:
            return " ".join([key, *(f"{k}={v}" for k, v in (arguments or {}).items())])
        if "{" not in sentence and "}" not in sentence:
            return sentence
        try:
            asked = (sentence, _pack(arguments), *self.names)
        except TypeError:  # an argument that isn't plain data
            return self._composed(sentence, arguments or {})
        said = self._said.get(asked)
        if said is None:
            said = self._composed(sentence, arguments or {})
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            self._said[asked] = said
        return said

    def _composed(self, sentence: str, arguments: dict[str, object]) -> str:
        said = ""
        for text, name, form in _parts(sentence):
            said += text
            if name is not None:
                said += self._filled_in(name, arguments[name], form)
        return said

    def _filled_in(self, name: str, value: object, form: str) -> str:
        if form == "number":
            return self.number(value)
        if form in ("counted", "counted_for"):
            return self._counted(name, value, form)
        if form == "the":
            return self._with_the(name, value)
        return _formed(self._spoken(name, value), form)

    def _with_the(self, argument: str, value: object) -> str:
        """The Blue Ship, but Two-slot Ship 1: a thing with a number needs no article."""
        things = value if isinstance(value, list | tuple) else [value]
        named = [str(self._spoken(argument, one)) for one in things]
        return self._listed([name if name[-1:].isdigit() else f"the {name}" for name in named])

    def number(self, value: object) -> str:
        """A small number as a word, which reads better in the log; a larger one in figures."""
        return self._sentences.get(f"core.number.{value}") or figure(int(str(value)))

    def knows(self, key: str) -> bool:
        """Whether there is a sentence for this key."""
        return key in self._sentences

    def name(self, seat: int) -> str:
        """The name of a player."""
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

    def _counted(self, argument: str, value: object, form: str) -> str:
        """A list of things, counted: one Eel and two Squid, or one for food and two for books."""
        things = value if isinstance(value, list | tuple) else [value]
        named = [str(self._spoken(argument, one)) for one in things]
        return self._listed(
            [
                self.say(f"core.{form}", {"count": named.count(name), "name": name})
                for name in dict.fromkeys(named)
            ]
        )

    def _listed(self, items: list[str]) -> str:
        if len(items) < 2:
            return "".join(items) or self.say("core.nobody")
        return self.say("core.and", {"first": ", ".join(items[:-1]), "last": items[-1]})
