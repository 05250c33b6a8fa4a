"""A player's turn: the menu, prices, and how the flow goes on by itself."""

from collections.abc import Callable

from ichiba.games.tokyo_tsukiji_market import (
    auctions,
    ending,
    fishing,
    free_steps,
    purchasing,
    starting,
    visiting,
)
from ichiba.games.tokyo_tsukiji_market.actions import (
    AMOUNT,
    BOAT,
    CATCH,
    CHOOSE,
    COLUMN,
    DEGRADE,
    DISCARD,
    DONE,
    DRY_BARREL,
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
from ichiba.games.tokyo_tsukiji_market.data import (
    BARTER,
    COLUMNS,
    DEAREST,
    LOWER,
    NUM_FISH,
    STEP,
    UPPER,
)
from ichiba.games.tokyo_tsukiji_market.holding import resources
from ichiba.games.tokyo_tsukiji_market.keys import ITEM_KEY
from ichiba.games.tokyo_tsukiji_market.pieces import put_for_sale
from ichiba.games.tokyo_tsukiji_market.table import (
    ABROAD,
    ACTIVITY,
    AWARDING,
    BIDDING,
    CHOOSING_BARGE,
    DISCARDING,
    FISHING,
    FREEZER,
    ITEM_BITS,
    NOBODY,
    OVER,
    OWN_FUGU,
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

# After the turn: Buyers come.
_BUYERS = -1
_FREE_PRICES = [AMOUNT + yen // STEP for yen in range(COLUMNS[-1] + STEP, DEAREST + 1, STEP)]
_NONE_USED = [0] * NUM_FISH
# Where money decides what is possible.
_MONEY_MATTERS = frozenset([TURN, FISHING, PURCHASING, VISITING, OWN_FUGU])
_ALL_COLUMNS = [COLUMN + place for place in range(len(COLUMNS) + 1)]


# The flow.


def resume(table: Table) -> None:
    """Go on with what is due: auctions, then prices, then the action at hand."""
    if table.auctions:
        fishing.hold_auction(table)
    elif table.queue:
        table.phase = PRICING
    elif table.step == _BUYERS:
        _next_buyer(table)
    elif table.base == STARTING:
        starting.go_on(table)
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
    if not table.acted and free_steps.boats_with_cargo(table, seat):
        actions.append(DISCARD)
    actions += free_steps.choices(table, returns=True)
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
        free_steps.take(table, action)


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
        starting.begin(table, (table.seat + 1) % table.setup.players)


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
    return [*fishing.choices(table), DONE, *free_steps.choices(table, returns=False)]


def _do_fishing(table: Table, action: int) -> None:
    if action == OPEN_PORT or TRANSFER <= action < CATCH or DRY_BARREL <= action < COLUMN:
        free_steps.take(table, action)
    else:
        fishing.do(table, action)


def _visit_choices(table: Table) -> list[int]:
    steps = free_steps.choices(table, returns=True) if table.interacted else []
    return visiting.choices(table, steps)


def _do_visit(table: Table, action: int) -> None:
    if action == OPEN_PORT or TRANSFER <= action < CATCH or RETURN <= action < COLUMN:
        free_steps.take(table, action)
    else:
        visiting.do(table, action)


def _trade_in_choices(table: Table) -> list[int]:
    board = visiting.market_of(table, table.visit)
    return [BOAT + boat for boat in board.for_trade_in(table, table.seat)]


_CHOICES: dict[int, Callable[[Table], list[int]]] = {
    FREEZER: lambda table: [FREEZE, DEGRADE],
    OWN_FUGU: starting.own_fugu_choices,
    PRICING: lambda table: _ALL_COLUMNS,
    PRICING_FREELY: lambda table: _FREE_PRICES,
    TURN: _turn_choices,
    DISCARDING: free_steps.discard_choices,
    FISHING: _fishing_choices,
    ACTIVITY: fishing.activities,
    ABROAD: fishing.abroad_choices,
    TRANSFERRING: free_steps.transfer_choices,
    CHOOSING_BARGE: free_steps.barge_choices,
    PURCHASING: lambda table: [*purchasing.offers(table, table.buying), DONE],
    VISITING: _visit_choices,
    TRADING_IN: _trade_in_choices,
    AWARDING: _award_choices,
}
_DO: dict[int, Callable[[Table, int], None]] = {
    FREEZER: starting.choose_freezer,
    OWN_FUGU: starting.choose_own_fugu,
    PRICING: _choose_column,
    PRICING_FREELY: _choose_amount,
    TURN: _do_turn,
    DISCARDING: free_steps.choose_discard,
    FISHING: _do_fishing,
    ACTIVITY: fishing.act,
    ABROAD: fishing.dock_abroad,
    TRANSFERRING: free_steps.choose_transfer,
    CHOOSING_BARGE: free_steps.choose_barge,
    PURCHASING: purchasing.do,
    VISITING: _do_visit,
    TRADING_IN: visiting.trade_in,
    AWARDING: _choose_award,
}
