"""What is on the table, in ints and lists. Each field is declared once."""

from typing import ClassVar, Final, Self

from ichiba.core.decision import Decision, Part
from ichiba.core.fields import Derived, Shared, Stored
from ichiba.core.messages import Message, Reason
from ichiba.core.phased import PhasedState
from ichiba.games.shinjuku.actions import ACTIONS, TURN_ACTIONS
from ichiba.games.shinjuku.data import NAME
from ichiba.games.shinjuku.setups import Setup

# Phases: what is being decided. `state.DECISIONS` has them in this order.
ACTION: Final = 0
FINISH: Final = 1
OPEN_STATION: Final = 2
OPEN_STORE: Final = 3
PAYMENT: Final = 4
PAYMENT_THREE: Final = 5
EXPAND_FIRST: Final = 6
EXPAND_SECOND: Final = 7
MOVE_WARD: Final = 8
MOVE_START: Final = 9
MOVE_GIVE: Final = 10
MOVE_ON: Final = 11
UPGRADE_STATION: Final = 12
UPGRADE_CUSTOMER: Final = 13
FREE_INCOME: Final = 14
OVER: Final = 15

NONE: Final = -1  # no ward, station, link, owner, action ...


class ShinjukuTable(PhasedState):
    """The pieces of a game. Seats, wards, stations, links, goods and kinds are numbers from 0.

    A group of customers is one number (see `customers`), and so is a store (see `data`). Sets of
    wards, stations and seats are bits. Lists by seat and ward or good are flat: the index is
    seat * wards + ward, or seat * goods + good.
    """

    game = NAME
    actions = ACTIONS
    turn_actions: ClassVar["dict[int, TurnAction]"]  # the five actions of a turn

    setup: Derived[Setup]
    turn: int  # the number of the turn, from 1
    player: int  # whose turn it is
    first: int
    done: int  # actions done in this turn
    used: int  # which of them, as bits
    last_turns: int  # turns left after this one, once the last customer is placed; else NONE

    deck: list[int]  # wards, sorted; cards are drawn at random
    discard: list[int]  # wards, the oldest first
    bag: list[int]  # kinds of customers, sorted
    removed: int  # customers that left the game
    queue_wards: list[int]  # by slot: its card, or NONE
    queue_groups: list[int]  # by slot: its customers
    wards: list[int]  # by ward: its customers
    crowded: Derived[int]  # the wards with customers, as bits
    stores: Shared[list[int]]  # by station: its store, or NONE
    empty: Derived[int]  # the stations without a store, as bits
    places: Derived[Shared[list[int]]]  # by store: its stations, as bits
    links: list[int]  # by link: who laid track there, or NONE
    free_track: Derived[list[int]]  # the actions that lay track on a free link
    built: Derived[list[int]]  # by station: connected stations, as bits

    cards: list[int]  # by seat and ward: cards in hand
    known: list[int]  # by seat and ward: cards in hand that everybody knows of
    held: Derived[list[int]]  # by seat: the wards of its cards, as bits
    sizes: Derived[list[int]]  # by seat: number of cards in hand
    wild: Derived[Shared[list[int]]]  # by seat: the wards where it has a store, as bits
    supply: Shared[list[int]]  # by seat and good: stores not on the map
    departments: Shared[list[int]]  # by seat: department stores not on the map
    track: list[int]  # by seat: track not on the map
    earned: list[int]  # by seat: customers
    bonus: Shared[list[int]]  # by seat: bonus tokens
    stack_owners: tuple[int, ...]  # who built the department stores, in order

    # The current action, and the choices made for it so far.
    action: int
    station: int
    good: int  # the store to open, or to upgrade
    origin: int  # the station from which it is relocated
    first_link: int
    second_link: int
    pay_for: int  # the wards that a card may match, as bits
    three: int  # cards still to be given for a wild one
    ward: int  # the ward whose customers move
    group: int  # the customers that are travelling
    path: tuple[int, ...]
    visited: Derived[int]  # the stations of the path, as bits
    given: tuple[tuple[int, int, int], ...]  # station, owner, kind
    fares: int  # the other players whose track was used, as bits
    kind: int  # the customer spent for an upgrade

    # --- Written by scripts/write_fields.py from the declarations above; do not edit.
    __slots__ = (
        "action",
        "bag",
        "bonus",
        "built",
        "cards",
        "crowded",
        "deck",
        "departments",
        "discard",
        "done",
        "earned",
        "empty",
        "fares",
        "first",
        "first_link",
        "free_track",
        "given",
        "good",
        "group",
        "held",
        "kind",
        "known",
        "last_turns",
        "links",
        "origin",
        "path",
        "pay_for",
        "places",
        "player",
        "queue_groups",
        "queue_wards",
        "removed",
        "second_link",
        "setup",
        "sizes",
        "stack_owners",
        "station",
        "stores",
        "supply",
        "three",
        "track",
        "turn",
        "used",
        "visited",
        "ward",
        "wards",
        "wild",
    )
    stored: ClassVar[Stored] = {
        "actors": tuple[int, ...],
        "reveals": int,
        "phase": int,
        "turn": int,
        "player": int,
        "first": int,
        "done": int,
        "used": int,
        "last_turns": int,
        "deck": list[int],
        "discard": list[int],
        "bag": list[int],
        "removed": int,
        "queue_wards": list[int],
        "queue_groups": list[int],
        "wards": list[int],
        "stores": list[int],
        "links": list[int],
        "cards": list[int],
        "known": list[int],
        "supply": list[int],
        "departments": list[int],
        "track": list[int],
        "earned": list[int],
        "bonus": list[int],
        "stack_owners": tuple[int, ...],
        "action": int,
        "station": int,
        "good": int,
        "origin": int,
        "first_link": int,
        "second_link": int,
        "pay_for": int,
        "three": int,
        "ward": int,
        "group": int,
        "path": tuple[int, ...],
        "given": tuple[tuple[int, int, int], ...],
        "fares": int,
        "kind": int,
    }

    def copy(self) -> Self:  # noqa: PLR0915 - a line for each field
        """An independent copy, without a log."""
        twin = self.__class__.__new__(self.__class__)
        twin.log = None
        twin.actors = self.actors
        twin.reveals = self.reveals
        twin.phase = self.phase
        twin.rng = self.rng.copy()
        twin.setup = self.setup
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
        twin.crowded = self.crowded
        twin.stores = self.stores
        twin.empty = self.empty
        twin.places = self.places
        twin.links = self.links[:]
        twin.free_track = self.free_track[:]
        twin.built = self.built[:]
        twin.cards = self.cards[:]
        twin.known = self.known[:]
        twin.held = self.held[:]
        twin.sizes = self.sizes[:]
        twin.wild = self.wild
        twin.supply = self.supply
        twin.departments = self.departments
        twin.track = self.track[:]
        twin.earned = self.earned[:]
        twin.bonus = self.bonus
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

    # --- End of the written part.

    def forget_choices(self) -> None:
        """Reset the current action and its choices."""
        self.action = self.station = self.good = self.origin = self.ward = self.kind = NONE
        self.first_link = self.second_link = NONE
        self.pay_for = self.three = self.group = self.visited = self.fares = 0
        self.path = ()
        self.given = ()


