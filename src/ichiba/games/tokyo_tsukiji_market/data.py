"""What is in the box: fish, tokens, boats, markets and numbers, as tables made from `data.toml`."""

from importlib.resources import files
from tomllib import loads

import msgspec

from ichiba.core.marked import Mark, Number, Numbers

NAME = "tokyo-tsukiji-market"
TITLE = "Tokyo Tsukiji Market"
# Raised when the same record would give another game.
REVISION = 1


class Pairs(msgspec.Struct, forbid_unknown_fields=True):
    """A row of pairs of numbers and how sure it is."""

    value: list[tuple[int, int]]
    mark: Mark


class Stock(msgspec.Struct, forbid_unknown_fields=True):
    """How many there are in the box, and how many of them go on a board."""

    value: int
    mark: Mark
    per_player: int = 0
    plus: int = 0

    def on_board(self, players: int) -> int:
        """How many a board shows for so many players."""
        if not self.per_player:
            return self.value
        return min(self.per_player * players + self.plus, self.value)


class Entry(msgspec.Struct, forbid_unknown_fields=True):
    """One way to pay for entering a market."""

    mark: Mark
    points: int = 0
    yen: int = 0
    takoyaki: int = 0
    barrel: bool = False  # one of the market's own kind
    any_barrel: bool = False


class TokenData(msgspec.Struct, forbid_unknown_fields=True):
    """A kind of fish token: its resources if they never change, and how many there are."""

    name: str
    worth: int
    value: int
    mark: Mark


class FishData(msgspec.Struct, forbid_unknown_fields=True):
    """A fish market's board."""

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
    """The ships on the Ships Market at one number of players."""

    players: int
    ships: list[int]
    mark: Mark


class ExternalData(msgspec.Struct, forbid_unknown_fields=True):
    """An external market's board."""

    expansion: bool
    entry: list[Entry]
    once_a_turn: bool = False
    least_players: int = 0
    shapes: list[list[str]] = []
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
    """How many markets are added to the staple and to Ships."""

    players: int
    fish: int
    external: int
    mark: Mark


class Start(msgspec.Struct, forbid_unknown_fields=True):
    """What everybody begins with."""

    yen: Number
    action_points: Number
    license_income: Number
    unloading_bonus: Number
    markets: list[MarketCount]
    supply: Number
    recommended: list[str]
    not_recommended: list[str]


class End(msgspec.Struct, forbid_unknown_fields=True):
    """When the game ends, and what is paid then."""

    yen: Number
    resources: Number
    yen_per_resource: Number
    highest: Number
    highest_tied: Number
    lowest: Number
    lowest_tied: Number


class Harbor(msgspec.Struct, forbid_unknown_fields=True):
    """The harbor board."""

    columns: Numbers
    dearest: Number
    spaces: Number
    port: Number


class BoatData(msgspec.Struct, forbid_unknown_fields=True):
    """A type of boat."""

    name: str
    slots: Number
    count: Number


class Box(msgspec.Struct, forbid_unknown_fields=True):
    """The whole of `data.toml`."""

    start: Start
    end: End
    harbor: Harbor
    boats: list[BoatData]
    fish: dict[str, FishData]
    external: dict[str, ExternalData]


BOX = msgspec.convert(
    loads((files(__package__) / "data.toml").read_text(encoding="utf-8")), type=Box
)

# Fish, by number. Every fish has a market, barrels and licenses of the same number.
FISH = tuple(BOX.fish)
NUM_FISH = len(FISH)
(
    MACKEREL, EEL, FUGU, OCTOPUS, RED_SNAPPER, SALMON, SPIDER_CRAB, SQUID, TUNA,
    CLAMS_OYSTERS, HIMONO, JACK_MACKEREL, NORI, SARDINES, SWORDFISH,
) = range(NUM_FISH)  # fmt: skip

# Markets: the fish markets have the number of their fish, the external ones follow.
EXTERNAL = tuple(BOX.external)
MARKETS = FISH + EXTERNAL
NUM_MARKETS = len(MARKETS)
(
    AQUARIUM, AUCTION, BANK, BARTER, GOVERNMENT, RENTALS, SHIPS, TRADING, USED_SHIPS,
    FOREIGN_MARKET, INFLUENCE, NEW_AQUARIUM, OVERFISHING, SHIP_RENTAL, SUSHI_SHOP,
) = range(NUM_FISH, NUM_MARKETS)  # fmt: skip

