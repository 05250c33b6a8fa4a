"""Turns messages (a key and its arguments) into sentences, using catalogues for each language.

What can stand in the braces of a sentence:

| form | what it says |
|---|---|
| `{fish}` | a name, a player, a number; a list is joined: Aki, Ben and Chie |
| `{fish:a}`, `{fish:the}`, `{fish:many}` | a form of the noun: an Eel, the Eel, Eels |
| `{fish:times count}` | counted by another argument: an Eel, two Eels |
| `{fish:plural count}` | the noun alone, as the number needs it: Eel, Eels |
| `{tokens:counted}`, `{cards:listed}` | a list, counted: an Eel and two Clams; Eel and two Clams |
| `{seats:or}`, `{fish:or_a}` | one of several: Aki or Ben; an Eel or a Clam |
| `{seat:whose}` | Aki's, your |
| `{seats:each bids KEY}` | two lists of equal length; KEY is the sentence for each pair |
| `{count:a card|# cards}` | a text for each plural form of the language; # is the number |
| `{move:sign falls by #|stays|rises by #}` | one of three, by sign; # is the number without it |
| `{fish:agree vendido|vendida}` | a text for each gender of the language, by that of the noun |
| `{seats:if , after }` | the text, if the list is not empty |
| `{fish:modifying count} license` | a noun before another: an Eel license, two Eel (licenses) |
| `{count:number}`, `{count:figure}`, `{move:signed}`, `¥{price}` | a number: three, 1,200, +4, ¥9 |

A noun has the forms `one` (its name), `a` and `many`, and the others that its language needs:
`the`, a form for each plural of `core.grammar.forms`, `gender`, and `times`, a pattern for counts.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from string import Formatter

import msgspec

from ichiba.core.words.catalogues import add_catalogue, catalogue, packages, sentences_of
from ichiba.core.words.translations import (
    ENGLISH,
    add_translations,
    closest,
    folders,
    languages,
)

__all__ = [
    "ENGLISH",
    "Words",
    "add_catalogue",
    "add_translations",
    "catalogue",
    "closest",
    "languages",
    "packages",
]

# Arguments that are players: a seat or a list of seats.
_PLAYERS = frozenset(("seat", "seats", "others"))
_NOUN_FORMS = frozenset(("a", "the", "many", "size"))


_Arguments = dict[str, object]
_Way = Callable[["Words", str, object, str, _Arguments], str]


@cache
def _around(pattern: str) -> tuple[str, str, str]:
    """The texts before, between and after the two arguments of a short pattern."""
    before, between, after = re.split(r"{\w+}", pattern)
    return before, between, after


# How many composed sentences are kept for each language: about 5 MB.
MOST_SAID = 20_000
# Packed arguments are part of the key. Unlike the arguments themselves, they tell True from 1.
_pack = msgspec.msgpack.Encoder().encode
# Composed sentences by everything that they depend on, for each language and the catalogues known
# so far. A board needs the same hundred sentences after every move.
_said: dict[tuple[str, ...], dict[tuple[object, ...], str]] = {}


class Words:
    """Turns messages into sentences, in one language and with the names of one game's players.

    Sentences with a `reader` address that player: "You buy lot 3", "Ken buys an Eel from you".
    """

    def __init__(
        self, names: Sequence[str] = (), language: str = ENGLISH, reader: int | None = None
    ) -> None:
        self.names = names
        self.language = language
        self.reader = reader
        found = sentences_of(language)
        self._sentences, self._second, self.grammar = found.all, found.second, found.grammar
        self._said = _said.setdefault((language, *packages, *map(str, folders)), {})

    def to(self, reader: int | None) -> "Words":
        """The same words, addressed to a player; to nobody in particular if it is None."""
        return self if reader == self.reader else Words(self.names, self.language, reader)

    def say(self, key: str, arguments: dict[str, object] | None = None) -> str:
        """A message as a sentence. An unknown key is shown as it is and never raises an error."""
        sentence = self._sentences.get(key)
        if sentence is None:
            return " ".join([key, *(f"{k}={v}" for k, v in (arguments or {}).items())])
        if self.reader is not None and arguments and key in self._second:
            sentence = self._addressed(key, arguments.get("seat", arguments.get("seats")))
        if "{" not in sentence and "}" not in sentence:
            return sentence
        try:
            asked = (sentence, _pack(arguments), self.reader, *self.names)
        except (TypeError, OverflowError):  # not plain data, or a huge number
            return self._composed(sentence, arguments or {})
        except UnicodeEncodeError:  # half a character, which nobody could print
            return self._composed(sentence, arguments or {}).encode(errors="replace").decode()
        said = self._said.get(asked)
        if said is None:
            said = self._composed(sentence, arguments or {})
            if len(self._said) >= MOST_SAID:
                self._said.clear()
            self._said[asked] = said
        return said

    def _addressed(self, key: str, about: object) -> str:
        """The second-person form of a sentence, if it is about the reader, alone or with others."""
        if about in (self.reader, [self.reader]):
            return self._second[key]
        if isinstance(about, list) and self.reader in about:
            return self._sentences.get(f"{key}_with_you", self._sentences[key])
        return self._sentences[key]

    def number(self, value: object) -> str:
        """A small number as a word, which reads better in the log; a larger one in figures."""
        return self._sentences.get(f"core.number.{value}") or self.figure(int(str(value)))

    def figure(self, number: int) -> str:
        """A number in figures, with separators and a proper minus sign: 1,200."""
        return self.grammar.figure(number)

    def yen(self, amount: int) -> str:
        """An amount of money: ¥1,200."""
        return self.grammar.yen(amount)

    def signed_yen(self, amount: int) -> str:
        """A gain or a loss: +¥8, −¥2 or ±¥0."""
        return self.grammar.signed_yen(amount)

    def signed(self, number: int) -> str:
        """A change: +4, −1 or ±0."""
        return self.grammar.signed(number)

    def knows(self, key: str) -> bool:
        """Whether there is a sentence for this key."""
        return key in self._sentences

    def name(self, seat: int) -> str:
        """The name of a player, whoever reads it."""
        if 0 <= seat < len(self.names):
            return self.names[seat]
        return self.say("core.player", {"number": seat + 1})

    def listed(self, items: Sequence[str], last: str = "and") -> str:
        """Texts as a list: one, two and three; `last` is "and" or "or"."""
        if not items:
            return self._sentences["core.nobody"]
        said = items[0]
        for number, item in enumerate(items[1:], start=2):
            pattern = self._before_last(last, item) if number == len(items) else "core.list.comma"
            before, between, after = _around(self._sentences[pattern])
            said = f"{before}{said}{between}{item}{after}"
        return said

    def series(self, items: Sequence[str]) -> str:
        """Texts one after the other, without "and": Aki, Ben, Chie."""
        before, between, after = _around(self._sentences["core.list.comma"])
        said = items[0] if items else ""
        for item in items[1:]:
            said = f"{before}{said}{between}{item}{after}"
        return said

    def _before_last(self, last: str, item: str) -> str:
        """The pattern for the last item of a list. Some languages have another one before certain
        sounds, given by a regular expression: Spanish says "e" instead of "y" before an i.
        """
        pattern = f"core.list.{last}"
        sounds = self._sentences.get(f"{pattern}_before")
        return f"{pattern}_instead" if sounds and re.match(sounds, item, re.I) else pattern

    def clauses(self, did: Sequence[str]) -> str:
        """What somebody did, one after the other, as the language strings clauses together."""
        said = did[0]
        for number, clause in enumerate(did[1:], start=2):
            pattern = "core.story.and" if number == len(did) else "core.story.comma"
            before, between, after = _around(self._sentences[pattern])
            said = f"{before}{said}{between}{clause}{after}"
        return said

    def _ordered(self, players: Sequence[object]) -> Sequence[object]:
        """Players in the order in which the language names them: you and Ken."""
        if self.reader not in players or not self.grammar.reader_first:
            return players
        return [self.reader, *(one for one in players if one != self.reader)]

    # --- Filling in

    def _composed(self, sentence: str, arguments: dict[str, object]) -> str:
        said = ""
        for text, name, form, way, other in _parts(sentence):
            said += text
            if name is None:
                continue
            value = arguments[name]
            if way is not None:
                said += way(self, name, value, other, arguments)
            elif form:
                said += format(self._spoken(name, value), form)
            else:
                said += str(self._spoken(name, value))
        if sentence[0] == "{" and sentence[-1] == "." and self._needs_capital(sentence, arguments):
            return said[:1].upper() + said[1:]
        return said

    def _needs_capital(self, sentence: str, arguments: dict[str, object]) -> bool:
        """Whether a sentence begins with a noun or the reader: "a food customer", "you and Ken".

        Players' names stay as they are.
        """
        _, name, form, _, _ = _parts(sentence)[0]
        if form in _NOUN_FORMS:
            return True
        if self.reader is None or name not in _PLAYERS:
            return False
        first = arguments[name]
        if isinstance(first, list) and first:
            first = self._ordered(first)[0]
        return bool(first == self.reader)

    def _noun(self, argument: str, value: object, form: str) -> str:
        """A thing in one of its forms; its name if it has no such form."""
        found = self._sentences.get(f"{value}:{form}")
        return str(self._spoken(argument, value)) if found is None else found

    def so_many(self, argument: str, value: object, count: int, one: str, many: str) -> str:
        """An Eel, two Eels; `one` and `many` are the forms of the noun."""
        if count == 1:
            return self._noun(argument, value, one)
        pattern = self._sentences.get(f"{value}:times") or self._sentences["core.times"]
        said = pattern.replace("{count}", self.number(count))
        return said.replace("{name}", self.plural_of(argument, value, count, many))

    def plural_of(self, argument: str, value: object, count: int, many: str = "many") -> str:
        """The noun as a number needs it. `many` is for languages with only two forms."""
        form = self.grammar.form(count) if many == "many" else many
        found = self._sentences.get(f"{value}:{form}")
        return self._noun(argument, value, many) if found is None else found

    def gender(self, value: object) -> int:
        """The position of a noun's gender in the language's list; the first if it has none."""
        gender = self._sentences.get(f"{value}:gender", "")
        genders = self.grammar.genders
        return genders.index(gender) if gender in genders else 0

    def each(self, argument: str, value: object, form: str) -> list[str]:
        """Every item of a list in one form of its noun."""
        return [self._noun(argument, one, form) for one in _things(value)]

    def whose(self, seat: object) -> str:
        """Whose it is: Aki's, your."""
        if seat == self.reader:
            return self._sentences["core.your"]
        return self._sentences["core.whose"].format(name=self._spoken("seat", seat))

    def _spoken(self, argument: str, value: object) -> object:
        if isinstance(value, str):
            return self._sentences.get(value, value)
        if isinstance(value, list | tuple):
            items = self._ordered(value) if argument in _PLAYERS else value
            return self.listed([str(self._spoken(argument, one)) for one in items])
        if isinstance(value, bool):
            return self._sentences["core.yes" if value else "core.no"]
        if isinstance(value, int) and argument in _PLAYERS:
            return self._sentences["core.you"] if value == self.reader else self.name(value)
        return value


