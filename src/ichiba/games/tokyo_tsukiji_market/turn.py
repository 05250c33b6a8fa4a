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
the table and leave a phase; `proceed` continues from there.
"""

from typing import Final

from ichiba.games.tokyo_tsukiji_market import ending, fishing, purchasing, starting
from ichiba.games.tokyo_tsukiji_market.actions import DEGRADE, DONE, END_TURN, PASS
from ichiba.games.tokyo_tsukiji_market.data import POINTS
from ichiba.games.tokyo_tsukiji_market.holding import all_resources
from ichiba.games.tokyo_tsukiji_market.table import (
    ACTIONS_STAGE,
    ASK_FREEZER,
    ASK_OWN_FUGU,
    BIDDING,
    BUYERS_STAGE,
    CHECK_END,
    DEGRADATION,
    FREEZER,
    OVER,
    OWN_FUGU,
    PRICING,
    RESUMING,
    TAKE_IN,
    TURN,
    MarketTable,
)

# Decisions that change nothing.
_NOTHING: Final = frozenset([PASS, END_TURN, DONE, DEGRADE])
# Phases in which no single player decides.
_WITHOUT_TURNS: Final = frozenset([BIDDING, OVER])


def begin_turn(table: MarketTable, seat: int) -> None:
    """Start a new turn, and a new round if it is the first player's."""
    table.seat = seat
    table.turns_begun += 1
    if seat == table.start:
        table.round += 1
        table.tell("round", round=table.round)
    table.points = POINTS
    table.acted = table.able = False
    table.entered = table.returned = 0
    table.stage = CHECK_END
    table.menu = TURN
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
            table.phase = FREEZER
            return
    if table.stage == ASK_OWN_FUGU:
        if table.harbor[seat] and starting.asks_about_own_fugu(table, seat):
            table.phase = OWN_FUGU
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
    table.menu = TURN
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
            return
    table.idle = 0 if table.able else table.idle + 1
    if ending.is_last_turn(table) or ending.is_standstill(table):
        table.stage = CHECK_END
        ending.end_game(table)
    else:
        begin_turn(table, (table.seat + 1) % table.setup.players)


# Between decisions.


def _resume(table: MarketTable) -> None:
    """Continue with whatever is due: auctions, then prices, then the turn."""
    if table.auctions:
        fishing.hold_auction(table)
    elif table.to_price:
        table.phase = PRICING
    elif table.stage == ACTIONS_STAGE:
        table.phase = table.menu
    elif table.stage == BUYERS_STAGE:
        _next_buyer(table)
    else:
        _start(table)


def proceed(table: MarketTable) -> None:
    """Continue until a player has to decide; a single choice may be made automatically."""
    while True:
        phase = table.phase
        if phase == RESUMING:
            _resume(table)
            continue
        if phase in _WITHOUT_TURNS:
            return
        decision = table.decisions[phase]
        seat = decision.decider(table)
        # With closed money nobody can see who has work, so only what they do counts (B10).
        if not table.able and not table.setup.closed_money:
            table.able = decision.is_work(table, seat)
        if not decision.is_never_forced:
            choices = decision.choices(table, seat)
            if len(choices) == 1 and not decision.is_asked(table, seat, choices[0]):
                decision.take(table, seat, choices[0])
                continue
            table.choices = choices
        table.actors = table.setup.alone[seat]
        return


def perform(table: MarketTable, seat: int, action: int) -> None:
    """Carry out a seat's decision and everything that follows without one."""
    if action not in _NOTHING:
        table.able = True
    if action != PASS:
        table.choices = []
    table.decisions[table.phase].take(table, seat, action)
    proceed(table)
