"""Written by scripts/write_fields.py from `fields.py`: edit that instead."""

from typing import TYPE_CHECKING, Self

from ichiba.core.flowing import FlowingState

if TYPE_CHECKING:
    from ichiba.games.tokyo_tsukiji_market.setup import Setup


class Layout(FlowingState):
    """The fields of a table, and how it is copied."""

    __slots__ = (
        "abroad",
        "acted",
        "activated",
        "assigned",
        "auctions",
        "barrels",
        "bidding",
        "bids",
        "boat",
        "box_barrels",
        "box_licenses",
        "box_others",
        "box_tokens",
        "buyers",
        "buying",
        "cargo",
        "carrier",
        "cart_point",
        "carts",
        "crate",
        "dried",
        "entered",
        "external",
        "external_pile",
        "fish_pile",
        "fleet",
        "freezers",
        "harbor",
        "has_work",
        "himono_on",
        "himono_owner",
        "idle",
        "in_play",
        "interacted",
        "iwashi",
        "landed",
        "licenses",
        "licenses_left",
        "loans",
        "lot",
        "main_phase",
        "money",
        "offers",
        "others_left",
        "owed",
        "owner",
        "pending",
        "picked",
        "place",
        "points",
        "ports",
        "prize",
        "rented",
        "repricings",
        "returned",
        "round",
        "seat",
        "second_catch",
        "setup",
        "shares",
        "shelves",
        "sold",
        "space",
        "stage",
        "standings",
        "start",
        "status",
        "stock",
        "supply",
        "to_price",
        "tokens",
        "track",
        "trigger",
        "turns_begun",
        "turns_left",
        "unloaded",
        "used",
        "uses",
        "visit",
    )

    setup: "Setup"
    round: int
    start: int
    seat: int
    stage: int
    main_phase: int
    points: int
    cart_point: bool
    acted: bool
    entered: int
    returned: int
    has_work: bool
    idle: int
    pending: int
    picked: tuple[int, ...]
    turns_left: int
    trigger: int
    turns_begun: int
    standings: tuple[tuple[int, ...], ...]
    status: list[int]
    external: list[int]
    in_play: tuple[int, ...]
    fish_pile: list[int]
    external_pile: list[int]
    barrels: list[int]
    licenses_left: list[int]
    stock: list[int]
    track: list[int]
    iwashi: int
    shelves: list[tuple[tuple[int, ...], ...]]
    others_left: list[int]
    supply: int
    box_barrels: list[int]
    box_tokens: list[int]
    box_licenses: list[int]
    box_others: list[int]
    money: list[int]
    tokens: list[list[int]]
    licenses: list[list[int]]
    harbor: list[tuple[int, ...]]
    ports: list[int]
    freezers: list[tuple[int, ...]]
    carts: list[tuple[int, ...]]
    buyers: list[int]
    loans: list[int]
    shares: list[int]
    assigned: tuple[tuple[int, int], ...]
    himono_owner: list[int]
    himono_on: list[tuple[int, ...]]
    owner: list[int]
    fleet: list[tuple[int, ...]]
    place: list[int]
    cargo: list[tuple[int, ...]]
    rented: list[int]
    used: list[int]
    dried: int
    activated: int
    boat: int
    carrier: int
    second_catch: bool
    unloaded: int
    landed: list[int]
    auctions: tuple[int, ...]
    repricings: int
    abroad: tuple[int, ...]
    to_price: tuple[int, ...]
    buying: int
    owed: tuple[int, ...]
    visit: int
    interacted: bool
    uses: int
    sold: bool
    space: int
    lot: tuple[int, ...]
    bidding: int
    bids: list[int]
    prize: tuple[int, ...]
    crate: tuple[int, ...]
    offers: tuple[int, ...]

    def copy(self) -> Self:  # noqa: PLR0915 - a line for each field
        """An independent copy, without a log."""
        twin = self.__class__.__new__(self.__class__)
        twin.log = None
        twin.rng = self.rng.copy()
        twin.actors = self.actors
        twin.reveals = self.reveals
        twin.phase = self.phase
        twin.cached_choices = self.cached_choices
        twin.setup = self.setup
        twin.round = self.round
        twin.start = self.start
        twin.seat = self.seat
        twin.stage = self.stage
        twin.main_phase = self.main_phase
        twin.points = self.points
        twin.cart_point = self.cart_point
        twin.acted = self.acted
        twin.entered = self.entered
        twin.returned = self.returned
        twin.has_work = self.has_work
        twin.idle = self.idle
        twin.pending = self.pending
        twin.picked = self.picked
        twin.turns_left = self.turns_left
        twin.trigger = self.trigger
        twin.turns_begun = self.turns_begun
        twin.standings = self.standings
        twin.status = self.status[:]
        twin.external = self.external[:]
        twin.in_play = self.in_play
        twin.fish_pile = self.fish_pile[:]
        twin.external_pile = self.external_pile[:]
        twin.barrels = self.barrels[:]
        twin.licenses_left = self.licenses_left[:]
        twin.stock = self.stock[:]
        twin.track = self.track[:]
        twin.iwashi = self.iwashi
        twin.shelves = self.shelves[:]
        twin.others_left = self.others_left[:]
        twin.supply = self.supply
        twin.box_barrels = self.box_barrels[:]
        twin.box_tokens = self.box_tokens[:]
        twin.box_licenses = self.box_licenses[:]
        twin.box_others = self.box_others[:]
        twin.money = self.money[:]
        twin.tokens = [row[:] for row in self.tokens]
        twin.licenses = [row[:] for row in self.licenses]
        twin.harbor = self.harbor[:]
        twin.ports = self.ports[:]
        twin.freezers = self.freezers[:]
        twin.carts = self.carts[:]
        twin.buyers = self.buyers[:]
        twin.loans = self.loans[:]
        twin.shares = self.shares[:]
        twin.assigned = self.assigned
        twin.himono_owner = self.himono_owner[:]
        twin.himono_on = self.himono_on[:]
        twin.owner = self.owner[:]
        twin.fleet = self.fleet[:]
        twin.place = self.place[:]
        twin.cargo = self.cargo[:]
        twin.rented = self.rented[:]
        twin.used = self.used[:]
        twin.dried = self.dried
        twin.activated = self.activated
        twin.boat = self.boat
        twin.carrier = self.carrier
        twin.second_catch = self.second_catch
        twin.unloaded = self.unloaded
        twin.landed = self.landed[:]
        twin.auctions = self.auctions
        twin.repricings = self.repricings
        twin.abroad = self.abroad
        twin.to_price = self.to_price
        twin.buying = self.buying
        twin.owed = self.owed
        twin.visit = self.visit
        twin.interacted = self.interacted
        twin.uses = self.uses
        twin.sold = self.sold
        twin.space = self.space
        twin.lot = self.lot
        twin.bidding = self.bidding
        twin.bids = self.bids[:]
        twin.prize = self.prize
        twin.crate = self.crate
        twin.offers = self.offers
        return twin