# --- What can stand behind the colon of an argument. Each function gets the words, the name and
# value of the argument, the rest of the form, and all arguments.


def _in_form(words: Words, name: str, value: object, form: str, _: _Arguments) -> str:
    return words.listed(words.each(name, value, form))


def _counted(words: Words, name: str, value: object, one: str, _: _Arguments) -> str:
    """A list of things, counted; `one` is the form for a single one."""
    things = _things(value)
    return words.listed(
        [words.so_many(name, it, things.count(it), one, "many") for it in dict.fromkeys(things)]
    )


def _times(words: Words, name: str, value: object, count: str, arguments: _Arguments) -> str:
    return words.so_many(name, value, int(str(arguments[count])), "a", "many")


def _modifying(words: Words, name: str, value: object, count: str, arguments: _Arguments) -> str:
    return words.so_many(name, value, int(str(arguments[count])), "a", "one")


def _plural(words: Words, name: str, value: object, count: str, arguments: _Arguments) -> str:
    number = int(str(arguments[count]))
    if number == 1:
        return words.each(name, value, "one")[0]
    return words.listed([words.plural_of(name, one, number) for one in _things(value)])


def _or(words: Words, name: str, value: object, form: str, _: _Arguments) -> str:
    return words.listed(words.each(name, value, form), "or")