# Tokens, by number: the kinds that differ in shape, worth or side.
_TOKENS = [(fish, token) for fish, data in enumerate(BOX.fish.values()) for token in data.tokens]
TOKENS = tuple(token.name for _, token in _TOKENS)
NUM_TOKENS = len(TOKENS)
TOKEN_FISH = tuple(fish for fish, _ in _TOKENS)
TOKEN_WORTH = tuple(token.worth for _, token in _TOKENS)  # 0 where it changes
TOKEN_COUNT = tuple(token.value for _, token in _TOKENS)
KINDS = tuple(tuple(k for k in range(NUM_TOKENS) if TOKEN_FISH[k] == f) for f in range(NUM_FISH))
TOKEN = {name: kind for kind, name in enumerate(TOKENS)}
TAKOYAKI = TOKEN["takoyaki"]
FRESH_SALMON, DEGRADED_SALMON = TOKEN["fresh_salmon"], TOKEN["degraded_salmon"]
CLAM, OYSTER = TOKEN["clam"], TOKEN["oyster"]
# Shapes: that of the fish, but Jack Mackerel looks like Mackerel, and Takoyaki like nothing else.
TOKEN_SHAPE = tuple(
    NUM_FISH if kind == TAKOYAKI else MACKEREL if fish == JACK_MACKEREL else fish
    for kind, fish in enumerate(TOKEN_FISH)
)

# What can be for sale on a harbor: a barrel of each fish, or a Takoyaki token.
TAKOYAKI_ITEM = NUM_FISH
ITEMS = (*FISH, "takoyaki")
NUM_ITEMS = len(ITEMS)
NEVER_DEGRADE = (HIMONO, TAKOYAKI_ITEM)
UPPER, LOWER = 0, 1

# Boats: types, and every single boat of the box.
BOAT_TYPES = tuple(boat.name for boat in BOX.boats)
NUM_TYPES = len(BOAT_TYPES)
ONE_SLOT, TWO_SLOT, THREE_SLOT, FOUR_SLOT, SIX_SLOT_BARGE, BLUE, FOUR_SLOT_BARGE = range(NUM_TYPES)
TYPE_SLOTS = tuple(boat.slots.value for boat in BOX.boats)
BARGE_TYPES = (SIX_SLOT_BARGE, FOUR_SLOT_BARGE)
BOAT_TYPE = tuple(
    boat_type for boat_type, boat in enumerate(BOX.boats) for _ in range(boat.count.value)
)
NUM_BOATS = len(BOAT_TYPE)
BOAT_SLOTS = tuple(TYPE_SLOTS[boat_type] for boat_type in BOAT_TYPE)
IS_BARGE = tuple(boat_type in BARGE_TYPES for boat_type in BOAT_TYPE)
BOATS_OF_TYPE = tuple(
    tuple(boat for boat in range(NUM_BOATS) if BOAT_TYPE[boat] == boat_type)
    for boat_type in range(NUM_TYPES)
)
BLUE_SHIP = BOATS_OF_TYPE[BLUE][0]

HIMONO_LICENSES = BOX.fish["himono"].licenses.value
# What dries on a Himono license, and what a Himono license can catch besides Himono itself.
DRYING = (MACKEREL, JACK_MACKEREL, SARDINES)
DRYING_TOKENS = tuple(KINDS[fish][0] for fish in DRYING)

SPACES = BOX.harbor.spaces.value
PORT_PRICE = BOX.harbor.port.value
COLUMNS = tuple(BOX.harbor.columns.value)
DEAREST = BOX.harbor.dearest.value
STEP = 100  # yen: the smallest token, and the unit of every price and bid
POINTS = BOX.start.action_points.value
INCOME = BOX.start.license_income.value
BONUS = BOX.start.unloading_bonus.value


def number(one: Number | None) -> int:
    """A number that this board must have."""
    if one is None:
        raise LookupError("a number is missing in data.toml")
    return one.value
