"""The kinds of actions with their notations, and the reasons while no decision asks for them."""

from typing import Final

from ichiba.core.actions import ActionTable
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KINDS
from ichiba.games.shinjuku.data import GOODS, NAME, TITLE

# An action is the first number of its kind plus a good, a kind of customer, a station, a link or a
# ward.
ACTIONS: Final = ActionTable(NAME, TITLE)
# The five actions of a turn, and its end.
OPEN: Final = ACTIONS.add("open")
EXPAND: Final = ACTIONS.add("expand")
INCOME: Final = ACTIONS.add("income")
MOVE: Final = ACTIONS.add("move")
UPGRADE: Final = ACTIONS.add("upgrade")
END: Final = ACTIONS.add("end")
# Lay no second track, or go no further.
STOP: Final = ACTIONS.add("stop", not_asked="nothing_to_stop", rule="move")
# Take no free income.
DECLINE: Final = ACTIONS.add("decline", not_asked="no_income_offered", rule="income")
# Pay with any three cards.
THREE: Final = ACTIONS.add("three", not_asked="nothing_to_pay", rule="wildcards")
# Place a store from the supply.
STORE: Final = ACTIONS.add("store", GOODS, not_asked="not_opening", rule="open")
# Give a customer to a store, or spend one on an upgrade.
GIVE: Final = ACTIONS.add("give", KINDS, not_asked="nothing_to_give", rule="move")
# A station for a new store, an upgrade or a Move.
AT: Final = ACTIONS.add("at", CITY.station_names, not_asked="no_station_asked")
# The store to relocate.
FROM: Final = ACTIONS.add("from", CITY.station_names, not_asked="not_opening", rule="open")
TRACK: Final = ACTIONS.add("track", CITY.link_names, not_asked="not_expanding", rule="expand")
# The ward whose customers move.
WARD: Final = ACTIONS.add("ward", CITY.ward_names, not_asked="not_moving", rule="move")
# Pay with a card of a ward.
PAY: Final = ACTIONS.add("pay", CITY.ward_names, not_asked="nothing_to_pay", rule="wildcards")

# The five actions of a turn by name. Which of them have been used is stored as bits.
TURN_ACTIONS: Final = {
    OPEN: "open",
    EXPAND: "expand",
    INCOME: "income",
    MOVE: "move",
    UPGRADE: "upgrade",
}


# The actions of a kind for sets of wards or stations, which are bits: a table for each byte of the
# set, with the actions for each of its values. This is much faster than a loop over the bits.
Tables = tuple[list[tuple[int, ...]], ...]


def _by_byte(kind: int, count: int) -> Tables:
    return tuple(
        [tuple(first + bit for bit in range(8) if byte >> bit & 1) for byte in range(256)]
        for first in range(kind, kind + count, 8)
    )


PAY_WITH: Final = _by_byte(PAY, CITY.wards)
MOVE_FROM: Final = _by_byte(WARD, CITY.wards)
AT_STATIONS: Final = _by_byte(AT, CITY.stations)
FROM_STATIONS: Final = _by_byte(FROM, CITY.stations)


def _for_bits(tables: Tables, numbers: int) -> list[int]:
    """The actions for a set of any size; the functions below are faster."""
    return [
        action
        for place, by_value in enumerate(tables)
        for action in by_value[numbers >> 8 * place & 255]
    ]


def for_wards(tables: Tables, wards: int) -> list[int]:
    """The actions for these wards."""
    try:
        a, b, c = tables
    except ValueError:  # a city with more or fewer wards than Tokyo
        return _for_bits(tables, wards)
    return [*a[wards & 255], *b[wards >> 8 & 255], *c[wards >> 16]]


def for_stations(tables: Tables, stations: int) -> list[int]:
    """The actions for these stations."""
    try:
        a, b, c, d, e, f = tables
    except ValueError:
        return _for_bits(tables, stations)
    return [
        *a[stations & 255],
        *b[stations >> 8 & 255],
        *c[stations >> 16 & 255],
        *d[stations >> 24 & 255],
        *e[stations >> 32 & 255],
        *f[stations >> 40],
    ]
