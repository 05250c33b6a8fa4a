"""Observations for programs that learn: named planes of floats, in a buffer that is used again."""

from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from struct import Struct, calcsize

import msgspec

# Anything with the buffer protocol: an array, a memoryview, a NumPy array. (Python 3.12 has a name
# for this type.)
Buffer = object


class Plane(msgspec.Struct, frozen=True):
    """Some numbers of an observation: their shape, their bounds, and what they mean."""

    name: str
    shape: tuple[int, ...]
    low: float
    high: float
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class Spec(msgspec.Struct, frozen=True):
    """What `State.observe` writes: the planes one after another, each in row-major order.

    Seats are in turn order and begin with the observer. A plane of flags says which of the values
    in another plane are known; unknown values are 0.
    """

    planes: tuple[Plane, ...]

    @property
    def size(self) -> int:
        """How many numbers there are in all."""
        return sum(plane.size for plane in self.planes)

    def slices(self) -> dict[str, slice]:
        """By name: where the plane is in the buffer."""
        found = {}
        start = 0
        for plane in self.planes:
            found[plane.name] = slice(start, start + plane.size)
            start += plane.size
        return found


def write(values: Sequence[float], buffer: Buffer) -> None:
    """Write values at the beginning of a buffer of floats or doubles.

    Raises ValueError if the buffer is too small, and TypeError if it has other items.
    """
    view, kind = _opened(buffer)
    _check_room(view, len(values))
    _packer(len(values), kind).pack_into(view, 0, *values)


def write_packed(pack_all: Callable[[str], bytes], buffer: Buffer) -> None:
    """The same for values that are packed already.

    `pack_all` gets the kind of the numbers: `f` for floats, `d` for doubles.
    """
    view, kind = _opened(buffer)
    packed = pack_all(kind)
    _check_room(view, len(packed) // view.itemsize)
    view.cast("B")[: len(packed)] = packed


def pack(values: Sequence[float], kind: str) -> bytes:
    """Some values as a part of what `write_packed` writes."""
    return _packer(len(values), kind).pack(*values)


def unpack(doubles: bytes) -> list[float]:
    """The values that were packed as doubles."""
    return [*_packer(len(doubles) // calcsize("d"), "d").unpack(doubles)]


def _opened(buffer: Buffer) -> tuple[memoryview, str]:
    view = memoryview(buffer)  # type: ignore[arg-type]
    if view.format not in ("f", "d"):
        raise TypeError(f"observe needs a buffer of floats or doubles, not of {view.format!r}")
    return view, view.format


def _check_room(view: memoryview, count: int) -> None:
    if view.nbytes < count * view.itemsize:
        room = view.nbytes // view.itemsize
        raise ValueError(f"the observation has {count} numbers; the buffer has room for {room}")


@cache
def _packer(count: int, kind: str) -> Struct:
    return Struct(f"{count}{kind}")
