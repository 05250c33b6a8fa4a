"""What the quick player of Tokyo Tsukiji Market does in markets, and which are worth a visit."""

from typing import Final

from ichiba.games.tokyo_tsukiji_market.actions import (
    BOAT,
    BUY_BOAT,
    CONVERT,
    COUNT,
    DONE,
    ENTER,
    LICENSE,
    OFFER,
    OPEN_PORT,
    PAIR_BARRELS,
    RENT_CART,
    RETURN,
    SET,
    SPACE,
    TAKE_BACK,
    TOKEN_AT,
    WAYS,
    kind_of,
)
from ichiba.games.tokyo_tsukiji_market.bots.fleet import PORT_CAPACITY, company, least_useful
from ichiba.games.tokyo_tsukiji_market.bots.quick.evaluate import Estimates
from ichiba.games.tokyo_tsukiji_market.bots.quick.offers import Deal, all_deals, best_deal
from ichiba.games.tokyo_tsukiji_market.bots.tokens import keeping
from ichiba.games.tokyo_tsukiji_market.data import (
    BARGE_TYPES,
    BLUE,
    BOAT_TYPE,
    INCOME,
    NUM_FISH,
    PORT_PRICE,
    TYPE_SLOTS,
)
from ichiba.games.tokyo_tsukiji_market.holding import has_space
from ichiba.games.tokyo_tsukiji_market.markets.registry import FISH_MARKETS, LOT_MARKETS, YARDS
from ichiba.games.tokyo_tsukiji_market.markets.yards import Yard, boats_at, docked
from ichiba.games.tokyo_tsukiji_market.state import MarketState
from ichiba.games.tokyo_tsukiji_market.table import SEA
from ichiba.games.tokyo_tsukiji_market.visiting import carts_needed

# Yen that an action must gain, and what one more turn with a goal's earnings counts.
LEAST: Final = 40.0
_URGENCY: Final = 1.0
# What a license counts that is not part of the goal, relative to what it gains until the end.
_ALONE: Final = 0.5
# What the others' income counts against a visit.
ENVY: Final = 0.3
# What the use of a Cart costs, and a piece of the harbor that pays for a visit.
_CART: Final = 60.0
_PIECE: Final = 150.0

_OTHER_BOATS: Final = (*BARGE_TYPES, BLUE)  # which it never buys


def visit_gain(world: MarketState, books: Estimates, action: int) -> float:
    """About what a visit to a market gains."""
    way = WAYS[action - ENTER]
    market, seat = way.market, books.seat
    gain = max(_goal_gain(world, books, market), all_deals(world, books, market))
    if market in books.alone and _can_license(world, books, market):
        gain = max(gain, _ALONE * books.alone[market])
    if market in YARDS and books.last_turn:
        gain = max(gain, _boats_gain(world, books, market))
    gain -= way.yen + _CART * carts_needed(world, way)
    if way.takoyaki or way.barrel >= 0:
        gain -= _PIECE
    if way.points == 0 and not way.carts:
        gain += LEAST
    if market < NUM_FISH and world.setup.boards[market].pays_income:
        own = world.licenses[seat][market]
        theirs = 0
        for other in books.others:
            theirs += world.licenses[other][market]
        income = INCOME * (own - ENVY * theirs / len(books.others))
        if gain > 0 or _is_cheap(world, market, seat):
            gain = max(gain, 0.0) + income
    return gain


def _can_license(world: MarketState, books: Estimates, fish: int) -> bool:
    """Whether a license can be taken at once."""
    price = world.setup.fish[fish].license_price(world)
    return world.money[books.seat] >= price and has_space(world, books.seat)


def _boats_gain(world: MarketState, books: Estimates, market: int) -> float:
    """What a yard pays for all boats in port, which nobody needs at the end."""
    board = world.setup.boards[market]
    if not isinstance(board, Yard):
        return 0.0
    return float(sum([board.resale(BOAT_TYPE[boat]) for boat in docked(world, books.seat)]))


def _is_cheap(world: MarketState, fish: int, seat: int) -> bool:
    """Whether a license pays for itself with the income of the visit."""
    market = world.setup.fish[fish]
    return (
        market.license_price(world) < INCOME * world.licenses[seat][fish]
        and world.licenses_left[fish] > 0
        and has_space(world, seat)
    )


def _goal_gain(world: MarketState, books: Estimates, market: int) -> float:
    """What it is worth to take the next step to the goal now."""
    goal = books.goal
    if goal is None:
        return 0.0
    money, seat = world.money[books.seat], books.seat
    if market == goal.fish:
        board = world.setup.fish[market]
        if world.licenses[seat][market] >= goal.licenses or money < board.license_price(world):
            return 0.0
        return _URGENCY * goal.gain + LEAST
    if market in YARDS and goal.slots:
        price = books.ship_prices.get(goal.slots, 1 << 30)
        if not _has_port(world, seat):
            price += PORT_PRICE
        if money < price or not _sells_ship(world, market, goal.slots, money):
            return 0.0
        return _URGENCY * goal.gain + LEAST
    return 0.0


