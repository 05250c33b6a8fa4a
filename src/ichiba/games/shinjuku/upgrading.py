"""UPGRADE: an ordinary store becomes a department store that sells all goods."""

from ichiba.games.shinjuku.actions import AT, GIVE
from ichiba.games.shinjuku.cards import ask_payment, payable_wards
from ichiba.games.shinjuku.data import (
    BONUS_STACKS,
    DEPARTMENT,
    GOODS,
    KINDS,
    ONE,
    SELLS,
    kinds_in,
)
from ichiba.games.shinjuku.opening import own_stores
from ichiba.games.shinjuku.queue import join_queue
from ichiba.games.shinjuku.table import (
    NONE,
    STORES,
    UPGRADE_CUSTOMER,
    Table,
)
from ichiba.games.shinjuku.turn import finish_action


def can_upgrade(table: Table) -> bool:
    """Whether there is a store to upgrade."""
    return bool(stores_to_upgrade(table))


def stores_to_upgrade(table: Table) -> list[int]:
    """Own stores where a department store may stand, with a card and a customer to spend."""
    seat = table.player
    earned = table.earned[seat]
    if not table.departments[seat] or not earned:
        return []
    city = table.setup.city
    payable = payable_wards(table)
    return [
        AT + station
        for station in own_stores(table, seat)
        if city.department_sites >> station & 1
        and earned & SELLS[table.stores[station] % STORES]
        and payable >> city.ward_of[station] & 1
    ]


def choose_station(table: Table, action: int) -> None:
    """This one; which customer is spent?"""
    table.station = action - AT
    table.good = table.stores[table.station] % STORES
    kinds = kinds_in(table.earned[table.player] & SELLS[table.good])
    if len(kinds) == 1:
        choose_customer(table, GIVE + kinds[0])
    else:
        table.phase = UPGRADE_CUSTOMER


def customers_to_spend(table: Table) -> list[int]:
    """Earned customers who want what the store sells."""
    return [GIVE + kind for kind in kinds_in(table.earned[table.player] & SELLS[table.good])]


def choose_customer(table: Table, action: int) -> None:
    """This one; how is it paid?"""
    table.kind = action - GIVE
    if ask_payment(table, 1 << table.setup.city.ward_of[table.station]):
        upgrade(table)


def upgrade(table: Table) -> None:
    """Paid: the store grows, its token comes back, the customer queues, a stack is claimed."""
    seat = table.player
    station, kind = table.station, table.kind
    table.stores[station] = seat * STORES + DEPARTMENT
    table.departments[seat] -= 1
    table.supply[seat * len(GOODS) + table.good] += 1
    if table.log is not None:
        table.tell("upgraded", seat=seat, station=table.station_name(station))
    table.earned[seat] -= ONE[kind]
    if table.last_turns == NONE:
        join_queue(table, kind)
    else:  # the queue has run empty: who would join it leaves the game
        table.removed += ONE[kind]
        if table.log is not None:
            table.tell("leaves", seat=seat, customer=f"shinjuku.customer.{KINDS[kind]}")
    _claim_stack(table, seat)
    finish_action(table)


def _claim_stack(table: Table, seat: int) -> None:
    """The next stack of bonus tokens, if one is left."""
    claimed = len(table.stack_owners)
    table.stack_owners += (seat,)
    if claimed < len(BONUS_STACKS):
        table.bonus[seat] += BONUS_STACKS[claimed]
        if table.log is not None:
            table.tell("bonus", seat=seat, count=BONUS_STACKS[claimed])
