"""The part of a view that Tsukiji's greedy bot uses."""

import msgspec

from ichiba.core.structs import reader


class Column(msgspec.Struct):
    """One product in a restaurant."""

    products: int
    takusan: int


class Restaurant(msgspec.Struct):
    """A restaurant; `hand` only of the own one."""

    money: int
    columns: dict[str, Column]
    placed: int
    hand: list[str] | None


class Tile(msgspec.Struct):
    """What a lot costs, and how its products move."""

    price: int
    move: int


class Lot(msgspec.Struct):
    """Cards that are sold together."""

    cards: list[str]
    tile: Tile | None
    buyer: int | None


class Market(msgspec.Struct):
    """The marker of each product."""

    spaces: dict[str, int]


class Sight(msgspec.Struct):
    """What a seat sees."""

    seat: int
    players: int
    round: int
    rounds: int
    phase: str
    first_player: int
    tiles: list[Tile]
    lots: list[Lot]
    market: Market
    restaurants: list[Restaurant]


see = reader(Sight)
