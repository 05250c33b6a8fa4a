"""Pieces on the map: placing and removing them, with the fields that follow from them.

After the set-up, what sums up the map and the hands, such as the empty stations, changes only here
and in `cards`.
"""

from ichiba.games.shinjuku.actions import TRACK
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.data import GOODS, STORE_NAMES, owner_of, store_of
from ichiba.games.shinjuku.table import NONE, ShinjukuTable, changed


def summarize(table: ShinjukuTable) -> None:
    """Compute the fields that follow from others, for a new table or a dump."""
    players, wards = table.setup.players, range(CITY.wards)
    hands = [table.cards[seat * CITY.wards :][: CITY.wards] for seat in range(players)]
    table.held = [sum(1 << ward for ward in wards if hand[ward]) for hand in hands]
    table.sizes = [sum(hand) for hand in hands]
    table.crowded = sum(1 << ward for ward in wards if table.wards[ward])
    table.empty = 0
    table.places = [0] * (players * len(STORE_NAMES))
    for station, store in enumerate(table.stores):
        if store == NONE:
            table.empty |= 1 << station
        else:
            table.places[store] |= 1 << station
    table.wild = [_wards_of(stores_of(table, seat)) for seat in range(players)]
    table.free_track = [TRACK + link for link, owner in enumerate(table.links) if owner == NONE]
    table.built = [*CITY.joined]
    for (a, b), owner in zip(CITY.ends, table.links, strict=True):
        if owner != NONE:
            table.built[a] |= 1 << b
            table.built[b] |= 1 << a
    table.visited = sum(1 << station for station in {*table.path})


def stores_of(table: ShinjukuTable, seat: int) -> int:
    """The stations with a store of this seat, as bits."""
    return ordinary_stores(table, seat) | table.places[store_of(seat, len(GOODS))]


def ordinary_stores(table: ShinjukuTable, seat: int) -> int:
    """The stations with a store of this seat that is no department store, as bits."""
    first = store_of(seat, 0)
    food, clothing, books, electronics = table.places[first : first + len(GOODS)]
    return food | clothing | books | electronics


def place_store(table: ShinjukuTable, station: int, store: int) -> None:
    """Place a store on an empty station, which makes the ward's cards wild for its owner."""
    owner = owner_of(store)
    table.stores = changed(table.stores, station, store)
    table.places = changed(table.places, store, table.places[store] | 1 << station)
    table.empty ^= 1 << station
    wards = table.wild[owner] | 1 << CITY.ward_of[station]
    table.wild = changed(table.wild, owner, wards)


def remove_store(table: ShinjukuTable, station: int) -> None:
    """Remove a store. The ward's cards stay wild only if its owner has another store there."""
    store = table.stores[station]
    owner, ward = owner_of(store), CITY.ward_of[station]
    table.stores = changed(table.stores, station, NONE)
    table.places = changed(table.places, store, table.places[store] ^ 1 << station)
    table.empty ^= 1 << station
    if not stores_of(table, owner) & CITY.stations_in[ward]:
        table.wild = changed(table.wild, owner, table.wild[owner] ^ 1 << ward)


def lay_track(table: ShinjukuTable, seat: int, link: int) -> None:
    """Lay a piece of track; everybody can use it."""
    a, b = CITY.ends[link]
    table.links[link] = seat
    table.track[seat] -= 1
    table.free_track.remove(TRACK + link)
    table.built[a] |= 1 << b
    table.built[b] |= 1 << a


def add_customers(table: ShinjukuTable, ward: int, group: int) -> None:
    """Add customers to a ward."""
    table.wards[ward] += group
    table.crowded |= 1 << ward


def take_customers(table: ShinjukuTable, ward: int) -> int:
    """Take all customers away from a ward that has some."""
    group = table.wards[ward]
    table.wards[ward] = 0
    table.crowded ^= 1 << ward
    return group


def _wards_of(stations: int) -> int:
    """The wards of these stations; both are bits."""
    return sum(1 << ward for ward in range(CITY.wards) if CITY.stations_in[ward] & stations)
