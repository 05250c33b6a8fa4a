"""The schema of `data.toml`, and its contents. Never compiled, because mypyc cannot do structs."""

from typing import Annotated, Final

import msgspec

from ichiba.core.changing import numbers_of
from ichiba.core.marked import Mark, Number, Numbers

# Pieces of a kind; more than any real box holds. Observations keep each count in a byte.
MOST_PIECES: Final = 255
Pieces = Annotated[int, msgspec.Meta(ge=0, le=MOST_PIECES)]


class Pairs(msgspec.Struct, forbid_unknown_fields=True):
    """A list of pairs of numbers, and how certain it is."""

    value: list[tuple[int, int]]
    mark: Mark


class Stock(msgspec.Struct, forbid_unknown_fields=True):
    """How many pieces the box holds, and how many of them go on a board."""

    value: Pieces
    mark: Mark
    per_player: int = 0
    plus: int = 0

    def on_board(self, players: int) -> int:
        """How many go on the board for this number of players."""
        if not self.per_player:
            return self.value
        return min(self.per_player * players + self.plus, self.value)


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """One way to pay for entering a market."""

    mark: Mark
    points: int = 0
    yen: int = 0
    takoyaki: int = 0
    barrel: bool = False  # a barrel of the market's own fish
    any_barrel: bool = False


class TokenData(msgspec.Struct, forbid_unknown_fields=True):
    """A kind of fish token: its resources if they are fixed, and how many there are."""

    name: str
    worth: int
    value: Pieces
    mark: Mark


class FishData(msgspec.Struct, forbid_unknown_fields=True):
    """The board of a fish market."""

    expansion: bool
    entry: list[Entry]
    price: Numbers
    licenses: Stock
    barrels: Stock
    tokens: list[TokenData]
    once_a_turn: bool = False
    pair: Number | None = None
    track: Numbers | None = None
    fall: Number | None = None
    takoyaki: Number | None = None
    column: Number | None = None
    overfished: Number | None = None
    group: Number | None = None
    premium: Number | None = None
    sale: Number | None = None
    set: Number | None = None
    gift: Number | None = None
    divisor: Number | None = None
    iwashi: Number | None = None
    swing: Number | None = None


class ShipStock(msgspec.Struct, forbid_unknown_fields=True):
    """The ships in the Ships market for one number of players."""

    players: int
    ships: list[int]
    mark: Mark


class Shapes(msgspec.Struct, forbid_unknown_fields=True):
    """The fish whose shape each space shows, and how certain that is."""

    value: list[list[str]]
    mark: Mark


class ExternalData(msgspec.Struct, forbid_unknown_fields=True):
    """The board of an external market."""

    expansion: bool
    entry: list[Entry]
    once_a_turn: bool = False
    least_players: int = 0
    shapes: Shapes | None = None
    spaces: Pairs | None = None
    loans: Number | None = None
    loan: Number | None = None
    interest: Number | None = None
    shares: Number | None = None
    share: Number | None = None
    freezers: Number | None = None
    carts: Number | None = None
    uses: Number | None = None
    price: Number | None = None
    slot: Number | None = None
    barge: Number | None = None
    resale: Number | None = None
    stock: list[ShipStock] = []
    buy: Number | None = None
    sell: Number | None = None
    buy_barge: Number | None = None
    sell_barge: Number | None = None
    group: Number | None = None
    buyers: Number | None = None
    expansions: Number | None = None
    token: Number | None = None
    tokens: Number | None = None


class MarketCount(msgspec.Struct, forbid_unknown_fields=True):
    """How many markets are in play in addition to the staple and Ships."""

    players: int
    fish: int
    external: int
    mark: Mark


class Start(msgspec.Struct, forbid_unknown_fields=True):
    """What every player starts with."""

    yen: Number
    action_points: Number
    license_income: Number
    unloading_bonus: Number
    markets: list[MarketCount]
    supply: Number
    recommended: list[str]
    not_recommended: list[str]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """When the game ends, and what final scoring pays."""

    yen: Number
    resources: Number
    yen_per_resource: Number
    highest: Number
    highest_tied: Number
    lowest: Number
    lowest_tied: Number


class Harbor(msgspec.Struct, forbid_unknown_fields=True):
    """The harbor board."""

    columns: list[Number]
    dearest: Number
    spaces: Number
    port: Number


class BoatData(msgspec.Struct, forbid_unknown_fields=True):
    """A type of boat."""

    name: str
    slots: Number
    count: Number


class Box(msgspec.Struct, forbid_unknown_fields=True):
    """The contents of `data.toml`."""

    called: dict[str, str]
    start: Start
    end: End
    harbor: Harbor
    boats: list[BoatData]
    fish: dict[str, FishData]
    external: dict[str, ExternalData]


BOX = msgspec.convert(numbers_of(__package__), type=Box)
