"""What the light player of Tokyo Tsukiji Market would sell in a market, and what that gains."""

from typing import Final

from ichiba.bots.tokyo_tsukiji_market.estimates import Estimates
from ichiba.bots.tokyo_tsukiji_market.tokens import YEN, keeping, resources_of, token_yen
from ichiba.games.tokyo_tsukiji_market.data import (
    AQUARIUM,
    AUCTION,
    BARTER,
    CLAM,
    EEL,
    FUGU,
    GOVERNMENT,
    KINDS,
    LOWER,
    MACKEREL,
    NEW_AQUARIUM,
    NUM_FISH,
    OCTOPUS,
    OYSTER,
    SPIDER_CRAB,
    SQUID,
    STEP,
    SUSHI_SHOP,
    SWORDFISH,
    TAKOYAKI,
    TAKOYAKI_ITEM,
    TOKEN_SHAPE,
    TOKEN_WORTH,
    TRADING,
    TUNA,
)
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.markets.base import ShelfMarket
from ichiba.games.tokyo_tsukiji_market.markets.shows import Show
from ichiba.games.tokyo_tsukiji_market.state import MarketState

# What bidders offer of a lot's worth.
_BID: Final = 0.7
# What a Takoyaki that is for sale brings, relative to its price.
_TAKOYAKI: Final = 0.8
_NEW_AQUARIUM_FEE: Final = 150.0  # the barrel that a visit costs
_CRAB: Final = 400
_SWORDFISH: Final = 200
_SET: Final = 800
_SQUID: Final = 600

# The markets where tokens are sold one by one, as many as one likes.
_ONE_BY_ONE: Final = (SPIDER_CRAB, SQUID, TUNA, OCTOPUS, GOVERNMENT, AQUARIUM, NEW_AQUARIUM)

Deal = tuple[float, int, int]  # the gain, a kind of token or a space, and a number of tokens
NO_DEAL: Final[Deal] = (0.0, -1, 0)


def best_deal(world: MarketState, books: Estimates, market: int) -> Deal:
    """The best single sale in a market."""
    own = world.tokens[books.seat]
    if market < NUM_FISH:
        return _at_fish_market(world, books, market, own)
    if not any(own):
        return NO_DEAL
    if market in (GOVERNMENT, AQUARIUM, NEW_AQUARIUM):
        return _at_shelf(world, books, market, own)
    if market in (TRADING, SUSHI_SHOP):
        return _at_spaces(world, books, market, own)
    if market in (AUCTION, BARTER):
        return _at_bids(world, books, market, own)
    return NO_DEAL


def all_deals(world: MarketState, books: Estimates, market: int) -> float:
    """About what all sales in a market gain together."""
    gain, kind, count = best_deal(world, books, market)
    if gain <= 0 or market not in _ONE_BY_ONE:
        return gain
    own, total, taken = world.tokens[books.seat], gain, [(kind, count)]
    own[kind] -= count
    for _ in range(3):
        gain, kind, count = best_deal(world, books, market)
        if gain <= 0:
            break
        total += gain
        own[kind] -= count
        taken.append((kind, count))
    for kind, count in taken:
        own[kind] += count
    return total


def _missed(world: MarketState, books: Estimates, kind: int) -> float:
    """Yen that the seat loses with a token of this kind, with what it counts for its rank."""
    kept = keeping(world, books.seat, kind, last=books.last_turn)
    each = resources_of(world, kind)
    return kept + _rank_lost(books, each) if each else float(kept)


def _rank_lost(books: Estimates, less: int) -> float:
    """What fewer resources cost the seat by its rank."""
    mine = books.stocks[books.seat]
    return books.rank_yen(mine) - books.rank_yen(mine - less)