def _whose(words: Words, name: str, value: object, rest: str, _: _Arguments) -> str:
    del name, rest
    return words.whose(value)


def _if(words: Words, name: str, value: object, text: str, _: _Arguments) -> str:
    del words, name
    return text if value else ""


def _each(words: Words, name: str, value: object, rest: str, arguments: _Arguments) -> str:
    """Pairs from two lists, each said by its own sentence."""
    other, key = rest.split(" ")
    second = arguments[other]
    if not value or not isinstance(value, list) or not isinstance(second, list):
        return ""
    pairs = zip(value, second, strict=True)
    return words.listed([words.say(key, {name: one, other: two}) for one, two in pairs])


def _by_number(words: Words, name: str, value: object, form: str, _: _Arguments) -> str:
    """A text for each plural form (a list has one); # is the number."""
    del name
    texts = form.split("|")
    number = len(value) if isinstance(value, list | tuple) else value
    if not isinstance(number, int):
        return texts[-1]  # several numbers in one text
    text = texts[min(words.grammar.plural(number), len(texts) - 1)]
    return text.replace("#", words.number(number)) if "#" in text else text


def _by_sign(words: Words, name: str, value: object, form: str, _: _Arguments) -> str:
    """One of three texts: for less than nothing, nothing and more; # is the number without sign."""
    del name
    number = int(str(value))
    texts = form.split("|")
    text = texts[0] if number < 0 else texts[2] if number else texts[1]
    return text.replace("#", words.figure(abs(number)))


