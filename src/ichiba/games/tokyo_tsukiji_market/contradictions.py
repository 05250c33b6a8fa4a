"""Fields of a table that contradict each other: a dump with one of them is refused."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ichiba.games.tokyo_tsukiji_market.actions import (
    CATCH,
    DRY_BARREL,
    ENTER,
    NO_BARREL,
    PAIR_BARRELS,
    PAIR_MIXED,
    REPRICE,
    WAYS,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    BLUE_SHIP,
    BOAT_SLOTS,
    BOATS_OF_TYPE,
    FOUR_SLOT_BARGE,
    HIMONO,
    MACKEREL,
    NUM_FISH,
    SIX_SLOT_BARGE,
)
from ichiba.games.tokyo_tsukiji_market.markets.base import ShelfMarket
from ichiba.games.tokyo_tsukiji_market.markets.himono import ROOM
from ichiba.games.tokyo_tsukiji_market.markets.yards import Yard
from ichiba.games.tokyo_tsukiji_market.picking import pieces_for
from ichiba.games.tokyo_tsukiji_market.table import (
    ABROAD,
    ACTIVITY,
    AWARDING,
    BIDDING,
    BOXED,
    CHOOSING_BARGE,
    DISCARDING,
    FISHING,
    FOREIGN,
    IN_BOX,
    NO_ACTION,
    NO_BOAT,
    NO_END,
    NO_MARKET,
    NO_SPACE,
    NOBODY,
    NOT_RENTED,
    ON_BOARD,
    OVER,
    PICKING,
    PRICING,
    PRICING_FREELY,
    PURCHASING,
    SEA,
    TRADING_IN,
    TRANSFERRING,
    TURN,
    VISITING,
    MarketTable,
)

_MENUS: Final = (TURN, FISHING, PURCHASING, VISITING)
# The menu from which a decision comes, where there is only one.
_MENU_OF: Final = {
    **{menu: menu for menu in _MENUS},
    DISCARDING: TURN,
    ACTIVITY: FISHING,
    ABROAD: FISHING,
    TRADING_IN: VISITING,
}

# The markets of the expansion.
_IS_NEW: Final = (
    *(data.expansion for data in BOX.fish.values()),
    *(data.expansion for data in BOX.external.values()),
)
_EXPANSION: Final = frozenset(market for market, is_new in enumerate(_IS_NEW) if is_new)


def found(table: MarketTable) -> Iterator[str]:
    """The names of fields that contradict others."""
    yield from _in_markets(table)
    yield from _in_harbors(table)
    yield from _in_flow(table)
    yield from _in_fishing(table)
    yield from _in_picking(table)
    yield from _in_bidding(table)


def _wrong(checks: dict[str, bool]) -> Iterator[str]:
    """The names of the checks that fail."""
    return (name for name, is_right in checks.items() if not is_right)


def _in_markets(table: MarketTable) -> Iterator[str]:
    """Every market is in play or in the box; boards in play have their spaces."""
    setup, in_play = table.setup, set(table.in_play)
    piles = [*table.fish_pile, *table.external_pile]
    spaces = [
        len(board.spaces)
        if isinstance(board, ShelfMarket) and table.external[place] != BOXED
        else 0
        for place, board in enumerate(setup.external)
    ]
    yield from _wrong(
        {
            "in_play": len(in_play) == len(table.in_play) and in_play.isdisjoint(_absent(table)),
            "fish_pile": len(set(piles)) == len(piles) and not in_play & set(piles),
            "external_pile": _absent(table).isdisjoint(piles),
            "status": all(
                (fish in in_play) == (one != BOXED) for fish, one in enumerate(table.status)
            ),
            "external": all(
                (place + NUM_FISH in in_play) == (one != BOXED)
                for place, one in enumerate(table.external)
            ),
            "shelves": [len(shelf) for shelf in table.shelves] == spaces,
            "owed": all(setup.fish[fish].pays_when_overfished for fish in table.owed),
            "himono_owner": table.himono_owner.count(ON_BOARD) == table.licenses_left[HIMONO],
        }
    )


def _absent(table: MarketTable) -> frozenset[int]:
    """The markets that are not in this game."""
    return frozenset() if table.setup.expansion else _EXPANSION


def _in_harbors(table: MarketTable) -> Iterator[str]:
    """Harbors are sorted; licenses and boats are with their owners."""
    yield from _wrong(
        {
            "harbor": all(list(items) == sorted(items) for items in table.harbor),
            "freezers": all(list(uses) == sorted(uses) for uses in table.freezers),
            "carts": all(list(uses) == sorted(uses) for uses in table.carts),
            "licenses": all(
                own[HIMONO] == table.himono_owner.count(seat)
                for seat, own in enumerate(table.licenses)
            ),
            "himono_on": all(
                len(rack) <= ROOM and (owner >= 0 or not rack)
                for rack, owner in zip(table.himono_on, table.himono_owner, strict=True)
            ),
            "cargo": all(
                len(cargo) <= slots and (owner >= 0 or not cargo)
                for cargo, slots, owner in zip(table.cargo, BOAT_SLOTS, table.owner, strict=True)
            ),
            "place": all(
                owner >= 0 or not place
                for place, owner in zip(table.place, table.owner, strict=True)
            ),
            "rented": all(
                owner >= 0 or rented == NOT_RENTED
                for rented, owner in zip(table.rented, table.owner, strict=True)
            ),
            "owner": all(table.owner[boat] == IN_BOX for boat in _unused(table)),
            "assigned": all(owner != target for owner, target in table.assigned),
        }
    )


def _unused(table: MarketTable) -> Iterator[int]:
    """The boats that are not in this game."""
    setup = table.setup
    yield from BOATS_OF_TYPE[SIX_SLOT_BARGE if setup.four_slot_barges else FOUR_SLOT_BARGE]
    if not setup.blue_ship:
        yield BLUE_SHIP


def _in_flow(table: MarketTable) -> Iterator[str]:
    """Whose decision it is, and the menu it comes from."""
    phase, single = table.phase, table.phase not in (BIDDING, OVER)
    bought_by = table.buying == table.seat or (
        bool(table.assigned) and table.assigned[0] == (table.buying, table.seat)
    )
    yield from _wrong(
        {
            "main_phase": table.main_phase == _MENU_OF.get(phase, table.main_phase),
            "points": not table.cart_point or table.points == 1,
            "visit": (table.visit in table.in_play) == (table.main_phase == VISITING)
            and (table.visit == NO_MARKET or table.visit in table.in_play),
            "buying": bought_by if table.main_phase == PURCHASING else table.buying == NOBODY,
            "lot": not table.lot or _fills_lots(table),
            "space": table.space == NO_SPACE
            or (_fills_lots(table) and table.space < len(table.shelves[table.visit - NUM_FISH])),
            "to_price": phase not in (PRICING, PRICING_FREELY) or bool(table.to_price),
            "phase": phase != TRADING_IN or _has_blue_ship(table),
            "trigger": (table.trigger == NOBODY) == (table.turns_left == NO_END),
        }
    )
    if single and table.actors != (table.deciding(),):
        yield "actors"


def _has_blue_ship(table: MarketTable) -> bool:
    """Whether the Blue Ship can be bought in the visited market."""
    board = table.setup.boards[table.visit]
    return isinstance(board, Yard) and table.owner[BLUE_SHIP] == board.yard


def _fills_lots(table: MarketTable) -> bool:
    """Whether the visited market puts together tokens of the visitor."""
    return table.visit != NO_MARKET and table.setup.boards[table.visit].in_steps


def _in_fishing(table: MarketTable) -> Iterator[str]:
    """The chosen boat, boats abroad, and barrels that wait for an auction."""
    phase, fleet = table.phase, table.fleet[table.seat]
    chosen = table.boat
    has_cargo = chosen in fleet and bool(table.cargo[chosen]) and table.place[chosen] == SEA
    ship = table.carrier
    at_sea = ship in fleet and table.place[ship] == SEA and bool(table.cargo[ship])
    due = Counter(table.auctions)
    yield from _wrong(
        {
            "boat": chosen in fleet
            if phase == ACTIVITY
            else phase != DISCARDING or chosen == NO_BOAT or has_cargo,
            "carrier": at_sea
            if phase in (TRANSFERRING, CHOOSING_BARGE)
            else ship == NO_BOAT or (phase == PICKING and at_sea),
            "abroad": len(set(table.abroad)) == len(table.abroad)
            and bool(table.abroad) == (phase == ABROAD)
            and all(boat in fleet and table.place[boat] == FOREIGN for boat in table.abroad),
            "auctions": all(
                table.setup.fish[fish].group
                and count * table.setup.fish[fish].group <= table.landed[fish]
                for fish, count in due.items()
            ),
        }
    )


def _in_picking(table: MarketTable) -> Iterator[str]:
    """What a piece is picked for, and from which ones."""
    if table.phase == CHOOSING_BARGE:
        if len(table.picked) != 1 or table.picked[0] not in table.cargo[table.carrier]:
            yield "picked"
        if table.pending != NO_ACTION:
            yield "pending"
    elif table.phase != PICKING:
        yield from _wrong({"pending": table.pending == NO_ACTION, "picked": not table.picked})
    elif not _can_be_pending(table):
        yield "pending"
    else:
        rest = Counter(pieces_for(table, table.seat, table.pending))
        rest.subtract(table.picked)
        most = 1 if table.pending == PAIR_BARRELS else 0
        is_right = len(table.picked) <= most and min(rest.values(), default=0) >= 0
        if not is_right or len(+rest) < 2:
            yield "picked"


def _can_be_pending(table: MarketTable) -> bool:
    """Whether a piece can be picked for the pending action."""
    if table.pending == NO_ACTION:
        return False
    kind = kind_of(table.pending)
    if kind == CATCH:
        boat = table.carrier if table.carrier != NO_BOAT else table.boat
        return boat in table.fleet[table.seat]
    if kind == ENTER:
        way = WAYS[table.pending - ENTER]
        return table.main_phase == TURN and (way.own or way.barrel != NO_BARREL)
    if kind in (PAIR_MIXED, PAIR_BARRELS):
        return table.visit == MACKEREL
    return kind == DRY_BARREL or (kind == REPRICE and table.main_phase == FISHING)


def _in_bidding(table: MarketTable) -> Iterator[str]:
    """An auction has a market, a lot, bidders and their bids."""
    players, bids = table.setup.players, table.bids
    if table.phase not in (BIDDING, AWARDING):
        yield from _wrong(
            {
                "bidding": table.bidding == NO_MARKET,
                "bids": not bids,
                "prize": not table.prize,
                "crate": not table.crate,
                "offers": not table.offers,
            }
        )
        return
    if table.bidding not in table.in_play:
        yield "bidding"
    if len(bids) != players:
        yield "bids"
        return
    waiting = tuple(seat for seat in table.offers if bids[seat] == NOBODY)
    open_bids = table.phase == BIDDING
    yield from _wrong(
        {
            "offers": bool(table.offers) and len(set(table.offers)) == len(table.offers),
            "bids": all(bid <= yen for bid, yen in zip(bids, table.money, strict=True)),
            "actors": table.actors == waiting if open_bids else not waiting,
            "prize": bool(table.prize or table.crate),
        }
    )
