"""Which piece? Where pieces of one kind differ, the player picks the one that an action is about.

Items on a harbor differ by their price and row. Barrels on a boat differ by the license that caught
them. Equal pieces are offered once, and where there is no difference, nothing is asked.
"""

from typing import Final

from ichiba.core.messages import Message, Reason
from ichiba.games.tokyo_tsukiji_market.actions import (
    CATCH,
    DRY_BARREL,
    ENTER,
    NO_BARREL,
    PAIR_BARRELS,
    PAIR_MIXED,
    REPRICE,
    REPRICE_OF,
    WAYS,
    WHICH,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.data import DRYING, MACKEREL, MARKETS, TAKOYAKI_ITEM
from ichiba.games.tokyo_tsukiji_market.goods import (
    CAUGHT_WITH,
    FISH_OF,
    ITEM_OF,
    PRICE_OF,
    ROW_OF,
)
from ichiba.games.tokyo_tsukiji_market.keys import FISH_KEY, ITEM_KEY, MARKET_KEY, ROW_KEY
from ichiba.games.tokyo_tsukiji_market.table import (
    DISCARDING,
    NO_ACTION,
    NO_BOAT,
    PICKING,
    TRANSFERRING,
    MarketTable,
    Step,
)

# How many pieces an action is about, if it is not one.
_COUNT: Final = {PAIR_BARRELS: 2}


def pick(table: MarketTable, seat: int, action: int) -> tuple[int, ...]:
    """The pieces that an action is about; if the player has to pick one, return none.

    Then the action is taken again once the player has picked.
    """
    if table.pending != action:
        table.pending, table.picked = action, ()
    picked, more = table.picked, missing(table)
    rest = _rest(table, seat, action, picked)
    if more and more < len(rest) and len(set(rest)) > 1:
        table.phase = PICKING
        return ()
    table.pending, table.picked = NO_ACTION, ()
    return (*picked, *rest[:more])


def missing(table: MarketTable) -> int:
    """How many more pieces the pending action is about."""
    return _COUNT.get(table.pending, 1) - len(table.picked)


def candidates(table: MarketTable, seat: int) -> list[int]:
    """The different pieces that can be picked, the cheapest first."""
    return sorted(set(_rest(table, seat, table.pending, table.picked)))


def picks_barrels(table: MarketTable) -> bool:
    """Whether the pieces are barrels on a boat, not items on a harbor."""
    return table.carrier != NO_BOAT or (
        table.pending != NO_ACTION and kind_of(table.pending) == CATCH
    )


def _rest(table: MarketTable, seat: int, action: int, picked: tuple[int, ...]) -> list[int]:
    """The pieces that an action could be about, without those picked for it."""
    rest = pieces_for(table, seat, action)
    for piece in picked:
        rest.remove(piece)
    return rest


def pieces_for(table: MarketTable, seat: int, action: int) -> list[int]:
    """The pieces that an action could be about."""
    kind = kind_of(action)
    if kind == CATCH:
        fish = action - CATCH
        return [barrel for barrel in table.cargo[_ship(table)] if FISH_OF[barrel] == fish]
    harbor = table.harbor[seat]
    if kind == REPRICE:
        return [code for code in harbor if REPRICE_OF[code] == action]
    item = _item(action)
    return [code for code in harbor if ITEM_OF[code] == item]


def _item(action: int) -> int:
    """The kind of item on the harbor that an action is about."""
    kind = kind_of(action)
    if kind == ENTER:
        way = WAYS[action - ENTER]
        return TAKOYAKI_ITEM if way.barrel == NO_BARREL else way.barrel
    return DRYING[action - DRY_BARREL] if kind == DRY_BARREL else MACKEREL


def _ship(table: MarketTable) -> int:
    """The boat with the barrels: of a transfer if one has begun, else of a discard."""
    return table.boat if table.carrier == NO_BOAT else table.carrier


class Picking(Step):
    """Which of several different pieces is it?"""

    name = "picking"
    chapter = "harbor"
    kinds = (WHICH,)
    is_always_asked = True  # `pick` asks only where pieces differ

    def rule(self, table: MarketTable) -> str:
        """The chapter of what the piece is picked for."""
        kind = kind_of(table.pending)
        if kind == ENTER:
            return MARKETS[WAYS[table.pending - ENTER].market]
        return {CATCH: "catching", DRY_BARREL: "himono", REPRICE: "harbor"}.get(kind, "mackerel")

    def choices(self, table: MarketTable, seat: int) -> list[int]:
        return [WHICH + place for place in range(len(candidates(table, seat)))]

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Pick the piece and take the action that it is for again."""
        table.picked += (candidates(table, seat)[action - WHICH],)
        table.phase = self._asker(table)
        table.decisions[table.phase].take(table, seat, table.pending)

    def _asker(self, table: MarketTable) -> int:
        """The phase in which the action was taken."""
        if kind_of(table.pending) != CATCH:
            return table.main_phase
        return DISCARDING if table.carrier == NO_BOAT else TRANSFERRING

    def prompt(self, table: MarketTable, seat: int) -> Message:
        """Names the pieces and what one of them is picked for."""
        action, kind = table.pending, kind_of(table.pending)
        if kind == CATCH:
            key = "discard" if table.carrier == NO_BOAT else "transfer"
            return self.question(table, f"picking_{key}", item=FISH_KEY[action - CATCH])
        item = ITEM_OF[candidates(table, seat)[0]]
        if kind == ENTER:
            market = MARKET_KEY[WAYS[action - ENTER].market]
            key = "picking_token" if item == TAKOYAKI_ITEM else "picking_barrel"
            return self.question(table, key, item=ITEM_KEY[item], market=market)
        pair = "second" if table.picked else "first"
        key = {DRY_BARREL: "dry", REPRICE: "reprice", PAIR_MIXED: "sell"}.get(kind, pair)
        return self.question(table, f"picking_{key}", item=ITEM_KEY[item])

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """The piece with what makes it different."""
        piece = candidates(table, seat)[action - WHICH]
        if not picks_barrels(table):
            return self.say(
                "piece",
                self.rule(table),
                item=ITEM_KEY[ITEM_OF[piece]],
                row=ROW_KEY[ROW_OF[piece]],
                yen=PRICE_OF[piece],
            )
        himono, fish = CAUGHT_WITH[piece], FISH_KEY[FISH_OF[piece]]
        key = "barrel_to_dry" if himono else "barrel_to_sell"
        return self.say(key, "catching", fish=fish, number=himono)

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """There are fewer different pieces."""
        return self.no("no_such_piece", self.rule(table), count=len(candidates(table, seat)))
