"""Game options, declared in a way that allows forms to be generated from them."""

from collections.abc import Mapping, Sequence

import msgspec

from ichiba.core.errors import IchibaError, SetupError

Value = bool | int | str | list[str]
Values = dict[str, Value]

_TRUE = ("1", "on", "true", "yes", "y")
_FALSE = ("0", "off", "false", "no", "n")
_WANTED = {
    bool: "core.wanted.flag",
    int: "core.wanted.number",
    str: "core.wanted.text",
    list: "core.wanted.list",
}
# What a person may type for an empty list, which lets the game choose.
NO_CHOICE = ("", "random", "none")


class Option(msgspec.Struct, frozen=True):
    """An option: its type, its default, its allowed values, and the keys of its title and of a
    sentence that explains it.

    `allowed` lists the values; for a number it can be a range instead. The value of a list option
    contains any of them, none of them twice, in the order of `allowed`.
    """

    name: str
    type: type[Value]
    default: Value
    allowed: Sequence[Value]
    title: str
    about: str = ""

    def check(self, value: object) -> Value:
        """The value if it is allowed. Otherwise raise a SetupError that says what is."""
        if isinstance(value, list) and self.type is list:
            return self._check_list(value)
        if type(value) is not self.type:
            raise self._wrong_type(value)
        if value not in self.allowed:
            raise self._not_allowed(value)
        return value

    def _check_list(self, value: list[object]) -> list[str]:
        for one in value:
            if type(one) is not str:
                raise self._wrong_type(one)
            if one not in self.allowed:
                raise self._not_allowed(one)
            if value.count(one) > 1:
                raise SetupError.of("core.error.option_twice", option=self.name, value=one)
        return [one for one in self.allowed if isinstance(one, str) and one in value]

    def parse(self, text: str) -> Value:
        """Convert what a person typed."""
        word = text.strip()
        if self.type is list:
            return self.check([] if word.lower() in NO_CHOICE else _words(word))
        if self.type is str:
            return self.check(word)
        if self.type is int:
            return self.check(_whole_number(word, otherwise=self._wrong_type(text)))
        if word.lower() in _TRUE + _FALSE:
            return self.check(word.lower() in _TRUE)
        raise self._wrong_type(text)

    def _wrong_type(self, value: object) -> IchibaError:
        return SetupError.of(
            "core.error.option_type",
            option=self.name,
            wanted=_WANTED[self.type],
            value=str(value),
        )

    def _not_allowed(self, value: Value) -> IchibaError:
        if isinstance(self.allowed, range):
            return SetupError.of(
                "core.error.option_range",
                option=self.name,
                least=self.allowed[0],
                most=self.allowed[-1],
                value=str(value),
            )
        return SetupError.of(
            "core.error.option_value",
            option=self.name,
            value=str(value),
            allowed=[str(one) for one in self.allowed],
        )


def _words(text: str) -> list[str]:
    """Words separated by commas or spaces."""
    return text.replace(",", " ").split()


def _whole_number(word: str, *, otherwise: Exception) -> int:
    try:
        return int(word)
    except ValueError:
        raise otherwise from None


def fill_in(title: str, declared: Sequence[Option], given: Mapping[str, object]) -> Values:
    """Every declared option with the given value, checked, or with its default."""
    by_name = {option.name: option for option in declared}
    for name in given:
        if name not in by_name:
            raise SetupError.of(
                "core.error.unknown_option" if by_name else "core.error.no_options",
                title=title,
                option=name,
                options=list(by_name),
            )
    return {name: option.check(given.get(name, option.default)) for name, option in by_name.items()}
