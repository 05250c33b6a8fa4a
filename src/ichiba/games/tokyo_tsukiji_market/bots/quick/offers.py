"""What the quick player of Tokyo Tsukiji Market would sell in a market, and what that gains."""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.bots.quick.evaluate import Estimates
from ichiba.games.tokyo_tsukiji_market.bots.tokens import YEN, keeping, resources_of, token_yen
from ichiba.games.tokyo_tsukiji_market.data import (
    LOWER,
    NUM_FISH,
    STEP,
    TAKOYAKI,
    TAKOYAKI_ITEM,
    TOKEN_SHAPE,
    TOKEN_WORTH,
)
from ichiba.games.tokyo_tsukiji_market.goods import ITEM_OF, ROW_OF
from ichiba.games.tokyo_tsukiji_market.markets.base import ShelfMarket
from ichiba.games.tokyo_tsukiji_market.markets.lots import LotMarket
from ichiba.games.tokyo_tsukiji_market.markets.printed_values import PrintedValueMarket
from ichiba.games.tokyo_tsukiji_market.markets.registry import BOARDS, FISH_MARKETS
from ichiba.games.tokyo_tsukiji_market.state import MarketState

# What bidders offer of a lot's worth.
_BID: Final = 0.7
# What a Takoyaki that is for sale brings, relative to its price.
_TAKOYAKI: Final = 0.8
_BARREL: Final = 150.0  # what a barrel that pays for a visit costs
_LATER: Final = 300  # what a set is expected to bring in another turn

# The markets where tokens are sold or traded one by one, as many as one likes.
_ONE_BY_ONE: Final = tuple(
    board.market
    for board in BOARDS
    if isinstance(board, PrintedValueMarket)
    or (isinstance(board, ShelfMarket) and board.takes_singles)
    or (board.market < NUM_FISH and FISH_MARKETS[board.market].portion)
)

Deal = tuple[float, int, int]  # the gain, a kind of token or a space, and a number of tokens
NO_DEAL: Final[Deal] = (0.0, -1, 0)


def best_deal(world: MarketState, books: Estimates, market: int) -> Deal:
    """The best single sale in a market."""
    own = world.tokens[books.seat]
    if market < NUM_FISH:
        return _at_fish_market(world, books, market, own)
    if not any(own):
        return NO_DEAL
    board = BOARDS[market]
    if isinstance(board, ShelfMarket):
        if board.takes_singles:
            return _at_shelf(world, books, board, own)
        return _at_spaces(world, books, board, own)
    if isinstance(board, LotMarket):
        return _at_bids(world, books, board, own)
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
    market = FISH_MARKETS[fish]
    if isinstance(market, PrintedValueMarket):
        best = NO_DEAL
        for kind in market.kinds:
            if own[kind]:
                gain = market.pays(world, kind) - _missed(world, books, kind)
                if gain > best[0]:
                    best = (gain, kind, 1)
        return best
    kind = market.kinds[0]
    if market.portion:
        if not own[kind] or not books.buyers_follow:
            return NO_DEAL
        count = min(market.portion, world.stock[TAKOYAKI])
        yen = count * _TAKOYAKI * books.price[TAKOYAKI_ITEM]
        return (yen - YEN * TOKEN_WORTH[kind], kind, 1)
    if market.visit_premium and own[kind] and not world.sold:
        return (float(market.visit_premium), kind, 1)
    if market.set_kinds and all(own[one] for one in market.set_kinds):
        kept = YEN * sum([TOKEN_WORTH[one] for one in market.set_kinds])
        later = 0 if books.last_turn else _LATER
        return (float(market.set_price - kept - later), kind, 1)
    goods = world.harbor[books.seat]
    if market.pair_price and goods:
        old = sum([ITEM_OF[c] == fish and ROW_OF[c] == LOWER for c in goods])
        return (float(market.pair_price * (old // 2)), kind, 0) if old > 1 else NO_DEAL
    return NO_DEAL


def _at_shelf(world: MarketState, books: Estimates, board: ShelfMarket, own: list[int]) -> Deal:
    """One token to a market that keeps it."""
    best = NO_DEAL
    for kind, count in enumerate(own):
        if count:
            yen = board.pays(world, kind)
            gain = yen - _missed(world, books, kind) if yen else 0.0
            if gain > best[0]:
                best = (gain, kind, 1)
    if board.takes_barrel and world.visit != board.market:
        return (best[0] - _BARREL, best[1], best[2])
    return best


def _at_spaces(world: MarketState, books: Estimates, board: ShelfMarket, own: list[int]) -> Deal:
    """An empty space, filled with the tokens that are missed least."""
    seat, last = books.seat, books.last_turn
    pieces = sorted(
        [
            (keeping(world, seat, kind, last=last), kind, count)
            for kind, count in enumerate(own)
            if count
        ]
    )
    shelf, best = world.shelves[board.index], NO_DEAL
    for space, (need, pays) in enumerate(board.spaces):
        if shelf[space]:
            continue
        shapes = board.counts_shapes
        cost = _plate(pieces, need) if shapes else _lot(world, pieces, need)
        if cost < 0:
            continue
        gain = pays - cost - (0 if shapes else _rank_lost(books, need))
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


def _at_bids(world: MarketState, books: Estimates, board: LotMarket, own: list[int]) -> Deal:
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
        if each * count < board.least:
            continue
        gain = most - kept - _rank_lost(books, each * count) - board.fee(each * count)
        if board.is_doubled:
            gain += most
        if gain > best[0]:
            best = (gain, kind, count)
    return best
