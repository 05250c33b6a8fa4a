"""Numbers in a title's data, each marked with how sure it is."""

from typing import Literal

import msgspec

# Read off a component or its rules; worked out from other facts; or chosen where nothing is known.
Mark = Literal["printed", "inferred", "reconstructed"]


class Number(msgspec.Struct, forbid_unknown_fields=True):
    """A number and how sure it is."""

    value: int
    mark: Mark


class Numbers(msgspec.Struct, forbid_unknown_fields=True):
    """A row of numbers and how sure it is."""

    value: list[int]
    mark: Mark
