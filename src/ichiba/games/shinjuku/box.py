"""The schema of `data.toml`, and its contents. Never compiled, because mypyc cannot do structs."""

import msgspec

from ichiba.core.changing import numbers_of
from ichiba.core.marked import Number, Numbers


class Customers(msgspec.Struct, forbid_unknown_fields=True):
    """The customers of one good: those that count once, and those that count twice."""

    single: Number
    double: Number


class Players(msgspec.Struct, forbid_unknown_fields=True):
    """The number of players and what each of them starts with."""

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


BOX = msgspec.convert(numbers_of(__package__), type=Box)
