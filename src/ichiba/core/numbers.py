"""Numbers for people (¥1,200, −¥500, −3), and whole numbers from other programs."""

from operator import index
from typing import Any

MINUS = "\N{MINUS SIGN}"


def figure(number: int) -> str:
    """A number with thousands separators and a proper minus sign."""
    return f"{MINUS if number < 0 else ''}{abs(number):,}"


def yen(amount: int) -> str:
    """An amount of money; a minus sign comes before the ¥."""
    return f"{MINUS if amount < 0 else ''}¥{abs(amount):,}"


def signed(number: int) -> str:
    """A change: +4, −1, or ±0 if nothing changes."""
    sign = "±" if not number else "+" if number > 0 else MINUS
    return f"{sign}{abs(number):,}"


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
