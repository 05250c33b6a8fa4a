"""What is in the box: customers, stores, track and numbers, as tables made from `data.toml`."""

from importlib.resources import files
from tomllib import loads

import msgspec

from ichiba.core.marked import Number, Numbers

NAME = "shinjuku"
TITLE = "Shinjuku"
# Raised when the same record would give another game.
REVISION = 1

GOODS = ("food", "clothing", "books", "electronics")
DEPARTMENT = len(GOODS)  # stands where a good may stand, and sells all of them


class Customers(msgspec.Struct, forbid_unknown_fields=True):
    """The tokens of one good: those that count once, and those that count twice."""

    single: Number
    double: Number


class Players(msgspec.Struct, forbid_unknown_fields=True):
    """How many can play, and what each of them has."""

    least: Number
    most: Number
    stores_of_a_good: Number
    departments: Number
    track: Number


class Box(msgspec.Struct, forbid_unknown_fields=True):
    """The whole of `data.toml`."""

    queue_slots: Number
    first_queue: Number
    hand: Number
    actions: Number
    wild_cards: Number
    set_points: Numbers
    bonus_stacks: Numbers
    players: Players
    customers: dict[str, Customers]


BOX = msgspec.convert(
    loads((files(__package__) / "data.toml").read_text(encoding="utf-8")), type=Box
)

SLOTS = BOX.queue_slots.value
HAND = BOX.hand.value
ACTIONS_IN_TURN = BOX.actions.value
WILD_CARDS = BOX.wild_cards.value
BONUS_STACKS = tuple(BOX.bonus_stacks.value)

# Kinds of customers: a good and how often it counts. A group of customers is one number that holds
# how many there are of each kind, six bits a kind.
_SORTS = [
    (good, size, getattr(BOX.customers[name], field).value)
    for good, name in enumerate(GOODS)
    for size, field in ((1, "single"), (2, "double"))
]
KIND_GOOD = tuple(good for good, _, count in _SORTS if count)
KIND_SIZE = tuple(size for _, size, count in _SORTS if count)
KIND_COUNT = tuple(count for _, _, count in _SORTS if count)
KINDS = tuple(
    GOODS[good] + ("2" if size == 2 else "")
    for good, size in zip(KIND_GOOD, KIND_SIZE, strict=True)
)
BITS = 6
ONE = tuple(1 << (BITS * kind) for kind in range(len(KINDS)))
SOME = tuple(((1 << BITS) - 1) * one for one in ONE)  # the bits of a kind
# By store: what it sells, as the bits of the kinds; a department store sells all.
SELLS = (
    *(
        sum(bits for bits, sold in zip(SOME, KIND_GOOD, strict=True) if sold == good)
        for good in range(len(GOODS))
    ),
    sum(SOME),
)

_KINDS = range(len(KINDS))


def size_of(group: int) -> int:
    """How many customers a group has: the sum of its digits, which is below 63."""
    return group % SOME[0]


def kinds_in(group: int) -> list[int]:
    """The kinds of customers in a group, each once."""
    return [kind for kind in _KINDS if group & SOME[kind]]


def tokens_of(group: int) -> list[int]:
    """The customers of a group, one by one, by kind."""
    return [kind for kind in _KINDS for _ in range(group >> BITS * kind & SOME[0])]
