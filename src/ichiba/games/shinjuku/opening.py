"""OPEN: a store in an empty station, out of the supply or from elsewhere on the map."""

from ichiba.games.shinjuku.actions import AT, STORE
from ichiba.games.shinjuku.cards import ask_payment, payable_wards
from ichiba.games.shinjuku.city import bits
from ichiba.games.shinjuku.data import DEPARTMENT, GOODS
from ichiba.games.shinjuku.table import NONE, OPEN_STORE, STORES, Table
from ichiba.games.shinjuku.turn import finish_action


def can_open(table: Table) -> bool:
    """Whether there is an empty station that can be paid for.

    A store is always at hand: an upgraded one comes back to the supply.
    """
    wards = payable_wards(table)
    if wards == NONE:
        return NONE in table.stores
    return bool(stations(table))


def own_stores(table: Table, seat: int) -> list[int]:
    """The stations with an ordinary store of the seat."""
    lowest = seat * STORES
    return [
        station
        for station, store in enumerate(table.stores)
        if lowest <= store < lowest + DEPARTMENT
    ]


def stations(table: Table) -> list[int]:
    """The empty stations that can be paid for."""
    wards = payable_wards(table)
    stores = table.stores
    if wards == NONE:
        return [AT + station for station, store in enumerate(stores) if store == NONE]
    empty = 0
    for ward in bits(wards):
        empty |= table.setup.city.stations_in[ward]
    return [AT + station for station in bits(empty) if stores[station] == NONE]


def choose_station(table: Table, action: int) -> None:
    """Here; which store?"""
    table.station = action - AT
    table.phase = OPEN_STORE
    choices = stores_to_place(table)
    if len(choices) == 1:
        choose_store(table, choices[0])


def stores_to_place(table: Table) -> list[int]:
    """A store of each good in the supply, and each ordinary store on the map."""
    seat = table.player
    place = seat * len(GOODS)
    choices = [STORE + good for good in range(len(GOODS)) if table.supply[place + good]]
    origin = table.setup.actions.origin
    choices += [origin + station for station in own_stores(table, seat)]
    return choices


def choose_store(table: Table, action: int) -> None:
    """This one; how is it paid?"""
    if action < AT:
        table.good = action - STORE
    else:
        table.origin = action - table.setup.actions.origin
        table.good = table.stores[table.origin] % STORES
    if ask_payment(table, 1 << table.setup.city.ward_of[table.station]):
        open_store(table)


def open_store(table: Table) -> None:
    """Paid: the store stands, and the ward's cards are wild."""
    seat = table.player
    city = table.setup.city
    station, origin = table.station, table.origin
    if origin == NONE:
        table.supply[seat * len(GOODS) + table.good] -= 1
    else:
        table.stores[origin] = NONE
        _lose_wild(table, seat, city.ward_of[origin])
    table.stores[station] = seat * STORES + table.good
    table.wild[seat] |= 1 << city.ward_of[station]
    if table.log is not None:
        good = f"shinjuku.good.{GOODS[table.good]}"
        name = table.station_name(station)
        if origin == NONE:
            table.tell("opened", seat=seat, good=good, station=name)
        else:
            old = table.station_name(origin)
            table.tell("relocated", seat=seat, good=good, station=name, origin=old)
    finish_action(table)


def _lose_wild(table: Table, seat: int, ward: int) -> None:
    """A store left the ward: its cards are wild no more, unless another own store is there."""
    for station in bits(table.setup.city.stations_in[ward]):
        store = table.stores[station]
        if store != NONE and store // STORES == seat:
            return
    table.wild[seat] &= ~(1 << ward)
