"""The part of a view that a program needs to go on from the position, and a person does not.

All of it is public: it follows from what everybody has seen.
"""

from ichiba.games.tokyo_tsukiji_market.actions import boat_name
from ichiba.games.tokyo_tsukiji_market.data import FISH, LOWER, MARKETS, NUM_BOATS
from ichiba.games.tokyo_tsukiji_market.goods import CAUGHT_WITH, ROW_OF
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIVITY,
    AT_SHIPS,
    AT_USED_SHIPS,
    CHOOSING_BARGE,
    DISCARDING,
    FROM_USED_SHIPS,
    NOBODY,
    TRANSFERRING,
    MarketTable,
)
from ichiba.games.tokyo_tsukiji_market.view_types import STAGES, MarketFlow


def flow_of(table: MarketTable) -> MarketFlow:
    """Describe where the turn is, and details of pieces that matter only to the rules."""
    fleets = [boat for fleet in table.fleet for boat in fleet]
    return {
        "stage": STAGES[table.stage],
        "menu": table.decisions[table.menu].name,
        "able": table.able,
        "idle": table.idle,
        "in_play": [MARKETS[market] for market in table.in_play],
        "boat": _boat(table.boat) if table.phase in (ACTIVITY, DISCARDING) else None,
        "fish": FISH[table.boat] if table.phase == CHOOSING_BARGE else None,
        "barge": _boat(table.barge) if table.phase in (TRANSFERRING, CHOOSING_BARGE) else None,
        "second_catch": table.second_catch,
        "auctions": [FISH[fish] for fish in table.auctions],
        "owed": [FISH[fish] for fish in table.owed],
        "uses": table.uses,
        "sold": table.sold,
        "queue_degraded": [ROW_OF[code] == LOWER for code in table.to_price],
        "ships": _yard(table, AT_SHIPS),
        "used_ships": _yard(table, AT_USED_SHIPS),
        "rented_used": [boat_name(one) for one in fleets if table.rented[one] == FROM_USED_SHIPS],
        "activated": [boat_name(one) for one in range(NUM_BOATS) if table.activated >> one & 1],
        "himono": [owner if owner >= 0 else None for owner in table.himono_owner],
        "dried": [one for one in range(len(table.himono_owner)) if table.dried >> one & 1],
        "dry": {
            boat_name(boat): [CAUGHT_WITH[barrel] for barrel in table.cargo[boat]]
            for boat in fleets
            if any(CAUGHT_WITH[barrel] for barrel in table.cargo[boat])
        },
    }


def _boat(boat: int) -> str | None:
    return None if boat == NOBODY else boat_name(boat)


def _yard(table: MarketTable, yard: int) -> list[str]:
    return [boat_name(boat) for boat, owner in enumerate(table.owner) if owner == yard]
