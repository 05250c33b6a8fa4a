"""A turn from top to bottom, and everything that follows without a decision.

1. The start (B7): the end of the game may be triggered (`ending`), dried fish is taken in
   (`markets.himono`), then Freezers, the player's own Fugu and degradation (`starting`).
2. The actions, chosen from a menu (`menu`) until the player ends the turn:
   - Fishing (`fishing`): boats undock, catch or dock (`activity`), items get other prices
   - Purchasing (`purchasing`): buying from other harbors
   - Markets (`visiting`): entering a market and using it (`markets`)
   - Passing
   - Before the first action, discarding barrels (`discarding`); at any time, `free_steps`
3. Buyers purchase for their owners. Then comes the next turn, or final scoring (`ending`).

Between decisions, fish is auctioned (`auctions`) and items get prices (`pricing`). Decisions change
the table and leave a phase. The driver (`core.flowing`) continues from there; `resume` says what is
next.

The menus of a turn, of the Fishing action and of a visit consist of parts, such as the free steps,
which all three share.
"""

from ichiba.core.flowing import RESUMING
from ichiba.games.tokyo_tsukiji_market import ending, fishing, purchasing, starting
from ichiba.games.tokyo_tsukiji_market.data import POINTS
from ichiba.games.tokyo_tsukiji_market.holding import all_resources
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIONS_STAGE,
    ASK_FREEZER,
    ASK_OWN_FUGU,
    BUYERS_STAGE,
    CHECK_END,
    DEGRADATION,
    FREEZER,
    OWN_FUGU,
    PRICING,
    TAKE_IN,
    TURN,
    MarketTable,
)


def begin_turn(table: MarketTable, seat: int) -> None:
    """Start a new turn, and a new round if it is the first player's."""
    table.seat = seat
    table.turns_begun += 1
    if seat == table.start:
        table.round += 1
        table.tell("round", round=table.round)
    table.points = POINTS
    table.acted = table.has_work = table.cart_point = False
    table.entered = table.returned = 0
    table.stage = CHECK_END
    table.main_phase = TURN
    table.phase = RESUMING
    if table.log is not None:
        table.tell("turn", seat=seat)


def _start(table: MarketTable) -> None:
    """Go through the steps before the actions (B7) until one of them needs a decision."""
    seat = table.seat
    if table.stage == CHECK_END:
        ending.check_trigger(table)
        table.stage = TAKE_IN
    if table.stage == TAKE_IN:
        if table.setup.drying.take_in(table, seat):
            return  # another license may be full
        table.stage = ASK_FREEZER
    if table.stage == ASK_FREEZER:
        table.stage = ASK_OWN_FUGU
        if table.freezers[seat]:
            _ask(table, FREEZER)
            return
    if table.stage == ASK_OWN_FUGU:
        if table.harbor[seat] and starting.asks_about_own_fugu(table, seat):
            _ask(table, OWN_FUGU)
            return
        table.stage = DEGRADATION
    if table.stage == DEGRADATION:
        starting.degrade(table, seat)
    table.stage = ACTIONS_STAGE
    table.phase = TURN


# The actions follow: the menu (`menu.py`), until the player ends the turn.


def end_turn(table: MarketTable) -> None:
    """Record everyone's money and resources; Buyers purchase before the next turn."""
    table.standings += ((*table.money, *all_resources(table)),)
    table.stage = BUYERS_STAGE
    table.main_phase = TURN
    table.phase = RESUMING


def _next_buyer(table: MarketTable) -> None:
    """Let Buyers purchase in the order of assignment (D18); then the next turn, or the end."""
    for pair in table.assigned:
        owner, target = pair
        if target == table.seat:
            rest = list(table.assigned)
            rest.remove(pair)
            table.assigned = (pair, *rest)  # the current one comes first
            table.tell("buyer_comes", seat=owner)
            purchasing.open_shop(table, owner)
            _note_work(table)
            return
    table.idle = 0 if table.has_work else table.idle + 1
    if ending.is_last_turn(table) or ending.is_standstill(table):
        table.stage = CHECK_END
        ending.end_game(table)
    else:
        begin_turn(table, (table.seat + 1) % table.setup.players)


# Between decisions.


def resume(table: MarketTable) -> None:
    """Continue with whatever is due: auctions, then prices, then the turn."""
    if table.auctions:
        fishing.hold_auction(table)
    elif table.to_price:
        _ask(table, PRICING)
    elif table.stage == ACTIONS_STAGE:
        table.phase = table.main_phase
    elif table.stage == BUYERS_STAGE:
        _next_buyer(table)
    else:
        _start(table)


def _ask(table: MarketTable, phase: int) -> None:
    """Ask for a decision that not everybody has to make: so the player can do something (B10)."""
    table.phase = phase
    _note_work(table)


def _note_work(table: MarketTable) -> None:
    """Note that there is something to do, if money is open; otherwise only what is done counts."""
    if not table.setup.closed_money:
        table.has_work = True