def _has_port(world: MarketState, seat: int) -> bool:
    """Whether a port has room for one more ship."""
    there = sum([world.place[boat] < SEA for boat in world.fleet[seat]])
    return there < PORT_CAPACITY[world.ports[seat]]


def _sells_ship(world: MarketState, market: int, slots: int, money: int) -> bool:
    """Whether a yard has a ship of this size at a price that can be paid."""
    board = world.setup.boards[market]
    if not isinstance(board, Yard):
        return False
    for boat_type, boat in enumerate(boats_at(world, board.yard)):
        if boat >= 0 and TYPE_SLOTS[boat_type] == slots and boat_type not in _OTHER_BOATS:
            return board.price(boat_type) <= money
    return False


def visit(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """The next step to the goal, else the best sale, else leave."""
    market = world.visit
    if market in LOT_MARKETS:
        return _offer(world, books, legal)
    if market in YARDS and books.last_turn:
        return next((action for action in legal if kind_of(action) in (BOAT, DONE)), legal[0])
    if world.lot or world.space >= 0:
        return OFFER if OFFER in legal else _cheapest(world, books, legal)
    step = _step_to_goal(world, books, legal)
    if step >= 0:
        return step
    step = _sale(legal, market, best_deal(world, books, market))
    if step >= 0:
        return step
    if LICENSE in legal and _wants_license(world, books, market):
        return LICENSE
    if DONE in legal:
        return DONE
    return _least_bad(legal)


def _wants_license(world: MarketState, books: Estimates, fish: int) -> bool:
    """Whether a license is cheap enough to be taken for its income, once a visit."""
    if books.turns <= 0 or world.interacted:
        return False
    price = world.setup.fish[fish].license_price(world)
    return price <= INCOME or books.alone.get(fish, 0.0) > 0


def _step_to_goal(world: MarketState, books: Estimates, legal: list[int]) -> int:
    goal, market, seat = books.goal, world.visit, books.seat
    if goal is None:
        return -1
    if market == goal.fish and world.licenses[seat][market] < goal.licenses:
        if LICENSE in legal:
            return LICENSE
        if not has_space(world, seat):
            worst = least_useful(world.licenses[seat], books.promise, market)
            if worst >= 0 and RETURN + worst in legal:
                return RETURN + worst
    if market in YARDS and goal.slots:
        owned = sum([one >= goal.slots for one in company(world, seat)[0]])
        if owned < goal.ships:
            for action in legal:
                if kind_of(action) == BUY_BOAT and TYPE_SLOTS[action - BUY_BOAT] == goal.slots:
                    return action
            if OPEN_PORT in legal and not _has_port(world, seat):
                return OPEN_PORT
    return -1


def _sale(legal: list[int], market: int, deal: Deal) -> int:
    """The action for a sale that gains something, or -1."""
    gain, what, count = deal
    if gain <= 0 or what < 0:
        return -1
    choices = [TOKEN_AT + what, SPACE + what, CONVERT, SET, COUNT + count - 1]
    if market < NUM_FISH and FISH_MARKETS[market].pair_price:
        choices = [PAIR_BARRELS]
    for action in choices:
        if action in legal:
            return action
    return -1


def _least_bad(legal: list[int]) -> int:
    """A step that costs little, because something has to be done."""
    if LICENSE in legal:
        return LICENSE
    for action in legal:
        if kind_of(action) not in (RETURN, BOAT, OPEN_PORT, RENT_CART):
            return action
    return legal[0]


def _offer(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """Lay all tokens of the best kind, then offer them."""
    lot = world.lot
    if lot:
        if TOKEN_AT + lot[0] in legal:
            return TOKEN_AT + lot[0]
        return OFFER if OFFER in legal else _cheapest(world, books, legal)
    gain, kind, _ = best_deal(world, books, world.visit)
    if gain > 0 and TOKEN_AT + kind in legal:
        return TOKEN_AT + kind
    return DONE if DONE in legal else _cheapest(world, books, legal)


def _cheapest(world: MarketState, books: Estimates, legal: list[int]) -> int:
    """Lay the token that is missed least."""
    best, least = -1, 1 << 30
    for action in legal:
        if kind_of(action) == TOKEN_AT:
            yen = keeping(world, books.seat, action - TOKEN_AT, last=books.last_turn)
            if yen < least:
                best, least = action, yen
    if best >= 0:
        return best
    return TAKE_BACK if TAKE_BACK in legal else legal[-1]
