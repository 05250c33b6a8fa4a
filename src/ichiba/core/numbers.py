"""Whole numbers from other programs."""

from operator import index
from typing import Any


def as_number(value: Any) -> int | None:
    """A whole number of any kind, such as NumPy's, as an int; None if it is something else.

    Truth values are not numbers here.
    """
    if type(value) is int:
        return value
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None
