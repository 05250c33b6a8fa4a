"""The contents of the box: fish, tokens, boats, markets and numbers, from `data.toml`."""

from typing import Final

from ichiba.core.marked import Number
from ichiba.games.tokyo_tsukiji_market.box import BOX

NAME: Final = "tokyo-tsukiji-market"
TITLE: Final = "Tokyo Tsukiji Market"
# Increase this when a change makes an existing record replay differently.
REVISION: Final = 3

# Fish, by number. The market, barrels and licenses of a fish have the same number.
FISH: Final = tuple(BOX.fish)
NUM_FISH: Final = len(FISH)
MACKEREL: Final = 0
EEL: Final = 1
FUGU: Final = 2
OCTOPUS: Final = 3
RED_SNAPPER: Final = 4
SALMON: Final = 5
SPIDER_CRAB: Final = 6
SQUID: Final = 7
TUNA: Final = 8
CLAMS_OYSTERS: Final = 9
HIMONO: Final = 10
JACK_MACKEREL: Final = 11
NORI: Final = 12
SARDINES: Final = 13
SWORDFISH: Final = 14

# Markets: a fish market has the number of its fish; the external markets follow.
EXTERNAL: Final = tuple(BOX.external)
MARKETS: Final = FISH + EXTERNAL
NUM_MARKETS: Final = len(MARKETS)
AQUARIUM: Final = MARKETS.index("aquarium")
NEW_AQUARIUM: Final = MARKETS.index("new_aquarium")
SHIPS: Final = MARKETS.index("ships")
USED_SHIPS: Final = MARKETS.index("used_ships")

# Tokens, by number: one kind for each shape, worth and side.
_TOKENS: Final = [
    (fish, token) for fish, data in enumerate(BOX.fish.values()) for token in data.tokens
]
TOKENS: Final = tuple(token.name for _, token in _TOKENS)
NUM_TOKENS: Final = len(TOKENS)
TOKEN_FISH: Final = tuple(fish for fish, _ in _TOKENS)
TOKEN_WORTH: Final = tuple(token.worth for _, token in _TOKENS)  # 0 if it is not fixed
TOKEN_COUNT: Final = tuple(token.value for _, token in _TOKENS)
KINDS: Final = tuple(
    tuple(k for k in range(NUM_TOKENS) if TOKEN_FISH[k] == f) for f in range(NUM_FISH)
)
TOKEN: Final = {name: kind for kind, name in enumerate(TOKENS)}
TAKOYAKI: Final = TOKEN["takoyaki"]
FRESH_SALMON: Final = TOKEN["fresh_salmon"]
DEGRADED_SALMON: Final = TOKEN["degraded_salmon"]
CLAM: Final = TOKEN["clam"]
OYSTER: Final = TOKEN["oyster"]
# Shapes: the fish, except that Jack Mackerel counts as Mackerel and Takoyaki has its own shape.
TOKEN_SHAPE: Final = tuple(
    NUM_FISH if kind == TAKOYAKI else MACKEREL if fish == JACK_MACKEREL else fish
    for kind, fish in enumerate(TOKEN_FISH)
)

# What can be for sale on a harbor: a barrel of any fish, or a Takoyaki token.
TAKOYAKI_ITEM: Final = NUM_FISH
ITEMS: Final = (*FISH, "takoyaki")
NUM_ITEMS: Final = len(ITEMS)
NEVER_DEGRADE: Final = (HIMONO, TAKOYAKI_ITEM)
UPPER: Final = 0
LOWER: Final = 1

# Boats: the types, and every single boat in the box.
BOAT_TYPES: Final = tuple(boat.name for boat in BOX.boats)
NUM_TYPES: Final = len(BOAT_TYPES)
ONE_SLOT: Final = 0
TWO_SLOT: Final = 1
THREE_SLOT: Final = 2
FOUR_SLOT: Final = 3
SIX_SLOT_BARGE: Final = 4
BLUE: Final = 5
FOUR_SLOT_BARGE: Final = 6
TYPE_SLOTS: Final = tuple(boat.slots.value for boat in BOX.boats)
BARGE_TYPES: Final = (SIX_SLOT_BARGE, FOUR_SLOT_BARGE)
BOAT_TYPE: Final = tuple(
    boat_type for boat_type, boat in enumerate(BOX.boats) for _ in range(boat.count.value)
)
NUM_BOATS: Final = len(BOAT_TYPE)
BOAT_SLOTS: Final = tuple(TYPE_SLOTS[boat_type] for boat_type in BOAT_TYPE)
IS_BARGE: Final = tuple(boat_type in BARGE_TYPES for boat_type in BOAT_TYPE)
BOATS_OF_TYPE: Final = tuple(
    tuple(boat for boat in range(NUM_BOATS) if BOAT_TYPE[boat] == boat_type)
    for boat_type in range(NUM_TYPES)
)
BLUE_SHIP: Final = BOATS_OF_TYPE[BLUE][0]

HIMONO_LICENSES: Final = BOX.fish["himono"].licenses.value
# The fish that dry on a Himono license. It can catch these, and Himono itself.
DRYING: Final = (MACKEREL, JACK_MACKEREL, SARDINES)
DRYING_TOKENS: Final = tuple(KINDS[fish][0] for fish in DRYING)

SPACES: Final = BOX.harbor.spaces.value
PORT_PRICE: Final = BOX.harbor.port.value
COLUMNS: Final = tuple(one.value for one in BOX.harbor.columns)
DEAREST: Final = BOX.harbor.dearest.value
STEP: Final = 100  # yen: the smallest token, and the unit of every price and bid
POINTS: Final = BOX.start.action_points.value
INCOME: Final = BOX.start.license_income.value
BONUS: Final = BOX.start.unloading_bonus.value
RESOURCE: Final = BOX.end.yen_per_resource.value  # yen


def number(one: Number | None) -> int:
    """A number that must be present for this board."""
    if one is None:
        raise LookupError("a number is missing in data.toml")
    return one.value