def _at_fish_market(world: MarketState, books: Estimates, fish: int, own: list[int]) -> Deal:
    seat, last = books.seat, books.last_turn
    if fish in (SPIDER_CRAB, SQUID, TUNA):
        extra = _CRAB if fish == SPIDER_CRAB else _SQUID if fish == SQUID else 0
        best = NO_DEAL
        for kind in KINDS[fish]:
            if own[kind]:
                gain = YEN * TOKEN_WORTH[kind] + extra - _missed(world, books, kind)
                if gain > best[0]:
                    best = (gain, kind, 1)
        return best
    kind = KINDS[fish][0]
    if fish == OCTOPUS:
        if not own[kind] or not books.buyers_follow:
            return NO_DEAL
        count = min(3, world.stock[TAKOYAKI])
        yen = count * _TAKOYAKI * books.price[TAKOYAKI_ITEM]
        return (yen - 3 * YEN, kind, 1)
    if fish == SWORDFISH and own[kind] and not world.sold:
        return (float(_SWORDFISH), kind, 1)
    if fish not in (EEL, FUGU) and own[CLAM] and own[OYSTER] and kind == CLAM:
        return (float(_SET - 4 * YEN - (0 if last else 300)), kind, 1)
    if fish == MACKEREL and world.harbor[seat]:
        old = sum([ITEM_OF[c] == MACKEREL and ROW_OF[c] == LOWER for c in world.harbor[seat]])
        return (100.0 * (old // 2), kind, 0) if old > 1 else NO_DEAL
    return NO_DEAL


def _at_shelf(world: MarketState, books: Estimates, market: int, own: list[int]) -> Deal:
    """One token to the Government or an Aquarium."""
    board = world.setup.boards[market]
    best = NO_DEAL
    if market == GOVERNMENT:
        if not isinstance(board, ShelfMarket):
            return NO_DEAL
        shelf = world.shelves[market - NUM_FISH]
        yen = 0
        for space, (pays, room) in enumerate(board.spaces):
            if len(shelf[space]) < room:
                yen = max(yen, pays)
        for kind, count in enumerate(own):
            if count:
                gain = yen - _missed(world, books, kind)
                if gain > best[0]:
                    best = (gain, kind, 1)
        return best
    if not isinstance(board, Show):
        return NO_DEAL
    shelf = world.shelves[market - NUM_FISH]
    for kind, space, pays, room in board.wanted:
        if own[kind] and len(shelf[space]) < room:
            gain = pays - _missed(world, books, kind)
            if gain > best[0]:
                best = (gain, kind, 1)
    if market == NEW_AQUARIUM and world.visit != market:
        return (best[0] - _NEW_AQUARIUM_FEE, best[1], best[2])
    return best


def _at_spaces(world: MarketState, books: Estimates, market: int, own: list[int]) -> Deal:
    """An empty space of Trading, filled with the tokens that are missed least, or a plate."""
    board = world.setup.boards[market]
    if not isinstance(board, ShelfMarket):
        return NO_DEAL
    seat, last = books.seat, books.last_turn
    pieces = sorted(
        [
            (keeping(world, seat, kind, last=last), kind, count)
            for kind, count in enumerate(own)
            if count
        ]
    )
    shelf, best = world.shelves[market - NUM_FISH], NO_DEAL
    for space, (need, pays) in enumerate(board.spaces):
        if shelf[space]:
            continue
        cost = _plate(pieces, need) if market == SUSHI_SHOP else _lot(world, pieces, need)
        if cost < 0:
            continue
        gain = pays - cost - (0 if market == SUSHI_SHOP else _rank_lost(books, need))
        if gain > best[0]:
            best = (float(gain), space, 0)
    return best


def _lot(world: MarketState, pieces: list[tuple[int, int, int]], need: int) -> int:
    """What the cheapest tokens for this many resources cost; -1 if there are not enough."""
    cost = 0
    for yen, kind, count in pieces:
        each = resources_of(world, kind)
        if each <= 0:
            continue
        for _ in range(count):
            need -= each
            cost += yen
            if need <= 0:
                return cost
    return -1


def _plate(pieces: list[tuple[int, int, int]], need: int) -> int:
    """What the cheapest tokens of this many shapes cost; -1 if there are not enough."""
    cost, shapes = 0, 0
    for yen, kind, _ in pieces:
        shape = 1 << TOKEN_SHAPE[kind]
        if not shapes & shape:
            shapes |= shape
            cost += yen
            need -= 1
            if not need:
                return cost
    return -1


def _at_bids(world: MarketState, books: Estimates, market: int, own: list[int]) -> Deal:
    """All tokens of one kind, for the bids of the others."""
    best, seat = NO_DEAL, books.seat
    money = world.money
    for kind, count in enumerate(own):
        if not count:
            continue
        most = 0
        for other in books.others:
            yen = int(count * token_yen(world, other, kind) * _BID) // STEP * STEP
            most = max(most, min(yen, money[other]))
        kept = count * keeping(world, seat, kind, last=books.last_turn)
        each = resources_of(world, kind)
        gain = most - kept - _rank_lost(books, each * count)
        if market == AUCTION:
            if each * count < 2:
                continue
            gain += most - (200 if each * count < 5 else 300 if each * count < 10 else 500)
        if gain > best[0]:
            best = (gain, kind, count)
    return best
