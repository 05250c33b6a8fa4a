"""How the quick player of Tokyo Tsukiji Market fishes: what its boats do, what that brings, and the
prices of what they unload."""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.actions import (
    BOAT,
    CATCH,
    COLUMN,
    DOCK,
    DOCK_ABROAD,
    DONE,
    REPRICE_OF,
    TRANSFER,
    UNDOCK,
    bid_of,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.activity import catches
from ichiba.games.tokyo_tsukiji_market.bots.quick.evaluate import Estimates
from ichiba.games.tokyo_tsukiji_market.data import BOAT_SLOTS, COLUMNS, IS_BARGE, NUM_FISH
from ichiba.games.tokyo_tsukiji_market.goods import FISH_OF, ITEM_OF, PRICE_OF
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import SEA

# The part of its value that counts for a barrel that is caught, and for unloading it.
_CATCH: Final = 0.7
_DOCK: Final = 0.3
# What it is worth to leave port, and that for each yen that the company earns in a turn.
_SET_SAIL: Final = 30.0
_BUSY: Final = 0.15
# Catches worth less are left, and fish worth less are no reason to leave port.
_LITTLE: Final = 30.0
_WORTHWHILE: Final = 60.0
# With fewer turns left there is no time to catch anything.
_TIME: Final = 0.5
# A barrel on a boat that is too small for an auction.
_STRAY: Final = 20.0


def fishing_gain(world: MarketState, books: Estimates) -> float:
    """About what a Fishing action gains."""
    seat, total, landed = books.seat, 0.0, 0
    own, promise = world.licenses[seat], books.promise
    used = [0] * NUM_FISH
    for boat in world.fleet[seat]:
        cargo = world.cargo[boat]
        if world.place[boat] != SEA:
            if _is_useful(world, books, boat, begun=False):
                total += _SET_SAIL + _BUSY * books.rate
            continue
        if not IS_BARGE[boat] and len(cargo) < BOAT_SLOTS[boat] and books.turns > _TIME:
            best, what = _LITTLE, -1
            for fish in (FISH_OF[cargo[0]],) if cargo else books.fishes:
                if own[fish] > used[fish] and world.barrels[fish]:
                    value = _on_board(world, books, boat, fish)
                    if value > best:
                        best, what = value, fish
            if what >= 0:
                used[what] += 1
                total += _CATCH * best
                continue
        landed += len(cargo)
        if books.buyers_follow:
            for barrel in cargo:
                total += _DOCK * promise[FISH_OF[barrel]]
    return total + 100 * (landed // 2)


def has_work(world: MarketState, books: Estimates) -> bool:
    """Whether a Fishing action would be useful for any boat."""
    return any(_is_useful(world, books, boat, begun=False) for boat in world.fleet[books.seat])


def _on_board(world: MarketState, books: Estimates, boat: int, fish: int) -> float:
    """What a barrel on a boat will bring. A small boat never carries enough for an auction."""
    group = world.setup.fish[fish].group
    return books.promise[fish] if BOAT_SLOTS[boat] >= group else _STRAY


def choose_boat(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """Full boats first, then other boats at sea, then boats in port; prices last."""
    best, rank = -1, (9, 0)
    for action in legal:
        kind = kind_of(action)
        if kind == TRANSFER:
            return action
        if kind != BOAT:
            continue
        boat = action - BOAT
        if _is_useful(world, books, boat, begun=True):
            cargo = len(world.cargo[boat])
            full = cargo >= BOAT_SLOTS[boat]
            order = (0 if full else 1 if world.place[boat] == SEA else 2, -cargo)
            if order < rank:
                best, rank = action, order
    if best >= 0:
        return best
    if books.buyers_follow and world.repricings:
        for code in world.harbor[books.seat]:
            item, price = ITEM_OF[code], PRICE_OF[code]
            hopeless = books.slow or price > max(100, books.demand[item])
            if hopeless and books.price[item] < price:
                return REPRICE_OF[code]
    return DONE


def _is_useful(world: MarketState, books: Estimates, boat: int, *, begun: bool) -> bool:
    """Whether a boat in port has something to catch, or a boat at sea something to do."""
    if not books.buyers_follow:
        return bool(world.cargo[boat])
    if world.place[boat] == SEA:
        if world.cargo[boat]:
            return True
        if IS_BARGE[boat]:
            return False
        if begun:
            return bool(catches(world, boat))
        own = world.licenses[books.seat]
        return any(own[fish] and world.barrels[fish] for fish in books.fishes)
    if IS_BARGE[boat] or books.turns <= _TIME:
        return False
    own, useful, out = world.licenses[books.seat], 0, 0
    for fish in books.fishes:
        if own[fish] and _on_board(world, books, boat, fish) > _WORTHWHILE:
            useful += own[fish]
    for one in world.fleet[books.seat]:  # full ships need no license, but perhaps this port
        is_full = len(world.cargo[one]) >= BOAT_SLOTS[one]
        out += world.place[one] == SEA and not IS_BARGE[one] and not is_full
    return max(useful, 1) > out and any(own)


def use_boat(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """Catch the best fish while there is time for it, otherwise dock."""
    if legal[0] == UNDOCK:
        return UNDOCK
    if books.turns > _TIME:
        best, most = -1, _LITTLE
        for action in legal:
            kind = kind_of(action)
            if kind == CATCH:
                value = _on_board(world, books, world.boat, action - CATCH)
            elif kind in world.setup.catchers:
                market = world.setup.catchers[kind]
                fish, count = market.caught(action)
                value = books.promise[market.fish if market.stores_pieces else fish] * count
            else:
                continue
            if value > most:
                best, most = action, value
        if best >= 0:
            return best
    if DOCK in legal:
        return DOCK
    return DOCK_ABROAD if DOCK_ABROAD in legal and world.cargo[world.boat] else legal[0]


def set_price(world: MarketState, books: Estimates) -> int:
    """The column of the price, or the one for any other price."""
    price = books.price[ITEM_OF[world.to_price[0]]]
    return COLUMN + (COLUMNS.index(price) if price in COLUMNS else len(COLUMNS))


def set_any_price(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """The price; a lower one would be one of the printed columns."""
    return max(legal[0], bid_of(books.price[ITEM_OF[world.to_price[0]]]))
