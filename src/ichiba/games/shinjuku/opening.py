"""Open: place a store on an empty station, from the supply or from elsewhere on the map."""

from typing import Final

from ichiba.core.messages import Message, Reason
from ichiba.games.shinjuku.actions import (
    ACTIONS,
    AT,
    AT_STATIONS,
    FROM,
    FROM_STATIONS,
    OPEN,
    STORE,
    for_stations,
)
from ichiba.games.shinjuku.city import CITY, station_name, stations_in, ward_name
from ichiba.games.shinjuku.data import DEPARTMENT, GOODS, good_of, owner_of, store_key, store_of
from ichiba.games.shinjuku.paying import ask_payment, payable_wards
from ichiba.games.shinjuku.pieces import ordinary_stores, place_store, remove_store
from ichiba.games.shinjuku.table import (
    NONE,
    OPEN_STATION,
    OPEN_STORE,
    ShinjukuTable,
    Step,
    TurnAction,
    changed,
)
from ichiba.games.shinjuku.turn import finish_action

_GOODS: Final = range(len(GOODS))


def stations_to_open(table: ShinjukuTable, payable: int) -> int:
    """The empty stations, as bits, in wards that can be paid for.

    The player always has a store to place, because an upgraded one returns to the supply.
    """
    return table.empty & stations_in(payable)


class Open(TurnAction):
    """The action, from the choice of a station to the store on the map."""

    chapter = "open"
    kinds = (OPEN,)
    first_step = OPEN_STATION

    def impossible(self, table: ShinjukuTable, seat: int) -> Reason:
        """No card fits, or there is no empty station."""
        return self.no("no_open" if table.empty else "city_full")

    def paid(self, table: ShinjukuTable, seat: int) -> None:
        good, station, origin = table.good, table.station, table.origin
        if origin == NONE:
            at = seat * len(GOODS) + good
            table.supply = changed(table.supply, at, table.supply[at] - 1)
        else:
            remove_store(table, origin)
        place_store(table, station, store_of(seat, good))
        if table.log is not None:
            key, name = store_key(good), station_name(station)
            if origin == NONE:
                table.tell("opened", seat=seat, good=key, station=name)
            else:
                old = station_name(origin)
                table.tell("relocated", seat=seat, good=key, station=name, origin=old)
        finish_action(table)


class OpenStation(Step):
    """Where does the store go?"""

    name = "open_station"
    chapter = "open"
    kinds = (AT,)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """The empty stations that the seat can pay for."""
        return for_stations(AT_STATIONS, stations_to_open(table, payable_wards(table, seat)))

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Choose the station, and ask for the store; there is always a choice."""
        table.station = action - AT
        table.phase = OPEN_STORE

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The station and its ward."""
        station = action - AT
        ward = ward_name(CITY.ward_of[station])
        return self.say("open_at", station=station_name(station), ward=ward)

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """The station has a store, or no card fits."""
        station = action - AT
        store = table.stores[station]
        if store != NONE:
            return self.no("occupied", station=station_name(station), seat=owner_of(store))
        return self.no("no_card_for", "wildcards", ward=ward_name(CITY.ward_of[station]))


class OpenStore(Step):
    """Which store is it?"""

    name = "open_store"
    chapter = "open"
    kinds = (STORE, FROM)

    def choices(self, table: ShinjukuTable, seat: int) -> list[int]:
        """A store of each good in the supply, and each ordinary store on the map."""
        supply, at = table.supply, seat * len(GOODS)
        found = [STORE + good for good in _GOODS if supply[at + good]]
        return found + for_stations(FROM_STATIONS, ordinary_stores(table, seat))

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Choose the store, and ask for payment."""
        if ACTIONS.kind_of[action] == STORE:
            table.good = action - STORE
        else:
            table.origin = action - FROM
            table.good = good_of(table.stores[table.origin])
        ask_payment(table, seat, 1 << CITY.ward_of[table.station])

    def prompt(self, table: ShinjukuTable, seat: int) -> Message:
        return self.question(table, station=station_name(table.station))

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The store, and where it is now."""
        if ACTIONS.kind_of[action] == STORE:
            return self.say("store", good=store_key(action - STORE))
        origin = action - FROM
        good = store_key(good_of(table.stores[origin]))
        return self.say("relocate", good=good, station=station_name(origin))

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """The supply has no such store, or no store of the seat can leave that station."""
        if ACTIONS.kind_of[action] == STORE:
            return self.no("no_store", good=store_key(action - STORE))
        station = action - FROM
        is_department = table.stores[station] == store_of(seat, DEPARTMENT)
        key = "department_stays" if is_department else "not_your_store"
        return self.no(key, station=station_name(station))
