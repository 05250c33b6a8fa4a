"""Barrels and items for sale as single numbers, so that a list of them is cheap to copy and sort.

What a number stands for is looked up in a table, which is faster than computing it.
"""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.data import (
    COLUMNS,
    DEAREST,
    HIMONO_LICENSES,
    LOWER,
    NUM_FISH,
    NUM_ITEMS,
    STEP,
    UPPER,
)

# An item on a harbor: its price in steps of ¥100, its row and its kind, so that items sort by
# price. In the queue for pricing, the price is the old one, or 0 for a new item.
_ROW: Final = 1 << 5
_PRICE: Final = _ROW << 1


def for_sale(item: int, price: int, row: int = UPPER) -> int:
    """The number of an item with this price in this row."""
    return price // STEP * _PRICE + row * _ROW + item


ITEMS_FOR_SALE: Final = range(for_sale(NUM_ITEMS, DEAREST, LOWER))
ITEM_OF: Final[tuple[int, ...]] = tuple(code % _ROW for code in ITEMS_FOR_SALE)
ROW_OF: Final[tuple[int, ...]] = tuple(code // _ROW % 2 for code in ITEMS_FOR_SALE)
PRICE_OF: Final[tuple[int, ...]] = tuple(code // _PRICE * STEP for code in ITEMS_FOR_SALE)
# The column of the price; the last column is for every price that is not printed.
OTHER_COLUMN: Final = len(COLUMNS)
COLUMN_OF: Final[tuple[int, ...]] = tuple(
    COLUMNS.index(price) if price in COLUMNS else OTHER_COLUMN for price in PRICE_OF
)
# The number of the item and its row, without the price.
PLACES: Final = NUM_ITEMS * 2
PLACE_OF: Final[tuple[int, ...]] = tuple(
    ITEM_OF[code] * 2 + ROW_OF[code] for code in ITEMS_FOR_SALE
)


def degraded(code: int) -> int:
    """The item in the lower row."""
    return for_sale(ITEM_OF[code], PRICE_OF[code], LOWER)


# A barrel on a boat: its fish and the Himono license that caught it, from 1; 0 if none did.
_CAUGHT_WITH: Final = 1 << 4


def barrel_of(fish: int, himono: int = 0) -> int:
    """The number of a barrel."""
    return fish + himono * _CAUGHT_WITH


BARRELS: Final = range(barrel_of(NUM_FISH, HIMONO_LICENSES))
FISH_OF: Final[tuple[int, ...]] = tuple(barrel % _CAUGHT_WITH for barrel in BARRELS)
CAUGHT_WITH: Final[tuple[int, ...]] = tuple(barrel // _CAUGHT_WITH for barrel in BARRELS)

# What dries on a Himono license: the fish of a barrel, or the kind of a token.
_TOKEN: Final = 1 << 5


def dried_token(kind: int) -> int:
    """The number of a token that dries."""
    return _TOKEN + kind


def is_token(piece: int) -> bool:
    """Whether a piece that dries is a token, not a barrel."""
    return piece >= _TOKEN


def token_of(piece: int) -> int:
    """The kind of a token that dries."""
    return piece - _TOKEN
