"""The schema of `data.toml`, and its contents. Never compiled, because mypyc cannot do structs."""

import msgspec

from ichiba.core.changing import numbers_of
from ichiba.core.marked import Number, Numbers


class Tile(msgspec.Struct, forbid_unknown_fields=True):
    """A price tile: what the lot costs, and how its products move on the market."""

    price: Number
    move: Number


class Market(msgspec.Struct, forbid_unknown_fields=True):
    """The market board."""

    spaces: Number
    start: Numbers
    ranks: Numbers


class Maguro(msgspec.Struct, forbid_unknown_fields=True):
    """How tuna is valued."""

    addend: Number
    divisor: Number


class SpecialPoints(msgspec.Struct, forbid_unknown_fields=True):
    """The bonuses of the variant and their conditions."""

    diverse: Number
    diverse_cards: Number
    specialised: Number
    specialised_cards: Number
    popular: Number
    safe: Number


class ForPlayers(msgspec.Struct, forbid_unknown_fields=True):
    """What is used with one number of players."""

    product: Number
    takusan: Number
    yakuza: Number
    tiles: list[Tile]


class Box(msgspec.Struct, forbid_unknown_fields=True):
    """The whole of `data.toml`."""

    rounds: Number
    cards_in_lot: Number
    refusal: Number
    cancel_bonus: Number
    first_money: Number
    money_step: Number
    market: Market
    maguro: Maguro
    special_points: SpecialPoints
    players: dict[str, ForPlayers]


BOX = msgspec.convert(numbers_of(__package__), type=Box)
