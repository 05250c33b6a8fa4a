"""What is on the table, in ints and lists.

Seats, wards, stations, links, goods and kinds of customers are numbers from 0. A group of customers
is one number (see `customers`), and so is a store (see `data`). Sets are bits of one number.
"""

from collections import Counter
from typing import Any

from ichiba.core.fields import (
    LARGE,
    SEAT,
    Declared,
    Kind,
    bits,
    by_seat,
    derived,
    frozen,
    last_seat,
    nobody,
    number,
    own,
    players,
    row,
    some,
    stored,
    together,
)
from ichiba.games.shinjuku.actions import TURN_ACTIONS
from ichiba.games.shinjuku.box import BOX
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KIND_COUNT, KINDS, ONE, tokens_of
from ichiba.games.shinjuku.data import ACTIONS_IN_TURN, GOODS, SLOTS, STORE_NAMES, WILD_CARDS
from ichiba.games.shinjuku.table import NONE, OVER, ShinjukuTable


class _Group(Kind):
    """Customers; in a dump, their kinds."""

    type = "int"
    is_plain = False

    def start(self, table: Any) -> int:
        return 0

    def plain(self, value: int, table: Any) -> list[int]:
        """The kind of each customer."""
        return tokens_of(value)

    def read(self, plain: Any, table: Any) -> int:
        """The group; it has no more customers than there are."""
        counts = Counter(some(KIND).read(plain, table))
        if any(counts[kind] > most for kind, most in enumerate(KIND_COUNT)):
            raise ValueError(plain)
        return sum(ONE[kind] * count for kind, count in counts.items())


class _Hands(Kind):
    """How many cards of each ward each seat has, in a flat list; in a dump, its cards."""

    type = "list[int]"
    is_plain = False

    def start(self, table: Any) -> list[int]:
        return [0] * (table.setup.players * CITY.wards)

    def plain(self, value: list[int], table: Any) -> list[list[int]]:
        """By seat: its cards, sorted."""
        places = range(0, len(value), CITY.wards)
        wards = range(CITY.wards)
        return [[ward for ward in wards for _ in range(value[at + ward])] for at in places]

    def read(self, plain: Any, table: Any) -> list[int]:
        hands = [Counter(hand) for hand in by_seat(some(WARD)).read(plain, table)]
        return [hand[ward] for hand in hands for ward in range(CITY.wards)]


GROUP, HANDS = _Group(), _Hands()
KIND = number(0, len(KINDS) - 1)
WARD = number(0, CITY.wards - 1)
STATION = number(0, CITY.stations - 1)
OWNER = number(NONE, last_seat)
A_STATION = number(NONE, CITY.stations - 1)
A_LINK = number(NONE, CITY.links - 1)
A_WARD = number(NONE, CITY.wards - 1)
STORE = number(NONE, lambda setup: setup.players * len(STORE_NAMES) - 1)
ALL_CUSTOMERS = [kind for kind, count in enumerate(KIND_COUNT) for _ in range(count)]


_OWN = BOX.players


def _each(count: int) -> Kind:
    """Pieces of which every player has so many at first."""
    return number(0, count, start=count)


def hides_customers(table: ShinjukuTable) -> bool:
    """Whether players keep the customers secret that they earn."""
    return table.phase != OVER and not table.setup.open_customers


class Fields(Declared):
    """The fields, each with its range, its length, its start and who may know it."""

    setup = derived("ichiba.games.shinjuku.setup.Setup")
    turn = stored(number(1, LARGE, start=0))  # the number of the turn
    player = stored(SEAT)  # whose turn it is
    first = stored(SEAT)
    done = stored(number(0, ACTIONS_IN_TURN))  # actions done in this turn
    used = stored(bits(max(TURN_ACTIONS) + 1))  # which of them
    # Turns left after this one, once the last customer is placed; else NONE.
    last_turns = stored(number(NONE, last_seat))

    deck = stored(some(WARD), start=CITY.cards, known=nobody())  # sorted; drawn at random
    discard = stored(some(WARD))  # the oldest first
    bag = stored(some(KIND), start=ALL_CUSTOMERS, known=nobody(hides_customers))  # sorted
    removed = stored(GROUP)  # customers that left the game
    queue_wards = stored(row(A_WARD, SLOTS))  # by slot: its card
    queue_groups = stored(row(GROUP, SLOTS))  # by slot: its customers
    wards = stored(row(GROUP, CITY.wards))  # by ward: its customers
    crowded = derived("int")  # the wards with customers, as bits
    stores = stored(row(STORE, CITY.stations), shared=True)  # by station
    empty = derived("int")  # the stations without a store, as bits
    places = derived("list[int]", shared=True)  # by store: its stations, as bits
    links = stored(row(OWNER, CITY.links))  # by link: who laid track there
    free_track = derived("list[int]")  # the actions that lay track on a free link
    built = derived("list[int]")  # by station: connected stations, as bits

    cards = stored(HANDS, known=own())  # in hand
    open_cards = stored(HANDS)  # those of them that everybody knows of
    held = derived("list[int]")  # by seat: the wards of its cards, as bits
    sizes = derived("list[int]")  # by seat: number of cards in hand
    wild = derived("list[int]", shared=True)  # by seat: the wards where it has a store, as bits
    # By seat: what it has not placed on the map.
    supply = stored(by_seat(_each(_OWN.stores_of_a_good.value), len(GOODS)), shared=True)
    departments = stored(by_seat(_each(_OWN.departments.value)), shared=True)
    track = stored(by_seat(_each(_OWN.track.value)))
    earned = stored(by_seat(GROUP), known=own(hides_customers))
    bonus = stored(by_seat(number(0, sum(BOX.bonus_stacks.value))), shared=True)  # tokens
    stack_owners = stored(frozen(some(SEAT)))  # who built the department stores, in order

    # The current action, and the choices made for it so far.
    action = stored(number(NONE, max(TURN_ACTIONS)))
    station = stored(A_STATION)
    good = stored(number(NONE, len(STORE_NAMES) - 1))  # of the store to open, or to upgrade
    origin = stored(A_STATION)  # from which it is relocated
    first_link = stored(A_LINK)
    second_link = stored(A_LINK)
    pay_for = stored(bits(CITY.wards))  # the wards that a card may match
    three = stored(number(0, WILD_CARDS))  # cards still to be given for a wild one
    ward = stored(A_WARD)  # whose customers move
    group = stored(GROUP)  # the customers that are travelling
    path = stored(frozen(some(STATION)))
    visited = derived("int")  # the stations of the path, as bits
    given = stored(frozen(some(together(STATION, SEAT, KIND))))  # by whom which customer was got
    fares = stored(bits(players))  # the other players whose track was used
    kind = stored(number(NONE, len(KINDS) - 1))  # the customer spent for an upgrade
