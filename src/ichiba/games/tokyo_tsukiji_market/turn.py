"""A player's turn in the order of ruling B7, the free steps, and how the flow goes on by itself."""

from collections.abc import Callable

from ichiba.games.tokyo_tsukiji_market import auctions, ending, fishing, purchasing, visiting
from ichiba.games.tokyo_tsukiji_market.actions import (
    AMOUNT,
    ASSIGN,
    BOAT,
    CATCH,
    CHOOSE,
    COLUMN,
    DEGRADE,
    DISCARD,
    DONE,
    DRY_BARREL,
    DRY_TOKEN,
    END_TURN,
    ENTER,
    FREEZE,
    GO_FISHING,
    GO_PURCHASING,
    OPEN_PORT,
    PASS,
    RETURN,
    TRANSFER,
)
from ichiba.games.tokyo_tsukiji_market.actions import (
    OWN_FUGU as BUY_OWN_FUGU,
)
from ichiba.games.tokyo_tsukiji_market.data import (
    BARTER,
    BOAT_SLOTS,
    COLUMNS,
    DEAREST,
    DRYING,
    DRYING_TOKENS,
    FUGU,
    HIMONO,
    IS_BARGE,
    LOWER,
    NEVER_DEGRADE,
    NUM_FISH,
    POINTS,
    PORT_PRICE,
    STEP,
    UPPER,
)
from ichiba.games.tokyo_tsukiji_market.holding import resources
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY, FISH_KEY, ITEM_KEY, TOKEN_KEY
from ichiba.games.tokyo_tsukiji_market.pieces import (
    least_saleable,
    pay,
    put_for_sale,
    return_barrel,
    return_license,
    take_from_sale,
)
from ichiba.games.tokyo_tsukiji_market.table import (
    ABROAD,
    ACTIVITY,
    AWARDING,
    BIDDING,
    CAUGHT_BY,
    CHOOSING_BARGE,
    DISCARDING,
    DRIED_TOKEN,
    FISHING,
    FREEZER,
    FREEZERS,
    ITEM_BITS,
    NOBODY,
    NOT_RENTED,
    OVER,
    OWN_FUGU,
    PORTS,
    PRICE_SHIFT,
    PRICING,
    PRICING_FREELY,
    PURCHASING,
    RESUMING,
    ROW_BIT,
    SEA,
    STARTING,
    TRADING_IN,
    TRANSFERRING,
    TURN,
    VISITING,
    Table,
)