class Step(Decision[ShinjukuTable]):
    """A decision of this game: a step of an action."""

    game = NAME
    waiting_name = "turn"
    holds_up = ()

    def comes_first(self, table: ShinjukuTable, seat: int) -> Reason:
        """The action has to be finished before another one."""
        return self.no("busy")


class TurnAction(Part[ShinjukuTable]):
    """One of the five actions of a turn."""

    game = NAME
    first_step: ClassVar[int]  # its phase

    def take(self, table: ShinjukuTable, seat: int, action: int) -> None:
        """Begin the action with its first step."""
        table.action = action
        table.phase = self.first_step

    def paid(self, table: ShinjukuTable, seat: int) -> None:
        """Go on once the card for this action has been paid."""
        raise NotImplementedError

    def label(self, table: ShinjukuTable, seat: int, action: int) -> Message:
        """The name of the action."""
        return self.say(TURN_ACTIONS[action], "turn")

    def why_not(self, table: ShinjukuTable, seat: int, action: int) -> Reason:
        """It has been used, or it is not possible in this position."""
        if table.used >> action & 1:
            return self.no("used", "turn", action=f"shinjuku.action.{TURN_ACTIONS[action]}")
        return self.impossible(table, seat)

    def impossible(self, table: ShinjukuTable, seat: int) -> Reason:
        """Why the action is not possible, although it has not been used."""
        raise NotImplementedError


def changed(row: list[int], place: int, value: int) -> list[int]:
    """A list with one number changed, because copies of a table share the old list."""
    row = row[:]
    row[place] = value
    return row
