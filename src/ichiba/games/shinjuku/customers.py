"""Customers: their kinds, and groups of them.

A kind is a good, and whether the customer counts once or twice. A group is one number with a few
bits for the count of each kind, so groups can be added and subtracted. Only this module knows the
bits.
"""

from functools import lru_cache
from typing import Final

from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.data import GOODS

_SORTS: Final = [
    (good, size, count.value)
    for good, name in enumerate(GOODS)
    for size, count in ((1, BOX.customers[name].single), (2, BOX.customers[name].double))
    if count.value
]
KIND_GOOD: Final = tuple(good for good, _, _ in _SORTS)
KIND_SIZE: Final = tuple(size for _, size, _ in _SORTS)
KIND_COUNT: Final = tuple(count for _, _, count in _SORTS)
KINDS: Final = tuple(GOODS[good] + ("2" if size == 2 else "") for good, size, _ in _SORTS)

# So many that even all customers together are fewer than `_MOST`, which `size_of` needs.
_BITS: Final = (sum(KIND_COUNT) + 1).bit_length()
_MOST: Final = (1 << _BITS) - 1
_KINDS: Final = range(len(KINDS))
# By kind: a group of one customer.
ONE: Final = tuple(1 << _BITS * kind for kind in _KINDS)
# By good, with the department store last: the bits of all customers who buy there.
_BUYERS: Final = (
    *(
        sum(_MOST * ONE[kind] for kind in _KINDS if KIND_GOOD[kind] == good)
        for good in range(len(GOODS))
    ),
    sum(_MOST * one for one in ONE),
)
# By kind: the bits of all customers who want the same good.
ALIKE: Final = tuple(_BUYERS[good] for good in KIND_GOOD)
# By kind: where its count begins, its good and its size.
_COLUMNS: Final = tuple((_BITS * kind, KIND_GOOD[kind], KIND_SIZE[kind]) for kind in _KINDS)


def count_of(group: int, kind: int) -> int:
    """How many customers of a kind there are in a group."""
    return group >> _BITS * kind & _MOST


def size_of(group: int) -> int:
    """The number of customers in a group: the sum of its digits, one for each kind."""
    return group % _MOST


def buyers(group: int, good: int) -> int:
    """The customers of a group who buy in a store with this good, or in a department store."""
    return group & _BUYERS[good]


@lru_cache(maxsize=1 << 14)
def kinds_in(group: int) -> tuple[int, ...]:
    """The kinds of customers in a group. Cached, because groups recur."""
    return tuple([kind for kind in _KINDS if count_of(group, kind)])


@lru_cache(maxsize=1 << 14)
def kinds_buying(group: int, good: int) -> tuple[int, ...]:
    """The kinds of customers in a group who buy in a store with this good. Cached."""
    return kinds_in(group & _BUYERS[good])


def heights(group: int) -> list[int]:
    """By good: the number of customers, counting those marked 2 twice."""
    columns = [0] * len(GOODS)
    for shift, good, size in _COLUMNS:
        columns[good] += (group >> shift & _MOST) * size
    return columns


def tokens_of(group: int) -> list[int]:
    """The kind of each customer in a group."""
    return [kind for kind in _KINDS for _ in range(count_of(group, kind))]


def customer_key(kind: int) -> str:
    """The message key of a customer's name."""
    return f"shinjuku.customer.{KINDS[kind]}"


def customer_keys(group: int) -> list[str]:
    """The message keys of the names of all customers in a group."""
    return [customer_key(kind) for kind in tokens_of(group)]


def customer_names(group: int) -> list[str]:
    """The kinds of all customers in a group, by name."""
    return [KINDS[kind] for kind in tokens_of(group)]
