"""How the fields of a table are declared, so that copying and dumping can be made from that.

    money: list[int]                # modified in place, so a copy gets its own list
    tickets: list[list[int]]        # the same for its rows
    history: tuple[int, ...]        # never modified, so copies share it
    tiles: Shared[list[int]]        # a list that is replaced, never modified: shared as well
    held: Derived[list[int]]        # follows from other fields or options, so it is not dumped

`scripts/write_fields.py` writes a table's `__slots__`, `stored` and `copy` from these declarations.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Generic, TypeVar

import msgspec

from ichiba.core.errors import IchibaError
from ichiba.core.origin import Origin
from ichiba.core.phased import PhasedState
from ichiba.core.rng import Rng
from ichiba.core.state import Dump
from ichiba.core.structs import reader

Value = TypeVar("Value")
T = TypeVar("T", bound=PhasedState)

SHARED, DERIVED = "shared", "derived"
Shared = Annotated[Value, SHARED]
Derived = Annotated[Value, DERIVED]

# The fields of a dump with their types.
Stored = dict[str, Any]
# Numbers of a table, how many there must be (None: any number), and their range.
Row = tuple[Sequence[int], int | None, range]


def all_fit(rows: Iterable[Row]) -> bool:
    """Whether every row has its length and all numbers are in range."""
    return all(
        (length is None or len(row) == length) and all(number in fit for number in row)
        for row, length, fit in rows
    )


class Dumping(Generic[T]):
    """Converts positions of one game to plain data and back.

    A dump has the name of the game, its revision, the settings (players and options) and all fields
    that are not derived.
    """

    def __init__(self, origin: Origin, stored: Stored, settings: Stored) -> None:
        self.origin = origin
        self.fields = tuple(stored)
        kinds = {"game": str, "revision": int, **settings, "rng": str, **stored}.items()
        # Reads a dump without checking whether it is sound.
        self.read = reader(msgspec.defstruct("Position", kinds, forbid_unknown_fields=True))

    def settings(self, table: T) -> dict[str, object]:
        """The number of players and the options of a game."""
        raise NotImplementedError

    def upgrade(self, plain: Dump) -> Dump:
        """Bring a dump of an earlier version into the current form."""
        return plain

    def set_up(self, table: T, settings: Any) -> None:
        """Give an empty table what follows from the settings. May raise LookupError."""
        raise NotImplementedError

    def complete(self, table: T) -> bool:
        """Compute the derived fields. False if the position is not sound."""
        raise NotImplementedError

    def dump(self, table: T) -> Dump:
        """The table as plain data that shares nothing with the table."""
        plain = {"game": self.origin.name, "revision": self.origin.revision}
        plain |= self.settings(table) | {"rng": table.rng.state}
        plain |= {name: getattr(table, name) for name in self.fields}
        copied: Dump = msgspec.json.decode(msgspec.json.encode(plain))  # JSON has no tuples
        return copied

    def fill(self, table: T, plain: Mapping[str, object]) -> None:
        """Fill an empty table from a dump. Raises PositionError if the dump is wrong."""
        self.origin.check(plain)
        try:
            position: Any = self.read(self.upgrade({**plain}))
            self.set_up(table, position)
            for name in self.fields:
                setattr(table, name, getattr(position, name))
            table.rng = Rng.restore(position.rng)
            table.log = None
            is_sound = self.complete(table)
        except (msgspec.ValidationError, LookupError, ValueError, IchibaError) as error:
            raise self.origin.error(error) from None
        if not is_sound:
            raise self.origin.wrong_pieces()
