"""Numbers in a game's data file, each with a mark that says how reliable it is."""

from typing import Literal

import msgspec

# Read from a component or the rules, worked out from other facts, or chosen because it is unknown.
Mark = Literal["printed", "inferred", "reconstructed"]


class Number(msgspec.Struct, forbid_unknown_fields=True):
    """A number and its mark."""

    value: int
    mark: Mark


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """A list of numbers and its mark."""

    value: list[int]
    mark: Mark
