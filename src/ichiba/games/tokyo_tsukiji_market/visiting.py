"""The Markets action: entering a market, what it costs, license income, and interactions."""

from ichiba.games.tokyo_tsukiji_market.actions import (
    BOAT,
    DONE,
    ENTER,
    PLAIN_WAY,
    RETURN,
    WAYS,
    WAYS_OF,
    WAYS_WITHOUT_CARTS,
    Way,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    BOX,
    INCOME,
    MARKETS,
    NUM_FISH,
    SPACES,
    TAKOYAKI,
    TAKOYAKI_ITEM,
)
from ichiba.games.tokyo_tsukiji_market.holding import spaces_used
from ichiba.games.tokyo_tsukiji_market.keys import MARKET_KEY
from ichiba.games.tokyo_tsukiji_market.markets.base import Market
from ichiba.games.tokyo_tsukiji_market.pieces import (
    earn,
    give_token,
    least_saleable,
    pay,
    spend_barrel,
    take_from_sale,
)
from ichiba.games.tokyo_tsukiji_market.table import (
    CARTS,
    CLOSED,
    ITEM_BITS,
    NOBODY,
    OVERFISHED,
    RESUMING,
    TURN,
    VISITING,
    Table,
)

# Markets that are entered once a turn, as bits (B8).
ONCE_A_TURN = sum(
    1 << market
    for market, name in enumerate(MARKETS)
    if (BOX.fish[name] if market < NUM_FISH else BOX.external[name]).once_a_turn
)


def market_of(table: Table, market: int) -> Market:
    """The board of this number."""
    return table.setup.boards[market]


def is_open(table: Table, market: int) -> bool:
    """Whether the market is in play and can be visited; an overfished one can."""
    if market < NUM_FISH:
        return 0 < table.status[market] <= OVERFISHED
    return 0 < table.external[market - NUM_FISH] < CLOSED


def can_pay(table: Table, seat: int, way: Way) -> bool:
    """Whether the seat has what this way asks for.

    After the last action point only Carts lead into a market (B3, B5).
    """
    points = table.points
    if way.points > points or way.yen > table.money[seat]:
        return False
    if way.carts:
        if way.carts > sum(table.carts[seat]):
            return False
    elif not points:
        return False
    if way.takoyaki:
        if way.own:
            return any(code & ITEM_BITS == TAKOYAKI_ITEM for code in table.harbor[seat])
        return table.tokens[seat][TAKOYAKI] > 0
    if way.barrel >= 0:
        return any(code & ITEM_BITS == way.barrel for code in table.harbor[seat])
    return True


def may_enter(table: Table, seat: int, market: int) -> bool:
    """Whether the seat is admitted, apart from the cost and from what it could do there."""
    return (
        is_open(table, market)
        and not table.entered & ONCE_A_TURN & 1 << market
        and market_of(table, market).may_enter(table, seat)
    )


def income(table: Table, seat: int, market: int) -> int:
    """What the visit of a fish market brings the visitor for its own licenses."""
    if market < NUM_FISH and table.setup.fish[market].pays_income:
        return INCOME * table.licenses[seat][market]
    return 0


def is_worthwhile(table: Table, seat: int, way: Way) -> bool:
    """Whether there would be something to do once the cost is paid and the income taken (C2)."""
    money = table.money[seat] + income(table, seat, way.market) - way.yen
    room = SPACES - spaces_used(table, seat) + _carts_used_up(table.carts[seat], way.carts)
    return market_of(table, way.market).could_interact(table, seat, money, room)


def _carts_used_up(carts: tuple[int, ...], uses: int) -> int:
    """How many license spaces become free when Carts are used so often."""
    freed = 0
    for left in carts:
        if left > uses:
            break
        freed += 1
        uses -= left
    return freed


