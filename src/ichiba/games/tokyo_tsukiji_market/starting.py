"""The start of a turn in the order of ruling B7: Himono, the freezer, own Fugu, degrading."""

from ichiba.games.tokyo_tsukiji_market import ending
from ichiba.games.tokyo_tsukiji_market.actions import DONE, FREEZE
from ichiba.games.tokyo_tsukiji_market.actions import OWN_FUGU as BUY_OWN_FUGU
from ichiba.games.tokyo_tsukiji_market.data import FUGU, HIMONO, LOWER, NEVER_DEGRADE, POINTS
from ichiba.games.tokyo_tsukiji_market.pieces import pay, return_barrel, take_from_sale
from ichiba.games.tokyo_tsukiji_market.table import (
    FREEZER,
    FREEZERS,
    ITEM_BITS,
    OWN_FUGU,
    PRICE_SHIFT,
    RESUMING,
    ROW_BIT,
    STARTING,
    TURN,
    Table,
)

# The steps, in their order (B7).
_CHECK_END, _HIMONO, _ASK_FREEZER, _ASK_FUGU, _DEGRADE, _READY = range(6)


def begin(table: Table, seat: int) -> None:
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


def go_on(table: Table) -> None:
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


def choose_freezer(table: Table, action: int) -> None:
    """Use a freezer, and nothing degrades; or keep it."""
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


def own_fugu_choices(table: Table) -> list[int]:
    """Buy one's own degraded Fugu, or leave it."""
    code = _own_fugu(table, table.seat)
    payable = code is not None and _can_pay(table, table.seat, code)
    return [BUY_OWN_FUGU, DONE] if payable else [DONE]


def choose_own_fugu(table: Table, action: int) -> None:
    """Do so; there may be another one."""
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
