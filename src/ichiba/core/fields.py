"""How the fields of a table are declared: each once, with everything that there is to say about it.

    class Fields(Declared):
        setup = derived("ichiba.games.tsukiji.setup.Setup")
        round = stored(number(1, 6, start=0))
        deck = stored(some(CARD), start=lambda setup: setup.deck)
        tickets = stored(by_seat(some(TICKET)), known=own(is_laying))
        tiles = stored(some(TILE), shared=True)    # replaced, never modified: copies share it
        path = stored(frozen(some(STATION)))       # a tuple
        held = derived("list[int]")                # follows from other fields

A declaration gives the values of a field, with their range and number, its value before the set-up,
and who may know it. From that follow slots and copying (`scripts/write_fields.py`), dumps, their
checks, the reset and `known` (`dumping`), and bounds of observations (`plane`).

Ranges and lengths may be functions of the set-up, for example of the number of players.
"""

from collections.abc import Callable, Collection, Iterator
from math import prod
from typing import Any, ClassVar

from ichiba.core.observation import Plane

# A number, or a function that gives it for a set-up.
Size = int | Callable[[Any], int]
# Punches the holes: takes the plain value of a field, the table, and who looks at it.
Knowledge = Callable[[Any, Any, int | None], Any]

LARGE = 1 << 30  # more than any game counts


def _size(size: Size, table: Any) -> int:
    return size if isinstance(size, int) else size(table.setup)


class Kind:
    """The values that a field can have: in Python, and in a dump."""

    type: str  # in Python, as it is written
    is_plain = True  # whether a dump has the same value

    def start(self, table: Any) -> Any:
        """The value before the set-up."""
        raise NotImplementedError

    def plain(self, value: Any, table: Any) -> Any:
        """The value in a dump."""
        return value

    def read(self, plain: Any, table: Any) -> Any:
        """The value from a dump. Raises ValueError if it is out of range."""
        raise NotImplementedError

    def span(self, table: Any) -> tuple[int, int]:
        """The least and the greatest number."""
        raise NotImplementedError

    def shape(self, table: Any) -> tuple[int, ...]:
        """How many numbers there are, in each dimension; () is a single one."""
        return ()


class _Number(Kind):
    type = "int"

    def __init__(self, least: Size, most: Size, step: int, start: Size | None) -> None:
        self.least, self.most, self.step = least, most, step
        self.first = least if start is None else start

    def start(self, table: Any) -> int:
        return _size(self.first, table)

    def read(self, plain: Any, table: Any) -> int:
        least, most = self.span(table)
        if type(plain) is not int or not least <= plain <= most or plain % self.step:
            raise ValueError(plain)
        return plain

    def span(self, table: Any) -> tuple[int, int]:
        return _size(self.least, table), _size(self.most, table)


class _OneOf(Kind):
    type = "int"

    def __init__(self, values: Collection[int]) -> None:
        self.values = frozenset(values)

    def start(self, table: Any) -> int:
        return min(self.values)

    def read(self, plain: Any, table: Any) -> int:
        if type(plain) is not int or plain not in self.values:
            raise ValueError(plain)
        return plain


class _Flag(Kind):
    type = "bool"

    def start(self, table: Any) -> bool:
        return False

    def read(self, plain: Any, table: Any) -> bool:
        if type(plain) is not bool:
            raise ValueError(plain)
        return plain

    def span(self, table: Any) -> tuple[int, int]:
        return 0, 1


class _Phase(Kind):
    """Phases are named in dumps, so that dumps outlast a new decision."""

    type = "int"
    is_plain = False

    def __init__(self, *among: int) -> None:
        self.among = among

    def start(self, table: Any) -> int:
        return self.among[0] if self.among else 0

    def plain(self, value: int, table: Any) -> str:
        return _phases(table)[value]

    def read(self, plain: Any, table: Any) -> int:
        phase = _phases(table).index(plain)
        if self.among and phase not in self.among:
            raise ValueError(plain)
        return phase


def _phases(table: Any) -> list[str]:
    return [*(decision.name for decision in table.decisions), "over"]


class _Row(Kind):
    def __init__(self, kind: Kind, lengths: tuple[Size, ...] | None, *, frozen: bool) -> None:
        self.kind, self.lengths, self.frozen = kind, lengths, frozen
        self.type = f"tuple[{kind.type}, ...]" if frozen else f"list[{kind.type}]"
        self.is_plain = False
        self._made: Callable[[list[Any]], Any] = tuple if frozen else list

    def start(self, table: Any) -> Any:
        if self.lengths is None:
            return self._made([])
        one, count = self.kind.start(table), prod(self.shape(table))
        if isinstance(one, list):
            return self._made([one[:] for _ in range(count)])
        return self._made([one] * count)

    def plain(self, value: Any, table: Any) -> list[Any]:
        if self.kind.is_plain:
            return [*value]
        return [self.kind.plain(one, table) for one in value]

    def read(self, plain: Any, table: Any) -> Any:
        if type(plain) is not list:
            raise ValueError(plain)
        if self.lengths is not None and len(plain) != prod(self.shape(table)):
            raise ValueError(len(plain))
        return self._made([self.kind.read(one, table) for one in plain])

    def span(self, table: Any) -> tuple[int, int]:
        return self.kind.span(table)

    def shape(self, table: Any) -> tuple[int, ...]:
        return tuple(_size(size, table) for size in self.lengths or ())


