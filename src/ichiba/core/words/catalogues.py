"""The catalogues of sentences and nouns: TOML files `words/<language>.toml`, one for each package.

A game brings its own words. Anything missing in a language falls back to English.

- A **sentence** is text with arguments in braces (see `Words`).
- A **noun** is a table with its forms: `one` (its name), `a`, `many` and, if it needs one, `the`.
  Sentences choose a form: `{fish:a}`. A form has the key `<noun>:<form>`, and the key of the noun
  itself gives its name.
- A **clause** of the log can have another form if a clause follows it, in a key that ends in
  `_then`: Japanese "仕入れて" instead of "仕入れる".
- A sentence whose key ends in `_you` is the second-person form of the sentence with the rest of the
  key: `bought = "{seat} buys …"`, `bought_you = "You buy …"`. One that ends in `_with_you` is for
  several players including the reader; without it, the usual sentence is said of "Ken and you".
"""

from functools import lru_cache
from importlib.resources.abc import Traversable
from tomllib import loads

import msgspec

from ichiba.core.words.grammar import Grammar
from ichiba.core.words.translations import ENGLISH, folders, text_in

_YOU = "_you"

packages = ["ichiba.core"]  # it only grows


class Sentences(msgspec.Struct, frozen=True):
    """The sentences of a language, with English for missing ones."""

    all: dict[str, str]
    second: dict[str, str]  # by the key of the sentence in the third person
    grammar: Grammar


def add_catalogue(package: str) -> None:
    """Register the catalogue of a package."""
    if package not in packages:
        packages.append(package)


def catalogue(language: str) -> dict[str, str]:
    """All sentences and forms of nouns of a language by key."""
    return _catalogue(language, tuple(packages), tuple(folders))


def sentences_of(language: str) -> Sentences:
    """The sentences of a language, with English for missing ones."""
    return _completed(language, tuple(packages), tuple(folders))


@lru_cache
def _catalogue(
    language: str,
    packages: tuple[str, ...],
    folders: tuple[Traversable, ...],  # noqa: ARG001 - part of the cache key
) -> dict[str, str]:
    # The packages are part of the cache key. Clearing the cache when a title is added would not be
    # enough: another thread could still store a catalogue without that title afterwards.
    sentences: dict[str, str] = {}
    for package in packages:
        text = text_in(package, "words", f"{language}.toml")
        if text is not None:
            _flatten("", loads(text), sentences)
    return sentences


@lru_cache
def _completed(
    language: str, packages: tuple[str, ...], folders: tuple[Traversable, ...]
) -> Sentences:
    english, own = (_catalogue(one, packages, folders) for one in (ENGLISH, language))
    found = _without_english_forms(english, own) | own
    second = {
        key.removesuffix(_YOU): sentence
        for key, sentence in found.items()
        if key.endswith(_YOU) and key.removesuffix(_YOU) in found
    }
    return Sentences(found, second, Grammar(found))


def _without_english_forms(english: dict[str, str], own: dict[str, str]) -> dict[str, str]:
    """English without the forms of what the language says in its own way.

    A sentence without a second person must not be said in English to the one it is about, and a
    noun with other forms must not have English ones.
    """
    return {
        key: said
        for key, said in english.items()
        if key in own or not (key.partition(":")[0] in own or key.removesuffix(_YOU) in own)
    }


def _flatten(prefix: str, table: dict[str, object], into: dict[str, str]) -> None:
    for key, value in table.items():
        if not isinstance(value, dict):
            into[prefix + key] = str(value)
        elif "one" in value:
            into[prefix + key] = str(value["one"])
            into.update({f"{prefix}{key}:{form}": str(said) for form, said in value.items()})
        else:
            _flatten(f"{prefix}{key}.", value, into)