def entrances(table: Table, seat: int) -> list[int]:
    """All ways into all markets that are open to the seat now."""
    points, carts = table.points, table.carts[seat]
    if not points and not carts:
        return []
    money, own = table.money[seat], table.licenses[seat]
    room = SPACES - spaces_used(table, seat)
    blocked = table.entered & ONCE_A_TURN
    crashing = table.setup.crashing
    boards = table.setup.boards
    actions: list[int] = []
    for market in table.in_play:
        board = boards[market]
        if (
            (blocked and blocked >> market & 1)
            or (board.restricted and not board.may_enter(table, seat))
            or (crashing and not is_open(table, market))
        ):
            continue
        purse = money
        if board.pays_income and own[market]:
            purse += INCOME * own[market]
        plain = PLAIN_WAY[market]
        if plain is None or carts:
            _add_ways(table, seat, market, purse, room, actions)
        elif (
            plain[1] <= points
            and plain[2] <= money
            and board.could_interact(table, seat, purse - plain[2], room)
        ):
            actions.append(plain[0])
    return actions


def _add_ways(
    table: Table, seat: int, market: int, purse: int, room: int, actions: list[int]
) -> None:
    """Where there are several ways, each is tried."""
    carts = table.carts[seat]
    board = table.setup.boards[market]
    for action, way in (WAYS_OF if carts else WAYS_WITHOUT_CARTS)[market]:
        if can_pay(table, seat, way):
            space = room + _carts_used_up(carts, way.carts)
            if board.could_interact(table, seat, purse - way.yen, space):
                actions.append(action)


def enter(table: Table, action: int) -> None:
    """Pay; then everybody with licenses of a fish market takes income, before anything else."""
    seat = table.seat
    way = WAYS[action - ENTER]
    market = way.market
    table.tell("entered", seat=seat, market=MARKET_KEY[market])
    _pay_way(table, seat, way)
    table.acted = True
    table.entered |= 1 << market
    table.base = table.phase = VISITING
    table.visit = market
    table.interacted = table.sold = False
    table.uses = 0
    table.space = NOBODY
    if market < NUM_FISH:
        for owner in table.setup.everyone:
            yen = income(table, owner, market)
            if yen:
                earn(table, owner, yen)
                table.tell("income", seat=owner, yen=yen, market=MARKET_KEY[market])


def _pay_way(table: Table, seat: int, way: Way) -> None:
    table.points -= way.points
    if way.yen:
        pay(table, seat, way.yen)
    for _ in range(way.carts):
        table.carts[seat] = table.setup.rentals.after_use(table, table.carts[seat], CARTS)
        table.tell("cart_used", seat=seat)
    if way.barrel >= 0:
        spend_barrel(table, seat, way.barrel)
    if way.takoyaki and way.own:
        code = least_saleable(table, seat, TAKOYAKI_ITEM)
        if code is not None:
            take_from_sale(table, seat, code)
            table.stock[TAKOYAKI] += 1
    elif way.takoyaki:
        give_token(table, seat, TAKOYAKI)


def choices(table: Table, free_steps: list[int]) -> list[int]:
    """Interactions, and leaving once there was one.

    Free steps that cost nothing but a license are possible before it (C5), all others after it, so
    that nobody can spend what the visit is for.
    """
    seat = table.seat
    market = market_of(table, table.visit)
    actions = market.interactions(table, seat)
    if table.lot or table.space >= 0:
        return actions
    if table.interacted:
        return [*actions, DONE, *free_steps]
    returns = [RETURN + fish for fish, count in enumerate(table.licenses[seat]) if count]
    room = SPACES - spaces_used(table, seat)
    if actions or market.could_interact(table, seat, table.money[seat], room):
        return actions + returns
    return [DONE]


def do(table: Table, action: int) -> None:
    """An interaction, or leaving."""
    if action == DONE:
        table.tell("left", seat=table.seat, market=MARKET_KEY[table.visit])
        table.base = table.phase = TURN
        table.visit = NOBODY
        return
    market = market_of(table, table.visit)
    table.phase = RESUMING
    if not market.in_steps:
        table.interacted = True
    market.interact(table, table.seat, action)


def trade_in(table: Table, action: int) -> None:
    """The ship that is given for the Blue Ship."""
    table.phase = RESUMING
    market_of(table, table.visit).trade_in(table, table.seat, action - BOAT)
