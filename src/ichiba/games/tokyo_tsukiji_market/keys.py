"""Catalogue keys of the names of fish, tokens, boats and markets."""

from collections.abc import Iterable

from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_TYPE,
    BOAT_TYPES,
    BOATS_OF_TYPE,
    FISH,
    ITEMS,
    MARKETS,
    NAME,
    NUM_BOATS,
    NUM_ITEMS,
    TAKOYAKI_ITEM,
    TOKENS,
)

FISH_KEY = tuple(f"{NAME}.fish.{fish}" for fish in FISH)
TOKEN_KEY = tuple(f"{NAME}.token.{token}" for token in TOKENS)
MARKET_KEY = tuple(f"{NAME}.market.{market}" for market in MARKETS)
TYPE_KEY = tuple(f"{NAME}.boat.{boat_type}" for boat_type in BOAT_TYPES)
ITEM_KEY = tuple(
    f"{NAME}.item.takoyaki" if item == TAKOYAKI_ITEM else f"{NAME}.fish.{ITEMS[item]}"
    for item in range(NUM_ITEMS)
)
ROW_KEY = (f"{NAME}.row.upper", f"{NAME}.row.lower")
BOAT_KEY = tuple(
    f"{NAME}.ship.{BOAT_TYPES[BOAT_TYPE[boat]]}"
    + (
        f"_{boat - BOATS_OF_TYPE[BOAT_TYPE[boat]][0] + 1}"
        if len(BOATS_OF_TYPE[BOAT_TYPE[boat]]) > 1
        else ""
    )
    for boat in range(NUM_BOATS)
)


def ship_key(boat_type: str, number: int) -> str:
    """The catalogue key of the name of a boat, from its type and number in a view."""
    return BOAT_KEY[BOATS_OF_TYPE[BOAT_TYPES.index(boat_type)][number - 1]]


def tokens_told(kinds: Iterable[int]) -> list[str]:
    """The catalogue keys of tokens."""
    return [TOKEN_KEY[kind] for kind in kinds]


def fish_told(fishes: Iterable[int]) -> list[str]:
    """The catalogue keys of fish."""
    return [FISH_KEY[fish] for fish in fishes]
