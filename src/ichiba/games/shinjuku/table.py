"""What lies on the table, in ints and lists, and how it is copied."""

from typing import Self

from ichiba.core.game import State
from ichiba.core.messages import Argument, Event
from ichiba.core.rng import Rng
from ichiba.games.shinjuku.setups import Setup

# Phases: what is being decided.
(
    ACTION, FINISH, OPEN_STATION, OPEN_STORE, PAYMENT, PAYMENT_THREE, EXPAND_FIRST, EXPAND_SECOND,
    MOVE_WARD, MOVE_START, MOVE_GIVE, MOVE_ON, UPGRADE_STATION, UPGRADE_CUSTOMER, FREE_INCOME, OVER,
) = range(16)  # fmt: skip
PHASES = (
    "action", "finish", "open_station", "open_store", "pay", "pay_three", "expand_first",
    "expand_second", "move_ward", "move_start", "move_give", "move_on", "upgrade_station",
    "upgrade_customer", "free_income", "over",
)  # fmt: skip

NONE = -1  # no ward, station, link, owner, action ...
STORES = 5  # a store on the map is owner * STORES + good, where good 4 is a department store


class Table(State):
    """The pieces of a game. Seats, wards, stations, links, goods and kinds are numbers from 0.

    A group of customers is one number (see `data`). Sets of wards, stations and seats are bits.
    Rows by seat and ward or by seat and good are flat: seat * wards + ward, seat * goods + good.
    Tuples are replaced, never changed, so copies share them.
    """

    __slots__ = (
        "action", "bag", "bonus", "built", "cards", "deck", "departments", "discard", "done",
        "earned", "fares", "first", "first_link", "given", "good", "group", "held", "kind", "known",
        "last_turns", "links", "origin", "path", "pay_for", "phase", "player", "queue_groups",
        "queue_wards", "removed", "rng", "second_link", "setup", "sizes", "stack_owners", "station",
        "stores", "supply", "three", "track", "turn", "used", "visited", "ward", "wards", "wild",
    )  # fmt: skip

    setup: Setup
    rng: Rng
    phase: int
    turn: int  # the number of the turn, from 1
    player: int  # whose turn it is
    first: int
    done: int  # actions done in this turn
    used: int  # which of them, as bits
    last_turns: int  # turns to come after this one, once the last customer is placed; else NONE

    deck: list[int]  # wards, sorted: chance comes in when cards are drawn from it
    discard: list[int]  # wards, the oldest first
    bag: list[int]  # kinds of customers, sorted
    removed: int  # customers out of the game
    queue_wards: list[int]  # by slot: its card, or NONE
    queue_groups: list[int]  # by slot: its customers
    wards: list[int]  # by ward: its customers
    stores: list[int]  # by station: owner * STORES + good, or NONE
    links: list[int]  # by link: who laid track there, or NONE
    built: list[int]  # by station: where one can go from it, as bits; kept as track is laid

    cards: list[int]  # by seat and ward: cards in hand
    known: list[int]  # by seat and ward: those that everybody saw come and did not see go
    held: list[int]  # by seat: the wards of which it has a card, as bits
    sizes: list[int]  # by seat: cards in hand
    wild: list[int]  # by seat: the wards in which it has a store, as bits
    supply: list[int]  # by seat and good: stores not on the map
    departments: list[int]  # by seat: department stores not on the map
    track: list[int]  # by seat: track not on the map
    earned: list[int]  # by seat: customers
    bonus: list[int]  # by seat: bonus tokens
    stack_owners: tuple[int, ...]  # by department store, in order of building: who built it

    # The action at hand, and what has been chosen for it.
    action: int
    station: int
    good: int  # the store to open, or to upgrade
    origin: int  # the station from which it is relocated
    first_link: int
    second_link: int
    pay_for: int  # the wards that a card may match, as bits
    three: int  # cards still to be given for a wild one
    ward: int  # whose customers move
    group: int  # who is travelling
    path: tuple[int, ...]
    visited: int
    given: tuple[tuple[int, int, int], ...]  # station, owner, kind
    fares: int  # the others whose track was used, as bits
    kind: int  # the customer spent for an upgrade

    def copy(self) -> Self:
        """An independent twin, without a log."""
        twin = self.__class__.__new__(self.__class__)
        twin.actors = self.actors
        twin.log = None
        twin.reveals = self.reveals
        twin.setup = self.setup
        twin.rng = self.rng.copy()
        twin.phase = self.phase
        twin.turn = self.turn
        twin.player = self.player
        twin.first = self.first
        twin.done = self.done
        twin.used = self.used
        twin.last_turns = self.last_turns
        twin.deck = self.deck[:]
        twin.discard = self.discard[:]
        twin.bag = self.bag[:]
        twin.removed = self.removed
        twin.queue_wards = self.queue_wards[:]
        twin.queue_groups = self.queue_groups[:]
        twin.wards = self.wards[:]
        twin.stores = self.stores[:]
        twin.links = self.links[:]
        twin.built = self.built[:]
        twin.cards = self.cards[:]
        twin.known = self.known[:]
        twin.held = self.held[:]
        twin.sizes = self.sizes[:]
        twin.wild = self.wild[:]
        twin.supply = self.supply[:]
        twin.departments = self.departments[:]
        twin.track = self.track[:]
        twin.earned = self.earned[:]
        twin.bonus = self.bonus[:]
        twin.stack_owners = self.stack_owners
        twin.action = self.action
        twin.station = self.station
        twin.good = self.good
        twin.origin = self.origin
        twin.first_link = self.first_link
        twin.second_link = self.second_link
        twin.pay_for = self.pay_for
        twin.three = self.three
        twin.ward = self.ward
        twin.group = self.group
        twin.path = self.path
        twin.visited = self.visited
        twin.given = self.given
        twin.fares = self.fares
        twin.kind = self.kind
        return twin

    def forget_choices(self) -> None:
        """No action is at hand."""
        self.action = self.station = self.good = self.origin = self.ward = self.kind = NONE
        self.first_link = self.second_link = NONE
        self.pay_for = self.three = self.group = self.visited = self.fares = 0
        self.path = ()
        self.given = ()

    def tell(self, key: str, *, only: int | None = None, **arguments: Argument) -> None:
        """Put an event into the log, if there is one, for everybody or for one seat."""
        if self.log is not None:
            audience = None if only is None else (only,)
            self.log.append(Event(f"shinjuku.event.{key}", arguments, audience=audience))

    def ward_name(self, ward: int) -> str:
        """What people call a ward."""
        return self.setup.city.map.wards[ward].name

    def station_name(self, station: int) -> str:
        """What people call a station."""
        return self.setup.city.map.stations[station].name
