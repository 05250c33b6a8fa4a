"""The choices of a decision: how they are listed, and what a player types to make one.

A number that a player types is always a number in the label: 3 for "Lay the 3 ticket", 600 for
"Bid ¥600". Every other choice has a letter. A choice can also be typed in notation ("ticket 3").
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, product
from typing import NamedTuple

from ichiba.core.game import Game, State
from ichiba.core.words import Words

# Letters for choices. The others are commands: h(elp), q(uit), s(ave), u(ndo).
LETTERS = "abcdefgijklmnoprtvwxyz"
LONG_ROW = 12
_FEW = 8  # so few choices get letters from their labels, more get them in order
_NUMBER = re.compile(r"[-+x]?\d[\d,]*")


class Choice(NamedTuple):
    """One legal action."""

    key: str
    label: str
    notation: str
    action: int


class Row(NamedTuple):
    """A line in the list: one choice, or a long series of amounts such as bids."""

    key: str
    label: str
    choices: tuple[Choice, ...]

    @property
    def only(self) -> Choice | None:
        """The choice, unless it is a series."""
        return self.choices[0] if len(self.choices) == 1 else None


class Choices:
    """All legal actions of a seat."""

    def __init__(self, game: Game, state: State, seat: int, words: Words) -> None:
        actions = state.legal(seat)
        labels = [state.label(seat, action) for action in actions]
        spoken = [label.say(words) for label in labels]
        notations = [game.notation(action) for action in actions]
        keys = keys_for(notations, spoken)
        self.all = [Choice(*one) for one in zip(keys, spoken, notations, actions, strict=True)]
        self.rows = [*self._rows([label.key for label in labels], words)]

    def _rows(self, kinds: Sequence[str], words: Words) -> Iterator[Row]:
        pairs = zip(kinds, self.all, strict=True)
        for _, group in groupby(pairs, key=lambda pair: pair[0]):
            run = tuple(choice for _, choice in group)
            if len(run) > LONG_ROW and all(choice.key.isdecimal() for choice in run):
                step = int(run[1].key) - int(run[0].key)
                ends = {"first": run[0].label, "last": run[-1].label, "step": step}
                label = words.say("cli.play.row", ends)
                yield Row(f"{run[0].key} … {run[-1].key}", label, run)
            else:
                yield from (Row(choice.key, choice.label, (choice,)) for choice in run)

    def find(self, text: str) -> Choice | None:
        """The choice that was typed, by key or in notation."""
        wanted = plain(text)
        for choice in self.all:
            if wanted in (choice.key, choice.notation):
                return choice
        return None

    def matching(self, text: str) -> list[Row]:
        """The rows that a text may mean: the one with this key first, then those with its words."""
        wanted = plain(text)
        if not wanted:
            return self.rows
        chosen = self.find(wanted)
        first = [row for row in self.rows if chosen in row.choices]
        if _NUMBER.fullmatch(wanted):
            series = [row for row in self.rows if row.only is None and row not in first]
            return first + [row for row in series if _may_begin(wanted, row)]
        rest = [row for row in self.rows if row not in first and _has_words(row, wanted)]
        return first + rest

    def completions(self, text: str) -> list[str]:
        """The notations that begin with a text."""
        wanted = plain(text)
        return [choice.notation for choice in self.all if choice.notation.startswith(wanted)]

    def completed(self, text: str) -> str:
        """The text as far as all notations that begin with it agree."""
        found = self.completions(text)
        if not found:
            return text
        shortest, longest = min(found), max(found)
        same = next(
            (n for n, letter in enumerate(shortest) if longest[n : n + 1] != letter), len(shortest)
        )
        return shortest[:same]


def plain(text: str) -> str:
    """A typed text without what makes no difference: case, ¥ and commas in numbers."""
    joined = " ".join(text.casefold().replace("−", "-").split()).removeprefix("¥")
    return joined.replace(",", "") if _NUMBER.fullmatch(joined) else joined


def _may_begin(number: str, row: Row) -> bool:
    return any(choice.key.startswith(number) for choice in row.choices)


def _has_words(row: Row, text: str) -> bool:
    """Whether every word of the text begins a word of the row."""
    if row.only is None:
        words = {word for choice in row.choices[:1] for word in _words(choice)}
    else:
        words = _words(row.only)
    return all(any(word.startswith(part) for word in words) for part in text.split())


def _words(choice: Choice) -> set[str]:
    said = f"{choice.label} {choice.notation}".casefold()
    return {*re.split(r"[\s~:,()–-]+", said), *said.split()}


def keys_for(notations: Sequence[str], labels: Sequence[str]) -> list[str]:
    """What to type for each choice."""
    numbers = [_number(*one) for one in zip(notations, labels, strict=True)]
    counted = Counter(numbers)
    kinds = [notation.partition(" ")[0] for notation in notations]
    # Two boats may both be number 1. Then no boat is chosen by its number.
    unclear = {
        kind
        for kind, number, notation in zip(kinds, numbers, notations, strict=True)
        if counted[number] > 1 and _ends_in_number(notation)
    }
    keys = ["" if kind in unclear else number for kind, number in zip(kinds, numbers, strict=True)]
    letters = _letters([label for key, label in zip(keys, labels, strict=True) if not key], labels)
    return [key or next(letters) for key in keys]


def _ends_in_number(notation: str) -> bool:
    return _NUMBER.fullmatch(notation.rpartition(" ")[2]) is not None


def _number(notation: str, label: str) -> str:
    """The number at the end of a notation, if it is also the first number in the label."""
    last = notation.rpartition(" ")[2]
    shown = _NUMBER.search(label.replace("−", "-"))
    if shown is None or not _ends_in_number(notation):
        return ""
    return last if shown.group().replace(",", "") == last else ""


def _letters(labels: Sequence[str], all_labels: Sequence[str]) -> Iterator[str]:
    """A letter for each label, or two once the alphabet is used up."""
    if len(labels) > _FEW:
        yield from LETTERS
        yield from ("".join(pair) for pair in product(LETTERS, repeat=2))
        return
    common = Counter(word for label in all_labels for word in {*_spelled(label)})
    used: set[str] = set()
    for label in labels:
        words = _spelled(label)
        own = [word for word in words if common[word] == 1]
        letter = next(one for one in _candidates(own, words) if one in LETTERS and one not in used)
        used.add(letter)
        yield letter


def _spelled(label: str) -> list[str]:
    return re.findall(r"[a-z]+", label.casefold())


def _candidates(own: Sequence[str], words: Sequence[str]) -> Iterable[str]:
    """Letters that remind of a label: first those of words that no other label has."""
    initials = [word[0] for word in (*own, *words)]
    return [*initials[: len(own)], *"".join(own), *initials, *"".join(words), *LETTERS]