def _agree(words: Words, name: str, value: object, form: str, _: _Arguments) -> str:
    """A text for each gender. Several things have the first one, unless all have another."""
    del name
    texts = form.split("|")
    genders = {words.gender(one) for one in _things(value)}
    return texts[min(genders) if genders else 0]


def _number(words: Words, name: str, value: object, form: str, _: _Arguments) -> str:
    del name
    if form == "number":
        return words.number(value)
    number = int(str(value))
    if form == "yen":
        return words.yen(number)
    return words.figure(number) if form == "figure" else words.signed(number)


def _things(value: object) -> list[object]:
    return [*value] if isinstance(value, list | tuple) else [value]


# By the first word of a form: the function, and what it gets instead of the rest of the form.
_WAYS: dict[str, tuple[_Way, str | None]] = {
    **{form: (_in_form, form) for form in _NOUN_FORMS},
    **{form: (_number, form) for form in ("number", "yen", "figure", "signed")},
    "counted": (_counted, "a"),
    "listed": (_counted, "one"),
    "or": (_or, "one"),
    "or_a": (_or, "a"),
    "whose": (_whose, ""),
    "times": (_times, None),
    "modifying": (_modifying, None),
    "plural": (_plural, None),
    "each": (_each, None),
    "sign": (_by_sign, None),
    "agree": (_agree, None),
    "if": (_if, None),
}

# Those whose texts are separated by | for another reason than number.
_CHOICES = frozenset(("sign", "agree"))


@cache
def _parts(sentence: str) -> list[tuple[str, str | None, str, _Way | None, str]]:
    """Split a sentence into texts, each with the argument that follows it, its form, the function
    for this form and what that gets.

    The result is cached, because a board has a hundred sentences. A ¥ directly before an argument
    is made part of the number, because a minus sign goes before it.
    """
    parts = []
    for text, name, given, _ in Formatter().parse(sentence):
        is_money = name is not None and text.endswith("¥")
        form = "yen" if is_money else given or ""
        first, _, rest = form.partition(" ")
        way, fixed = _WAYS.get(first, (None, None))
        if "|" in form and first not in _CHOICES:
            way, fixed = _by_number, form
        parts.append(
            (text[:-1] if is_money else text, name, form, way, rest if fixed is None else fixed)
        )
    return parts
