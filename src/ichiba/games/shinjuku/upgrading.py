"""Upgrade: an ordinary store becomes a department store, which sells all goods."""

from typing import Final

from ichiba.core.messages import Message, Reason
from ichiba.games.shinjuku.actions import AT, AT_STATIONS, GIVE, UPGRADE, for_stations
from ichiba.games.shinjuku.city import CITY, bits, station_name, stations_in, ward_name
from ichiba.games.shinjuku.customers import ONE, buyers, count_of, customer_key, kinds_buying
from ichiba.games.shinjuku.data import (
    BONUS_STACKS,
    DEPARTMENT,
    GOODS,
    good_key,
    good_of,
    owner_of,
    store_key,
    store_of,
)
from ichiba.games.shinjuku.paying import ask_payment, payable_wards
from ichiba.games.shinjuku.pieces import ordinary_stores, place_store, remove_store
from ichiba.games.shinjuku.queue import join_queue
from ichiba.games.shinjuku.table import (
    NONE,
    UPGRADE_CUSTOMER,
    UPGRADE_STATION,
    ShinjukuTable,
    Step,
    TurnAction,
    changed,
)
from ichiba.games.shinjuku.turn import finish_action

# Reasons why a store cannot be upgraded; the fewer things are missing, the earlier.
_CLOSEST_FIRST: Final = (
    "shinjuku.reason.no_card_for",
    "shinjuku.reason.no_customer_for",
    "shinjuku.reason.no_site",
)


def stores_to_upgrade(table: ShinjukuTable, seat: int, payable: int) -> int:
    """The stations with a sakura and a store for which the seat has a card and a customer."""
    earned = table.earned[seat]
    if not earned or not table.departments[seat]:
        return 0
    sites = CITY.department_sites & stations_in(payable)
    first, found = store_of(seat, 0), 0
    for good, stations in enumerate(table.places[first : first + len(GOODS)]):
        if stations & sites and buyers(earned, good):
            found |= stations & sites
    return found


class Upgrade(TurnAction):
    """The action, from the choice of a store to the bonus tokens."""

    chapter = "upgrade"
    kinds = (UPGRADE,)
    first_step = UPGRADE_STATION

    def impossible(self, table: ShinjukuTable, seat: int) -> Reason:
        """The reason of the store that is closest to being possible."""
        if not table.departments[seat]:
            return self.no("no_departments")
        step = table.decisions[UPGRADE_STATION]
        stations = bits(ordinary_stores(table, seat))
        reasons = [step.why_not(table, seat, AT + station) for station in stations]
        none = self.no("no_stores")
        return min(reasons, key=lambda reason: _CLOSEST_FIRST.index(reason.key), default=none)

    def paid(self, table: ShinjukuTable, seat: int) -> None:
        """Replace the store, spend the customer and claim bonus tokens."""
        station = table.station
        remove_store(table, station)
        place_store(table, station, store_of(seat, DEPARTMENT))
        table.departments = changed(table.departments, seat, table.departments[seat] - 1)
        at = seat * len(GOODS) + table.good
        table.supply = changed(table.supply, at, table.supply[at] + 1)
        if table.log is not None:
            customer = customer_key(table.kind)
            table.tell("upgraded", seat=seat, station=station_name(station), customer=customer)
        _spend(table, seat, table.kind)
        _claim_stack(table, seat)
        finish_action(table)


class UpgradeStation(Step):
    """Which store is upgraded?"""

    name = "upgrade_station"
    chapter = "upgrade"
    kinds = (AT,)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """The stores that can be upgraded."""
        return for_stations(AT_STATIONS, stores_to_upgrade(table, seat, payable_wards(table, seat)))

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Choose the store, and ask which customer to spend."""
        table.station = action - AT
        table.good = good_of(table.stores[table.station])
        table.ask(UPGRADE_CUSTOMER, seat)

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The store and its station."""
        station = action - AT
        good = store_key(good_of(table.stores[station]))
        return self.say("upgrade_at", station=station_name(station), good=good)

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """There is no such store, or something is missing for it."""
        station = action - AT
        name, store = station_name(station), table.stores[station]
        if store == NONE or owner_of(store) != seat:
            return self.no("not_your_store", station=name)
        good = good_of(store)
        if good == DEPARTMENT:
            return self.no("is_department", station=name)
        if not CITY.department_sites >> station & 1:
            return self.no("no_site", station=name)
        if not buyers(table.earned[seat], good):
            told = {"store": store_key(good), "good": good_key(good), "station": name}
            return self.no("no_customer_for", **told)
        return self.no("no_card_for", "wildcards", ward=ward_name(CITY.ward_of[station]))


class UpgradeCustomer(Step):
    """Which customer is spent?"""

    name = "upgrade_customer"
    chapter = "upgrade"
    kinds = (GIVE,)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """Earned customers who want what the store sells."""
        return [GIVE + kind for kind in kinds_buying(table.earned[seat], table.good)]

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Choose the customer, and ask for payment."""
        table.kind = action - GIVE
        ask_payment(table, seat, 1 << CITY.ward_of[table.station])

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        return self.say("spend", customer=customer_key(action - GIVE))

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """The seat has no such customer, or the store sells something else."""
        kind = action - GIVE
        key = "wrong_good" if count_of(table.earned[seat], kind) else "not_earned"
        return self.no(key, customer=customer_key(kind), good=good_key(table.good))


def _spend(table: ShinjukuTable, seat: int, kind: int) -> None:
    """Return a customer to the queue or, once that is empty for good, remove it from the game."""
    table.earned[seat] -= ONE[kind]
    if table.last_turns == NONE:
        join_queue(table, kind)
        return
    table.removed += ONE[kind]
    if table.log is not None:
        table.tell("leaves", seat=seat, customer=customer_key(kind))


def _claim_stack(table: ShinjukuTable, seat: int) -> None:
    """Claim the next stack of bonus tokens, if one is left."""
    claimed = len(table.stack_owners)
    table.stack_owners += (seat,)
    if claimed < len(BONUS_STACKS):
        tokens = BONUS_STACKS[claimed]
        table.bonus = changed(table.bonus, seat, table.bonus[seat] + tokens)
        if table.log is not None:
            table.tell("bonus", seat=seat, count=tokens)
