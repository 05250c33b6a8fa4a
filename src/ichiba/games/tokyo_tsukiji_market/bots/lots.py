"""Bids, and lots for the others' bids: what a prize is worth to a bidder, and which tokens to offer
in the Auction and in Barter."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from ichiba.games.tokyo_tsukiji_market.bots.evaluate import RICH, marginal, premium
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import STEP
from ichiba.games.tokyo_tsukiji_market.ending import standing
from ichiba.games.tokyo_tsukiji_market.holding import counted, resources, worth
from ichiba.games.tokyo_tsukiji_market.markets.lots import LotMarket
from ichiba.games.tokyo_tsukiji_market.markets.registry import BOARDS
from ichiba.games.tokyo_tsukiji_market.state import MarketState

# What a position is worth to the player who thinks about a lot.
Judge = Callable[[MarketState], float]

_YEN: Final = BOX.end.yen_per_resource.value
# The share of a prize's worth that a bidder offers, and that a seller who may bid too offers.
BID: Final = 0.7
OWN_BID: Final = 0.5
# How likely a player is to sell a token for more than its resources where a market does so.
_HOPE: Final = 0.7
# What it is worth to a rich player to stop being the last in resources, which blocks the end.
_UNBLOCKED: Final = 400
# Yen that a lot must gain: the visit costs an action point.
_EFFORT: Final = 100


def prize_worth(world: MarketState, bidder: int, near: float) -> float:
    """Yen that the prize is worth to a bidder.

    `near` says how near the end is, from 0 to 1: the nearer, the more the rank in resources counts.
    """
    own = world.tokens[bidder]
    gained = counted(world.prize)
    extra = 0.0
    for fish in world.crate:
        kinds = world.setup.fish[fish].sustaining
        extra += sum(marginal(world, bidder, kind) for kind in kinds) / len(kinds)
    more = [have + new for have, new in zip(own, gained, strict=True)]
    extra += sum(premium(world, kind) for kind in world.prize) * _HOPE
    before, after = worth(world, bidder, own), worth(world, bidder, more)
    return (after - before) * _YEN + extra + _rank_worth(world, bidder, after, near)


def _rank_worth(world: MarketState, bidder: int, after: int, near: float) -> float:
    """Yen that a bidder gains by its new rank in resources."""
    stocks = [resources(world, seat) for seat in world.setup.everyone]
    old, was_last = standing(stocks)[bidder], _is_last(stocks, bidder)
    stocks[bidder] = after
    gain = (standing(stocks)[bidder] - old) * near
    unblocked = was_last and not _is_last(stocks, bidder) and world.money[bidder] >= RICH
    return gain + _UNBLOCKED * near * unblocked


def _is_last(stocks: list[int], seat: int) -> bool:
    return all(stocks[seat] < other for one, other in enumerate(stocks) if one != seat)


def bid_for(world: MarketState, bidder: int, near: float) -> int:
    """A part of what the prize is worth to the bidder, never more than they have."""
    value = prize_worth(world, bidder, near)
    if bidder != world.seat:
        return _rounded(value * BID, world.money[bidder])
    others = [other for other in world.setup.everyone if other != bidder]
    rival = max(others, key=lambda other: prize_worth(world, other, near))
    gain = prize_worth(world, rival, near)
    price = _rounded(gain * BID, world.money[rival])
    sold = price - (gain - price) / len(others)
    if price <= world.money[bidder] and value - price > sold:
        return price  # in a tie the seller chooses
    return _rounded(value * OWN_BID, world.money[bidder])


def _rounded(yen: float, money: int) -> int:
    return max(0, min(int(yen) // STEP * STEP, money))


def best_lot(
    world: MarketState, seat: int, market: int, judge: Judge, near: float = 0.0
) -> tuple[int, ...]:
    """The tokens to offer, sorted; none if no lot pays. A lot that has been started counts as
    still owned. `near` says how near the end the bidders think it is."""
    own, lot = world.tokens[seat], world.lot
    for kind in lot:
        own[kind] += 1
    world.lot = ()
    best: tuple[int, ...] = ()
    best_value = judge(world) + _EFFORT
    for kinds in _candidates(own):
        value = _value_after(world, seat, market, kinds, judge, near)
        if value is not None and value > best_value:
            best, best_value = kinds, value
    for kind in lot:
        own[kind] -= 1
    world.lot = lot
    return best


def _candidates(own: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Some tokens of one kind, all tokens of two kinds, or everything."""
    there = [kind for kind, count in enumerate(own) if count]
    for place, kind in enumerate(there):
        for count in range(1, own[kind] + 1):
            yield (kind,) * count
        for other in there[place + 1 :]:
            yield (kind,) * own[kind] + (other,) * own[other]
    if len(there) > 2:
        yield tuple(kind for kind in there for _ in range(own[kind]))


def _value_after(
    world: MarketState,
    seat: int,
    market: int,
    kinds: tuple[int, ...],
    judge: Judge,
    near: float,
) -> float | None:
    """What the position is worth once the lot is sold for what others gain by it at least; None if
    nobody would bid or the fee is too high. The world is left as it was."""
    board = BOARDS[market]
    if not isinstance(board, LotMarket):
        return None
    fee = _fee(world, seat, board, kinds)
    if fee is None:
        return None
    own, prize, money = world.tokens[seat], world.prize, world.money
    for kind in kinds:
        own[kind] -= 1
    world.prize = kinds
    others = [other for other in world.setup.everyone if other != seat]
    bids = {other: bid_for(world, other, near) for other in others}
    winner = max(others, key=lambda other: bids[other])
    value = None
    if bids[winner]:
        theirs = world.tokens[winner]
        for kind in kinds:
            theirs[kind] += 1
        world.prize, world.money = (), money[:]
        world.money[winner] -= bids[winner]
        world.money[seat] += bids[winner] * (2 if board.is_doubled else 1) - fee
        value = judge(world)
        for kind in kinds:
            theirs[kind] -= 1
    for kind in kinds:
        own[kind] += 1
    world.prize, world.money = prize, money
    return value


def _fee(world: MarketState, seat: int, board: LotMarket, kinds: tuple[int, ...]) -> int | None:
    """What a market charges for a lot; None if the lot is too small or the fee too high."""
    value = worth(world, seat, counted(kinds))
    fee = board.fee(value)
    return fee if value >= board.least and fee <= max(world.money[seat], 0) else None
