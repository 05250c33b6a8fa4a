"""What a language's catalogue says about its grammar: plurals, genders, numbers and lists.

| key in `core.grammar` | meaning |
|---|---|
| `plural` | which form a number needs: an expression as in gettext's `Plural-Forms` |
| `forms` | the names of these forms, as in CLDR: `one other`; nouns can have a form for each |
| `genders` | the genders of nouns, in the order in which `{fish:agree …}` lists its texts |
| `thousands` | what separates thousands |
| `yen`, `minus` | an amount of money and a negative number, with # for the figures |
| `reader` | where the reader stands in a list of players: `first` ("you and Ken") or `in order` |
"""

from collections.abc import Callable, Mapping
from gettext import c2py

# More numbers than games have; larger ones are worked out again.
_MOST_COUNTS = 4096


class Grammar:
    """The grammar of one language. It only reads sentences, so threads can share it."""

    def __init__(self, sentences: Mapping[str, str]) -> None:
        told = {
            key.removeprefix("core.grammar."): said
            for key, said in sentences.items()
            if key.startswith("core.grammar.")
        }
        self.forms = tuple(told["forms"].split())
        self.genders = tuple(told["genders"].split())
        self.thousands, self.money, self.minus = told["thousands"], told["yen"], told["minus"]
        self.reader_first = told.get("reader") == "first"
        self._choose: Callable[[int], int] = c2py(told["plural"])
        self._chosen: dict[int, int] = {}

    def plural(self, count: int) -> int:
        """The position of the form that a number needs."""
        found = self._chosen.get(count)
        if found is None:
            found = min(self._choose(abs(count)), len(self.forms) - 1)
            if len(self._chosen) < _MOST_COUNTS:
                self._chosen[count] = found
        return found

    def form(self, count: int) -> str:
        """The name of the form that a number needs."""
        return self.forms[self.plural(count)]

    def figure(self, number: int) -> str:
        """A number in figures: 1,200."""
        figures = f"{abs(number):,}"
        if self.thousands != ",":
            figures = figures.replace(",", self.thousands)
        return self.minus.replace("#", figures) if number < 0 else figures

    def yen(self, amount: int) -> str:
        """An amount of money: ¥1,200."""
        said = self.money.replace("#", self.figure(abs(amount)))
        return self.minus.replace("#", said) if amount < 0 else said

    def signed_yen(self, amount: int) -> str:
        """A gain or a loss: +¥8, −¥2, ±¥0."""
        if amount < 0:
            return self.yen(amount)
        return f"{'+' if amount else '±'}{self.yen(amount)}"

    def signed(self, number: int) -> str:
        """A change: +4, −1, or ±0 if nothing changes."""
        if number < 0:
            return self.figure(number)
        return f"{'+' if number else '±'}{self.figure(number)}"