class _Together(Kind):
    is_plain = False

    def __init__(self, kinds: tuple[Kind, ...]) -> None:
        self.kinds = kinds
        self.type = f"tuple[{', '.join(kind.type for kind in kinds)}]"

    def plain(self, value: Any, table: Any) -> list[Any]:
        return [kind.plain(one, table) for kind, one in zip(self.kinds, value, strict=True)]

    def read(self, plain: Any, table: Any) -> tuple[Any, ...]:
        if type(plain) is not list or len(plain) != len(self.kinds):
            raise ValueError(plain)
        return tuple(kind.read(one, table) for kind, one in zip(self.kinds, plain, strict=True))


def number(least: Size, most: Size, *, step: int = 1, start: Size | None = None) -> Kind:
    """A number from `least` to `most`. Before the set-up it is the least, or `start`."""
    return _Number(least, most, step, start)


def one_of(values: Collection[int]) -> Kind:
    """One of these numbers."""
    return _OneOf(values)


def flag() -> Kind:
    """A truth value; at first False."""
    return _Flag()


def phase(*among: int) -> Kind:
    """A phase; one of these, if some are given."""
    return _Phase(*among)


def bits(size: Size) -> Kind:
    """A set of numbers below this one, as bits of one number."""
    return number(0, lambda setup: (1 << (size if isinstance(size, int) else size(setup))) - 1)


def row(kind: Kind, *lengths: Size) -> Kind:
    """A list of this length. Given several lengths, it is flat, with the last index first."""
    return _Row(kind, lengths, frozen=False)


def some(kind: Kind) -> Kind:
    """A list of any length; at first empty."""
    return _Row(kind, None, frozen=False)


def frozen(kind: Kind) -> Kind:
    """A tuple instead of a list, so it is never modified, and copies share it."""
    if not isinstance(kind, _Row):
        raise TypeError(kind)
    return _Row(kind.kind, kind.lengths, frozen=True)


def together(*kinds: Kind) -> Kind:
    """A tuple with one value of each kind."""
    return _Together(kinds)


def players(setup: Any) -> int:
    """The number of players."""
    count: int = setup.players
    return count


def last_seat(setup: Any) -> int:
    """The number of the last seat."""
    return players(setup) - 1


SEAT = number(0, last_seat)


def by_seat(kind: Kind, *lengths: Size) -> Kind:
    """A list with a value for each seat, or with several, one seat after the other."""
    return row(kind, players, *lengths)


def public(plain: Any, table: Any, viewer: int | None) -> Any:
    """Everybody may know it."""
    del table, viewer
    return plain


def _always(table: Any) -> bool:
    del table
    return True


def nobody(hidden: Callable[[Any], bool] = _always) -> Knowledge:
    """Nobody may know it while it is hidden, which a function of the table says."""
    return lambda plain, table, _: hole(plain) if hidden(table) else plain


def own(hidden: Callable[[Any], bool] = _always) -> Knowledge:
    """By seat; while it is hidden, a seat knows only its own."""
    return lambda plain, table, viewer: (
        [one if seat == viewer else hole(one) for seat, one in enumerate(plain)]
        if hidden(table)
        else plain
    )


def hole(plain: Any) -> Any:
    """What is left of a value that somebody may not know: how much of it there is."""
    return [hole(one) for one in plain] if isinstance(plain, list) else None


class Field:
    """A declared field."""

    def __init__(self, type_: str, *, shared: bool) -> None:
        self.type, self.shared = type_, shared


class Stored(Field):
    """A field that dumps contain."""

    def __init__(self, kind: Kind, start: Any, known: Knowledge, *, shared: bool) -> None:
        super().__init__(kind.type, shared=shared)
        self.kind, self.known = kind, known
        self._start = start

    def start(self, table: Any) -> Any:
        """Its value before the set-up."""
        if callable(self._start):
            return self._start(table.setup)
        return self.kind.start(table) if self._start is None else self._start


def stored(
    kind: Kind, *, start: Any = None, known: Knowledge = public, shared: bool = False
) -> Stored:
    """A field that dumps contain.

    `start` is its value before the set-up, or a function of the set-up, if its kind does not say
    it. `known` says who may know it. Copies have a `shared` list in common.
    """
    return Stored(kind, start, known, shared=shared)


def derived(type_: str, *, shared: bool = False) -> Field:
    """A field that follows from others. A class is written with its module."""
    return Field(type_, shared=shared)


class Declared:
    """The base of declarations: the fields that every table has, besides the generator and the log.

    The fields of a title are in the body of a subclass.
    """

    base: ClassVar[str] = "ichiba.core.phased.PhasedState"  # of the table

    actors = stored(frozen(some(SEAT)))
    reveals = stored(number(0, LARGE))
    phase = stored(phase())

    @classmethod
    def fields(cls) -> Iterator[tuple[str, Field]]:
        """All fields with their names, in order."""
        for one in reversed(cls.__mro__):
            for name, field in vars(one).items():
                if isinstance(field, Field):
                    yield name, field

    @classmethod
    def stored(cls) -> dict[str, Stored]:
        """The fields that dumps contain, by name."""
        return {name: field for name, field in cls.fields() if isinstance(field, Stored)}

    @classmethod
    def plane(cls, name: str, setup: Any, meaning: str, *shape: int) -> Plane:
        """The plane of an observation that has the numbers of a field.

        A field with any number of numbers needs a shape.
        """
        kind: Kind = getattr(cls, name).kind
        low, high = kind.span(_Only(setup))
        return Plane(name, shape or kind.shape(_Only(setup)) or (1,), low, high, meaning)


class FlowingFields(Declared):
    """The same for a table whose flow goes on by itself."""

    base: ClassVar[str] = "ichiba.core.flowing.FlowingState"
    cached_choices = derived("list[int]", shared=True)


class _Only:
    """In place of a table that has nothing but a set-up."""

    def __init__(self, setup: Any) -> None:
        self.setup = setup