# Steps at the start of a turn (B7).
_CHECK_END, _HIMONO, _ASK_FREEZER, _ASK_FUGU, _DEGRADE, _READY = range(6)
# After the turn: Buyers come.
_BUYERS = -1
_FREE_PRICES = [AMOUNT + yen // STEP for yen in range(COLUMNS[-1] + STEP, DEAREST + 1, STEP)]
_FIRST_BARGE = IS_BARGE.index(True)
_NONE_USED = [0] * NUM_FISH
# Where money decides what is possible.
_MONEY_MATTERS = frozenset([TURN, FISHING, PURCHASING, VISITING, OWN_FUGU])
_ALL_COLUMNS = [COLUMN + place for place in range(len(COLUMNS) + 1)]


# The flow.


def start_turn(table: Table, seat: int) -> None:
    """A new turn, and with the first player a new round."""
    table.seat = seat
    table.moves += 1
    if seat == table.start:
        table.round += 1
        table.tell("round", round=table.round)
    table.points = POINTS
    table.acted = False
    table.entered = 0
    table.step = _CHECK_END
    table.base = STARTING
    table.phase = RESUMING
    if table.log is not None:
        table.tell("turn", seat=seat)


def _go_on_starting(table: Table) -> None:
    """The steps before the actions, until one of them asks something."""
    seat = table.seat
    if table.step == _CHECK_END:
        ending.check_trigger(table)
        table.step = _HIMONO
    if table.step == _HIMONO:
        if table.licenses[seat][HIMONO] and table.setup.drying.take_in(table, seat):
            return  # there may be another one
        table.step = _ASK_FREEZER
    if table.step == _ASK_FREEZER:
        table.step = _ASK_FUGU
        if table.freezers[seat]:
            table.phase = FREEZER
            return
    if table.step == _ASK_FUGU:
        if table.harbor[seat] and _asks_about_own_fugu(table, seat):
            table.phase = OWN_FUGU
            return
        table.step = _DEGRADE
    if table.step == _DEGRADE:
        _degrade(table, seat)
    table.step = _READY
    table.base = table.phase = TURN


def resume(table: Table) -> None:
    """Go on with what is due: auctions, then prices, then the action at hand."""
    if table.auctions:
        fishing.hold_auction(table)
    elif table.queue:
        table.phase = PRICING
    elif table.step == _BUYERS:
        _next_buyer(table)
    elif table.base == STARTING:
        _go_on_starting(table)
    else:
        table.phase = table.base


def proceed(table: Table) -> None:
    """Go on until somebody has something to decide; where there is one possibility, take it."""
    while True:
        phase = table.phase
        if phase == RESUMING:
            resume(table)
            continue
        if phase in (BIDDING, OVER):
            table.choices = []
            return
        choices = _CHOICES[phase](table)
        seat = table.buying if phase == PURCHASING else table.seat
        if len(choices) == 1 and _goes_by_itself(table, choices[0]):
            _DO[phase](table, choices[0])
            continue
        table.actors = table.setup.alone[seat]
        table.choices = choices
        return


def _goes_by_itself(table: Table, action: int) -> bool:
    """Whether nobody is asked about the only possibility. A step that nobody is asked about would
    tell that money is short, so it is asked about where money is closed."""
    if table.setup.closed_money and _money_matters(table):
        return False
    return table.phase != TURN or action == END_TURN


def _money_matters(table: Table) -> bool:
    """Whether it depends on money what is possible now."""
    abroad = table.phase == ACTIVITY and table.place[table.boat] == SEA
    return table.phase in _MONEY_MATTERS or (abroad and fishing.is_abroad_open(table))


def refresh(table: Table) -> None:
    """Find out anew what can be done, after the table was changed from outside."""
    if table.phase not in (BIDDING, OVER):
        table.choices = _CHOICES[table.phase](table)


def perform(table: Table, seat: int, action: int) -> None:
    """A decision of a seat, and all that follows without one."""
    if table.phase == BIDDING:
        auctions.bid(table, seat, (action - AMOUNT) * STEP)
    else:
        _DO[table.phase](table, action)
    proceed(table)


# The start of the turn.


def _choose_freezer(table: Table, action: int) -> None:
    if action == FREEZE:
        seat = table.seat
        table.freezers[seat] = table.setup.rentals.after_use(table, table.freezers[seat], FREEZERS)
        table.step = _READY
        table.tell("froze", seat=seat)
    table.phase = RESUMING


def _asks_about_own_fugu(table: Table, seat: int) -> bool:
    """Whether there is something to buy; with closed money nobody sees whether it can be paid."""
    code = _own_fugu(table, seat)
    return code is not None and (table.setup.closed_money or _can_pay(table, seat, code))


def _own_fugu(table: Table, seat: int) -> int | None:
    """The cheapest own degraded Fugu, if there is a token for it (C26)."""
    if not table.setup.fish[FUGU].tokens_left(table):
        return None
    for code in table.harbor[seat]:
        if code & (ITEM_BITS | ROW_BIT) == FUGU | ROW_BIT * LOWER:
            return code
    return None


def _can_pay(table: Table, seat: int, code: int) -> bool:
    return (code >> PRICE_SHIFT) * 100 <= table.money[seat]


def _own_fugu_choices(table: Table) -> list[int]:
    code = _own_fugu(table, table.seat)
    payable = code is not None and _can_pay(table, table.seat, code)
    return [BUY_OWN_FUGU, DONE] if payable else [DONE]


def _choose_own_fugu(table: Table, action: int) -> None:
    seat = table.seat
    code = _own_fugu(table, seat)
    if action == BUY_OWN_FUGU and code is not None:
        price = (code >> PRICE_SHIFT) * 100
        pay(table, seat, price)
        take_from_sale(table, seat, code)
        table.tell("own_fugu", seat=seat, yen=price)
        return_barrel(table, FUGU)
        table.setup.fish[FUGU].bought(table, seat, LOWER)
    else:
        table.step = _DEGRADE
    table.phase = RESUMING


def _degrade(table: Table, seat: int) -> None:
    """The lower row goes back to the markets, the upper row moves down."""
    if not table.harbor[seat]:
        return
    kept = []
    lost = 0
    for code in table.harbor[seat]:
        item = code & ITEM_BITS
        if item in NEVER_DEGRADE:
            kept.append(code)
        elif code & ROW_BIT:
            return_barrel(table, item)
            lost += 1
        else:
            kept.append(code | ROW_BIT)
    table.harbor[seat] = tuple(sorted(kept))
    if lost:
        table.tell("degraded", seat=seat, count=lost)


# The menu of the turn.


def _turn_choices(table: Table) -> list[int]:
    seat = table.seat
    actions: list[int] = []
    if table.points:
        actions.append(PASS)
        if _can_fish(table):
            actions.append(GO_FISHING)
        if purchasing.has_offers(table, seat):
            actions.append(GO_PURCHASING)
    else:
        actions.append(END_TURN)
    actions += visiting.entrances(table, seat)
    if not table.acted and _boats_with_cargo(table, seat):
        actions.append(DISCARD)
    actions += free_steps(table, returns=True)
    return actions


def _can_fish(table: Table) -> bool:
    """Whether a Fishing action would be more than passing."""
    seat = table.seat
    if table.harbor[seat]:
        return True
    used, dried = table.used, table.dried
    table.used, table.dried = _NONE_USED, 0
    found = any(fishing.can_act(table, boat) for boat in table.fleet[seat])
    table.used, table.dried = used, dried
    return found


def _do_turn(table: Table, action: int) -> None:
    if action == GO_FISHING:
        fishing.begin(table)
    elif action == GO_PURCHASING:
        purchasing.begin(table)
    elif action == PASS:
        table.points -= 1
        table.acted = True
        if table.log is not None:
            table.tell("passed", seat=table.seat)
    elif action == END_TURN:
        _end_turn(table)
    elif action == DISCARD:
        table.boat = NOBODY
        table.phase = DISCARDING
    elif action >= ENTER:
        visiting.enter(table, action)
    else:
        _free_step(table, action)


def _end_turn(table: Table) -> None:
    """Remember how everybody stands; Buyers behind this turn come before the next one."""
    seats = table.setup.everyone
    table.history += ((*table.money, *(resources(table, seat) for seat in seats)),)
    table.step = _BUYERS
    table.base = TURN
    table.phase = RESUMING


def _next_buyer(table: Table) -> None:
    """In the order of assignment (D18); then the next player, or the end."""
    for pair in table.assigned:
        owner, target = pair
        if target == table.seat:
            rest = list(table.assigned)
            rest.remove(pair)
            table.assigned = (pair, *rest)  # the one at work stands first
            table.tell("buyer_comes", seat=owner)
            purchasing.open_shop(table, owner)
            return
    table.step = 0
    if ending.is_last_turn(table):
        ending.end_game(table)
    else:
        start_turn(table, (table.seat + 1) % table.setup.players)


# Free steps: no action, possible until the turn is ended (B4).


def free_steps(table: Table, *, returns: bool) -> list[int]:
    """Ports, transfers to a barge, Himono, Buyers, and licenses to return."""
    seat = table.seat
    actions = []
    if table.ports[seat] < PORTS and table.money[seat] >= PORT_PRICE:
        actions.append(OPEN_PORT)
    fleet, own = table.fleet[seat], table.licenses[seat]
    if len(fleet) > 1 and fleet[-1] >= _FIRST_BARGE:
        actions += [TRANSFER + boat for boat in fleet if _transferable(table, seat, boat)]
    if returns and any(own):
        actions += [RETURN + fish for fish, count in enumerate(own) if count]
    if own[HIMONO] and table.setup.drying.rack(table, seat) is not None:
        items = [code & ITEM_BITS for code in table.harbor[seat]]
        actions += [DRY_BARREL + place for place, fish in enumerate(DRYING) if fish in items]
        tokens = table.tokens[seat]
        actions += [DRY_TOKEN + place for place, kind in enumerate(DRYING_TOKENS) if tokens[kind]]
    if table.buyers[seat]:
        actions += [ASSIGN + other for other in table.setup.everyone if other != seat]
    return actions


def _free_step(table: Table, action: int) -> None:
    seat = table.seat
    if action == OPEN_PORT:
        pay(table, seat, PORT_PRICE)
        table.ports[seat] += 1
        table.tell("port", seat=seat, yen=PORT_PRICE)
    elif action >= ASSIGN:
        table.buyers[seat] -= 1
        table.assigned += ((seat, action - ASSIGN),)
        table.tell("assigned", seat=seat, seats=[action - ASSIGN])
    elif action >= DRY_TOKEN:
        _dry_token(table, seat, action - DRY_TOKEN)
    elif action >= DRY_BARREL:
        _dry_barrel(table, seat, action - DRY_BARREL)
    elif action >= RETURN:
        return_license(table, seat, action - RETURN)
        table.tell("returned", seat=seat, fish=FISH_KEY[action - RETURN])
    else:
        table.barge = action - TRANSFER
        table.boat = NOBODY
        table.phase = TRANSFERRING


def _dry_barrel(table: Table, seat: int, place: int) -> None:
    fish = DRYING[place]
    code = least_saleable(table, seat, fish)
    if code is not None:
        take_from_sale(table, seat, code)
        table.setup.drying.hang(table, seat, fish)
        table.tell("dried", seat=seat, fish=FISH_KEY[fish])


def _dry_token(table: Table, seat: int, place: int) -> None:
    kind = DRYING_TOKENS[place]
    table.tokens[seat][kind] -= 1
    table.setup.drying.hang(table, seat, DRIED_TOKEN + kind)
    table.tell("dried_token", seat=seat, token=TOKEN_KEY[kind])


# Transfers: from a ship at sea, not a rented one, to a barge at sea with room.


def _transferable(table: Table, seat: int, ship: int) -> bool:
    return (
        table.place[ship] == SEA
        and not IS_BARGE[ship]
        and table.rented[ship] == NOT_RENTED
        and any(_barges_for(table, seat, barrel) for barrel in table.cargo[ship])
    )


def _barges_for(table: Table, seat: int, barrel: int) -> list[int]:
    """Barges that can take this barrel; some fish want to be alone of their kind on a boat."""
    fish = barrel % CAUGHT_BY
    alone = table.setup.fish[fish].one_on_a_boat
    return [
        boat
        for boat in table.fleet[seat]
        if IS_BARGE[boat]
        and table.place[boat] == SEA
        and len(table.cargo[boat]) < BOAT_SLOTS[boat]
        and not (alone and fish in {other % CAUGHT_BY for other in table.cargo[boat]})
    ]


def _fish_on(cargo: tuple[int, ...]) -> list[int]:
    return sorted({barrel % CAUGHT_BY for barrel in cargo})


def _transfer_choices(table: Table) -> list[int]:
    """Which fish, if the ship carries two."""
    cargo, seat = table.cargo[table.barge], table.seat
    return [CATCH + fish for fish in _fish_on(cargo) if _barges_for(table, seat, fish)]


def _choose_transfer(table: Table, action: int) -> None:
    table.boat = action - CATCH
    table.phase = CHOOSING_BARGE


def _barge_choices(table: Table) -> list[int]:
    """Which barge, if there are two. Here `boat` holds the fish."""
    return [BOAT + boat for boat in _barges_for(table, table.seat, table.boat)]


def _choose_barge(table: Table, action: int) -> None:
    ship, barge = table.barge, action - BOAT
    cargo = list(table.cargo[ship])
    moved = min(barrel for barrel in cargo if barrel % CAUGHT_BY == table.boat)
    cargo.remove(moved)
    table.cargo[ship] = tuple(cargo)
    table.cargo[barge] = tuple(sorted((*table.cargo[barge], moved)))
    table.tell(
        "transferred", seat=table.seat, fish=FISH_KEY[table.boat], boat=BOAT_KEY[ship],
        barge=BOAT_KEY[barge],
    )  # fmt: skip
    table.boat = table.barge = NOBODY
    table.phase = RESUMING


# Discards: before the first action, at sea.


def _boats_with_cargo(table: Table, seat: int) -> list[int]:
    return [boat for boat in table.fleet[seat] if table.cargo[boat] and table.place[boat] == SEA]


def _discard_choices(table: Table) -> list[int]:
    """A boat, then a fish if it carries several."""
    if table.boat == NOBODY:
        return [BOAT + boat for boat in _boats_with_cargo(table, table.seat)]
    return [CATCH + fish for fish in _fish_on(table.cargo[table.boat])]


def _choose_discard(table: Table, action: int) -> None:
    if table.boat == NOBODY:
        table.boat = action - BOAT
        return
    boat, fish = table.boat, action - CATCH
    cargo = list(table.cargo[boat])
    cargo.remove(min(barrel for barrel in cargo if barrel % CAUGHT_BY == fish))
    table.cargo[boat] = tuple(cargo)
    return_barrel(table, fish)
    table.tell("discarded", seat=table.seat, fish=FISH_KEY[fish], boat=BOAT_KEY[boat])
    table.boat = NOBODY
    table.phase = TURN


# Prices.


def _choose_column(table: Table, action: int) -> None:
    place = action - COLUMN
    if place == len(COLUMNS):
        table.phase = PRICING_FREELY
    else:
        _set_price(table, COLUMNS[place])


def _choose_amount(table: Table, action: int) -> None:
    _set_price(table, (action - AMOUNT) * STEP)


def _set_price(table: Table, price: int) -> None:
    """The first of those that wait; a repriced piece keeps its row."""
    code, table.queue = table.queue[0], table.queue[1:]
    row = LOWER if code & ROW_BIT else UPPER
    put_for_sale(table, table.seat, code & ITEM_BITS, price, row)
    table.tell("priced", seat=table.seat, item=ITEM_KEY[code & ITEM_BITS], yen=price)
    table.phase = RESUMING


# Choosing whose bid wins.


def _award_choices(table: Table) -> list[int]:
    actions = [CHOOSE + seat for seat in table.offers]
    return [*actions, DONE] if table.bidding == BARTER else actions


def _choose_award(table: Table, action: int) -> None:
    if action == DONE:
        auctions.decline(table)
    else:
        auctions.award(table, action - CHOOSE)


def _fishing_choices(table: Table) -> list[int]:
    return [*fishing.choices(table), DONE, *free_steps(table, returns=False)]


def _do_fishing(table: Table, action: int) -> None:
    if action == OPEN_PORT or TRANSFER <= action < CATCH or DRY_BARREL <= action < COLUMN:
        _free_step(table, action)
    else:
        fishing.do(table, action)


def _visit_choices(table: Table) -> list[int]:
    steps = free_steps(table, returns=True) if table.interacted else []
    return visiting.choices(table, steps)


def _do_visit(table: Table, action: int) -> None:
    if action == OPEN_PORT or TRANSFER <= action < CATCH or RETURN <= action < COLUMN:
        _free_step(table, action)
    else:
        visiting.do(table, action)


def _trade_in_choices(table: Table) -> list[int]:
    board = visiting.market_of(table, table.visit)
    return [BOAT + boat for boat in board.for_trade_in(table, table.seat)]


_CHOICES: dict[int, Callable[[Table], list[int]]] = {
    FREEZER: lambda table: [FREEZE, DEGRADE],
    OWN_FUGU: _own_fugu_choices,
    PRICING: lambda table: _ALL_COLUMNS,
    PRICING_FREELY: lambda table: _FREE_PRICES,
    TURN: _turn_choices,
    DISCARDING: _discard_choices,
    FISHING: _fishing_choices,
    ACTIVITY: fishing.activities,
    ABROAD: fishing.abroad_choices,
    TRANSFERRING: _transfer_choices,
    CHOOSING_BARGE: _barge_choices,
    PURCHASING: lambda table: [*purchasing.offers(table, table.buying), DONE],
    VISITING: _visit_choices,
    TRADING_IN: _trade_in_choices,
    AWARDING: _award_choices,
}
_DO: dict[int, Callable[[Table, int], None]] = {
    FREEZER: _choose_freezer,
    OWN_FUGU: _choose_own_fugu,
    PRICING: _choose_column,
    PRICING_FREELY: _choose_amount,
    TURN: _do_turn,
    DISCARDING: _choose_discard,
    FISHING: _do_fishing,
    ACTIVITY: fishing.act,
    ABROAD: fishing.dock_abroad,
    TRANSFERRING: _choose_transfer,
    CHOOSING_BARGE: _choose_barge,
    PURCHASING: purchasing.do,
    VISITING: _do_visit,
    TRADING_IN: visiting.trade_in,
    AWARDING: _choose_award,
}
