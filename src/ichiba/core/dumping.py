"""From positions to plain data and back: dumps, and what one seat knows of them."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from random import Random
from typing import Any, Generic, TypeVar

from ichiba.core.changing import in_force
from ichiba.core.errors import PositionError
from ichiba.core.fields import Declared
from ichiba.core.origin import Origin
from ichiba.core.phased import PhasedState
from ichiba.core.rng import Rng
from ichiba.core.state import Dump

T = TypeVar("T", bound=PhasedState)

# What a dump has besides the fields.
_HEAD = {"game", "revision", "changes", "players", "options", "rng"}


class Dumping(Generic[T]):
    """Converts positions of one game to plain data and back.

    A dump has the name of the game, its revision, changed numbers if there are any, the number of
    players, the options, the random generator and all fields that are not derived.
    """

    def __init__(self, origin: Origin, declared: type[Declared]) -> None:
        self.origin = origin
        self._fields = declared.stored()
        self._new = lru_cache(maxsize=64)(self._made)

    def complete(self, table: T) -> None:
        """Compute the derived fields, except the set-up."""

    def has_all_pieces(self, table: T) -> bool:
        """Whether no piece is missing, and there are not too many."""
        raise NotImplementedError

    def contradictions(self, table: T) -> Iterator[str]:
        """The names of fields that contradict others."""
        if bool(table.actors) != (table.phase < len(table.decisions)):
            yield "actors"
        if len(set(table.actors)) != len(table.actors):
            yield "actors"

    def fill(self, plain: Any, setup: Any, rng: Random) -> None:
        """Replace the holes of what a seat knows by anything that is possible."""

    def new(self, state: type[T], setup: Any) -> T:
        """A table on which every field has the value that it starts with."""
        table: T = self._new(state, setup).copy()
        return table

    def _made(self, state: type[T], setup: Any) -> T:
        table: Any = state()
        table.setup, table.rng = setup, Rng(0)
        for name, field in self._fields.items():
            setattr(table, name, field.start(table))
        self.complete(table)
        made: T = table
        return made

    def dump(self, table: T) -> Dump:
        """The table as plain data that shares nothing with the table."""
        return self._head(table) | {
            name: field.kind.plain(getattr(table, name), table)
            for name, field in self._fields.items()
        }

    def known(self, table: T, viewer: int | None) -> Dump:
        """The same with holes (None) where a seat may not look, and who is looking."""
        plain = self.dump(table) | {"rng": None}
        for name, field in self._fields.items():
            plain[name] = field.known(plain[name], table, viewer)
        return {"viewer": viewer, **plain}

    def _head(self, table: Any) -> Dump:
        options = {
            name: [*value] if isinstance(value, list) else value
            for name, value in table.setup.options.items()
        }
        changes = in_force(self.origin.name)
        return {
            "game": self.origin.name,
            "revision": self.origin.revision,
            **({"changes": {**changes}} if changes else {}),
            "players": table.setup.players,
            "options": options,
            "rng": table.rng.state,
        }

    def read(self, state: type[T], setup: Any, plain: Mapping[str, object]) -> T:
        """The table that a dump describes. Raises PositionError if the dump is wrong."""
        table: T = self.new(state, setup)
        for name in plain.keys() - self._fields.keys() - _HEAD:
            raise self.origin.wrong_field(name)
        for name, field in self._fields.items():
            try:
                setattr(table, name, field.kind.read(plain[name], table))
            except (LookupError, TypeError, ValueError):
                raise self.origin.wrong_field(name) from None
        try:
            table.rng = Rng.restore(str(plain["rng"]))
        except (LookupError, ValueError):
            raise self.origin.wrong_field("rng") from None
        self.complete(table)
        for name in self.contradictions(table):
            raise self.origin.wrong_field(name)
        if not self.has_all_pieces(table):
            raise self.origin.wrong_pieces()
        return table

    def filled(self, setup: Any, known: Mapping[str, object], rng: Random) -> Dump:
        """A dump without holes that fits what a seat knows. Raises PositionError if it is wrong."""
        plain = {name: _copied(value) for name, value in known.items() if name != "viewer"}
        plain["rng"] = Rng(0).state
        try:
            self.fill(plain, setup, rng)
        except (AttributeError, LookupError, TypeError, ValueError):
            raise self.origin.error(PositionError.of("core.error.position_known")) from None
        return plain


def _copied(plain: object) -> object:
    return [_copied(one) for one in plain] if isinstance(plain, list) else plain
