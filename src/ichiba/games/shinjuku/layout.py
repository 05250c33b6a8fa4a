"""Written by scripts/write_fields.py from `fields.py`: edit that instead."""

from typing import TYPE_CHECKING, Self

from ichiba.core.phased import PhasedState

if TYPE_CHECKING:
    from ichiba.games.shinjuku.setup import Setup


class Layout(PhasedState):
    """The fields of a table, and how it is copied."""

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
        "last_turns",
        "links",
        "open_cards",
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

    setup: "Setup"
    turn: int
    player: int
    first: int
    done: int
    used: int
    last_turns: int
    deck: list[int]
    discard: list[int]
    bag: list[int]
    removed: int
    queue_wards: list[int]
    queue_groups: list[int]
    wards: list[int]
    crowded: int
    stores: list[int]
    empty: int
    places: list[int]
    links: list[int]
    free_track: list[int]
    built: list[int]
    cards: list[int]
    open_cards: list[int]
    held: list[int]
    sizes: list[int]
    wild: list[int]
    supply: list[int]
    departments: list[int]
    track: list[int]
    earned: list[int]
    bonus: list[int]
    stack_owners: tuple[int, ...]
    action: int
    station: int
    good: int
    origin: int
    first_link: int
    second_link: int
    pay_for: int
    three: int
    ward: int
    group: int
    path: tuple[int, ...]
    visited: int
    given: tuple[tuple[int, int, int], ...]
    fares: int
    kind: int

    def copy(self) -> Self:  # noqa: PLR0915 - a line for each field
        """An independent copy, without a log."""
        twin = self.__class__.__new__(self.__class__)
        twin.log = None
        twin.rng = self.rng.copy()
        twin.actors = self.actors
        twin.reveals = self.reveals
        twin.phase = self.phase
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
        twin.open_cards = self.open_cards[:]
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
