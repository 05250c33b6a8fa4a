"""Counts all pieces and all money, wherever they are. The totals never change during a game."""

from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_TYPE,
    BOAT_TYPES,
    FISH,
    NUM_FISH,
    NUM_TOKENS,
    NUM_TYPES,
    TAKOYAKI,
    TAKOYAKI_ITEM,
    TOKEN_COUNT,
    TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.goods import FISH_OF, ITEM_OF, is_token, token_of
from ichiba.games.tokyo_tsukiji_market.markets.registry import FISH_MARKETS
from ichiba.games.tokyo_tsukiji_market.table import (
    OTHERS,
    MarketTable,
)


def _barrels(table: MarketTable) -> list[int]:
    counts = [
        board + box + landed
        for board, box, landed in zip(table.barrels, table.box_barrels, table.landed, strict=True)
    ]
    lying = [FISH_OF[barrel] for cargo in table.cargo for barrel in cargo]
    lying += [ITEM_OF[code] for items in (*table.harbor, table.to_price) for code in items]
    lying += [piece for rack in table.himono_on for piece in rack]
    lying += table.crate
    for fish in lying:
        if fish < NUM_FISH:
            counts[fish] += 1
    return counts


def _tokens(table: MarketTable) -> list[int]:
    counts = [board + box for board, box in zip(table.stock, table.box_tokens, strict=True)]
    for own in table.tokens:
        for kind in range(NUM_TOKENS):
            counts[kind] += own[kind]
    lying = [kind for shelf in table.shelves for space in shelf for kind in space]
    lying += (*table.lot, *table.prize)
    lying += [token_of(piece) for rack in table.himono_on for piece in rack if is_token(piece)]
    for kind in lying:
        counts[kind] += 1
    for items in (*table.harbor, table.to_price):
        counts[TAKOYAKI] += [ITEM_OF[code] for code in items].count(TAKOYAKI_ITEM)
    for market in FISH_MARKETS:
        counts[market.kinds[0]] += market.set_aside(table) or 0
        for back, front in market.turned:
            counts[front] += counts[back]
            counts[back] = 0
    return counts


def _others(table: MarketTable) -> list[int]:
    held = (
        sum(len(row) for row in table.freezers),
        sum(len(row) for row in table.carts),
        sum(table.buyers) + len(table.assigned),
        0,
        sum(table.loans),
        sum(table.shares),
        sum(rented > 0 for rented in table.rented),
    )
    return [
        board + box + out
        for board, box, out in zip(table.others_left, table.box_others, held, strict=True)
    ]


def _boats(table: MarketTable) -> list[int]:
    """Count boats of each type by where they are: with a player, in a yard or in the box."""
    there = [boat for fleet in table.fleet for boat in fleet]
    there += [boat for boat, owner in enumerate(table.owner) if owner < 0]
    types = [BOAT_TYPE[boat] for boat in there]
    return [types.count(boat_type) for boat_type in range(NUM_TYPES)]


def census(table: MarketTable) -> dict[str, int]:
    """The number of each kind of piece."""
    licenses = [
        board + box + sum(own[fish] for own in table.licenses)
        for fish, (board, box) in enumerate(
            zip(table.licenses_left, table.box_licenses, strict=True)
        )
    ]
    return {
        **{f"barrel {fish}": n for fish, n in zip(FISH, _barrels(table), strict=True)},
        **{f"license {fish}": n for fish, n in zip(FISH, licenses, strict=True)},
        **{f"token {kind}": n for kind, n in zip(TOKENS, _tokens(table), strict=True)},
        **{f"boat {name}": n for name, n in zip(BOAT_TYPES, _boats(table), strict=True)},
        **dict(zip(OTHERS, _others(table), strict=True)),
        "yen": sum(table.money) + table.supply,
    }


def full_box(others: list[int]) -> dict[str, int]:
    """The same counts according to the contents lists of the rulebook."""
    fish = BOX.fish.items()
    return {
        **{f"barrel {name}": data.barrels.value for name, data in fish},
        **{f"license {name}": data.licenses.value for name, data in fish},
        **{f"token {kind}": n for kind, n in zip(TOKENS, TOKEN_COUNT, strict=True)},
        **{f"boat {boat.name}": boat.count.value for boat in BOX.boats},
        **dict(zip(OTHERS, others, strict=True)),
        "yen": BOX.start.supply.value,
    }
