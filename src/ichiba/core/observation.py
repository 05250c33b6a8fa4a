"""Observations for programs that learn: named planes of floats, in a buffer that is used again.

`game.observation` describes the planes: shape, bounds, and a sentence. `state.observe` writes them
into any buffer of floats or doubles, so no NumPy is needed. Seats are in turn order from the
observer, and flags say which values are known. A title implements `packed`, which returns the
numbers as bytes, so that parts that rarely change can be cached.
"""

from collections.abc import Sequence
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


def pack(values: Sequence[float], kind: str) -> bytes:
    """Numbers as floats (`f`) or doubles (`d`)."""
    return _packer(len(values), kind).pack(*values)


def unpack(doubles: bytes) -> list[float]:
    """The numbers that were packed as doubles."""
    return [*_packer(len(doubles) // calcsize("d"), "d").unpack(doubles)]


def opened(buffer: Buffer) -> tuple[memoryview, str]:
    """The memory of a buffer, and the kind of its numbers. Raises TypeError if it has others."""
    view = memoryview(buffer)  # type: ignore[arg-type]
    if view.format not in ("f", "d"):
        raise TypeError(f"observe needs a buffer of floats or doubles, not of {view.format!r}")
    return view, view.format


def write(packed: bytes, view: memoryview) -> None:
    """Write packed numbers at the beginning of a buffer. Raises ValueError if it is too small."""
    if view.nbytes < len(packed):
        count, room = len(packed) // view.itemsize, view.nbytes // view.itemsize
        raise ValueError(f"the observation has {count} numbers; the buffer has room for {room}")
    if view.c_contiguous:
        view.cast("B")[: len(packed)] = packed
    elif view.ndim == 1 and view.format is not None:  # such as a column of a matrix
        numbers = memoryview(packed).cast("B").cast(view.format)  # type: ignore[call-overload]
        view[: len(numbers)] = numbers
    else:
        raise TypeError("a buffer with several dimensions must be contiguous, in row-major order")


@cache
def _packer(count: int, kind: str) -> Struct:
    return Struct(f"{count}{kind}")
