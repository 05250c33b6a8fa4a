"""What lies on the table, in ints, lists and tuples, and how it is copied."""

from typing import TYPE_CHECKING, Self

from ichiba.core.game import State
from ichiba.core.messages import Argument, Event
from ichiba.core.rng import Rng
from ichiba.games.tokyo_tsukiji_market.data import NAME

if TYPE_CHECKING:
    from ichiba.games.tokyo_tsukiji_market.setup import Setup

# Phases: what is being decided.
(
    FREEZER, OWN_FUGU, PRICING, PRICING_FREELY, TURN, DISCARDING, FISHING, ACTIVITY, ABROAD,
    TRANSFERRING, CHOOSING_BARGE, PURCHASING, VISITING, TRADING_IN, BIDDING, AWARDING, OVER,
    RESUMING, STARTING,
) = range(19)  # fmt: skip
PHASES = (
    "freezer", "own_fugu", "pricing", "pricing_freely", "turn", "discarding", "fishing", "activity",
    "abroad", "transferring", "choosing_barge", "purchasing", "visiting", "trading_in", "bidding",
    "awarding", "over",
)  # fmt: skip
# In RESUMING nobody decides: the flow goes on. STARTING is the base of a turn's first steps.

NOBODY = -1
# Whose a boat is, if nobody's.
AT_SHIPS, AT_USED_SHIPS, IN_BOX = -1, -2, -3
ON_BOARD = -1  # a Himono license that nobody holds
# Where a boat is: ports 0, 1 and 2, at sea, or docked abroad.
PORTS, SEA, FOREIGN = 3, 3, 4
# How a fish market or an external market stands.
BOXED, OPEN, OVERFISHED = 0, 1, 2
CRASHED, CLOSED = 2, 3
# Rented from.
NOT_RENTED, FROM_SHIPS, FROM_USED_SHIPS = 0, 1, 2
# The other tokens, as rows of `chest` and `boxed`.
OTHERS = ("freezer", "cart", "buyer", "expansion", "loan", "share", "rental")
FREEZERS, CARTS, BUYERS, EXPANSIONS, LOANS, SHARES, RENTAL_TOKENS = range(len(OTHERS))
# A barrel in a cargo: its fish, and if a Himono license caught it, that license from 1.
CAUGHT_BY = 16
# What dries on a Himono license: a barrel's fish, or a token's kind from here on.
DRIED_TOKEN = 32
# An item on a harbor is price // 100 << 6 | row << 5 | item: sorted by price.
ROW_BIT = 1 << 5
ITEM_BITS = ROW_BIT - 1
PRICE_SHIFT = 6


class Table(State):
    """The pieces of a game. Seats, fish, tokens, boats and markets are numbers from 0.

    Tuples are replaced, never changed, so copies share them.
    """

    __slots__ = (
        "abroad",
        "acted",
        "activated",
        "assigned",
        "auctions",
        "barge",
        "barrels",
        "base",
        "bidding",
        "bids",
        "boat",
        "box_barrels",
        "box_licenses",
        "box_tokens",
        "boxed",
        "buyers",
        "buying",
        "cargo",
        "carts",
        "chest",
        "choices",
        "crate",
        "dried",
        "entered",
        "external",
        "external_pile",
        "final",
        "fish_pile",
        "fleet",
        "freezers",
        "harbor",
        "himono_on",
        "himono_owner",
        "history",
        "in_play",
        "interacted",
        "iwashi",
        "landed",
        "licenses",
        "licenses_left",
        "loans",
        "lot",
        "money",
        "moves",
        "offers",
        "owed",
        "owner",
        "phase",
        "place",
        "points",
        "ports",
        "prize",
        "queue",
        "rented",
        "repricings",
        "rng",
        "round",
        "seat",
        "second",
        "setup",
        "shares",
        "shelves",
        "sold",
        "space",
        "start",
        "status",
        "step",
        "stock",
        "supply",
        "tokens",
        "track",
        "trigger",
        "unloaded",
        "used",
        "uses",
        "visit",
    )  # fmt: skip

    setup: "Setup"
    rng: Rng
    # The flow.
    round: int
    start: int  # the seat that began
    seat: int  # whose turn it is
    phase: int
    base: int  # the action that small decisions such as prices come back to
    step: int  # of the start of the turn
    points: int  # action points left
    acted: bool  # whether an action was performed this turn
    entered: int  # markets entered this turn, as bits
    final: int  # turns left once the end is triggered, else NOBODY
    trigger: int  # who triggered it
    choices: list[int]  # what the one who decides may do; shared, never changed
    moves: int  # turns begun so far
    history: tuple[tuple[int, ...], ...]  # after each turn: money by seat, resources by seat
    # Markets.
    status: list[int]  # by fish
    external: list[int]  # by external market
    in_play: tuple[int, ...]  # markets in the order in which they came
    fish_pile: list[int]  # markets in the box
    external_pile: list[int]
    barrels: list[int]  # by fish, on the board
    licenses_left: list[int]
    stock: list[int]  # by token kind, on the board or in the bag
    track: list[int]  # by fish: the value marker
    iwashi: int  # canned sardines
    shelves: list[tuple[tuple[int, ...], ...]]  # by external market: tokens on each of its spaces
    chest: list[int]  # other tokens on their boards
    supply: int  # yen in the general supply, below zero if the box had not enough
    # The box.
    box_barrels: list[int]
    box_tokens: list[int]
    box_licenses: list[int]
    boxed: list[int]
    # The players.
    money: list[int]
    tokens: list[list[int]]  # by seat and kind
    licenses: list[list[int]]  # by seat and fish
    harbor: list[tuple[int, ...]]  # by seat: items for sale, the cheapest first
    ports: list[int]  # by seat: how many are open
    freezers: list[tuple[int, ...]]  # by seat: uses left of each
    carts: list[tuple[int, ...]]
    buyers: list[int]
    loans: list[int]
    shares: list[int]
    assigned: tuple[tuple[int, int], ...]  # Buyers in order: whose, behind whose turn
    himono_owner: list[int]  # by Himono license: a seat, ON_BOARD or IN_BOX
    himono_on: list[tuple[int, ...]]  # by Himono license: what dries on it
    # Boats.
    owner: list[int]
    fleet: list[tuple[int, ...]]  # by seat: its boats, as `owner` tells
    place: list[int]
    cargo: list[tuple[int, ...]]
    rented: list[int]
    # The action at hand.
    used: list[int]  # licenses used in this Fishing action, by fish
    dried: int  # Himono licenses used in it, as bits
    activated: int  # boats used in it, as bits
    boat: int  # the boat at hand
    barge: int  # the boat that a barrel is transferred from
    second: bool  # the Blue Ship may catch once more
    unloaded: int  # barrels unloaded in it
    landed: list[int]  # unloaded barrels that wait for an auction, by fish
    auctions: tuple[int, ...]  # fish to be auctioned
    repricings: int  # prices that may still be changed in it
    abroad: tuple[int, ...]  # the group of boats that docks in the Foreign Market
    queue: tuple[int, ...]  # items that need a price
    buying: int  # who purchases: the one whose turn it is, or the owner of a Buyer
    owed: tuple[int, ...]  # overfished markets whose payments wait for the end of a purchase
    visit: int  # the market visited
    interacted: bool
    uses: int  # of what the market visited allows a few times only
    sold: bool  # whether something was sold in this visit
    space: int  # of the market visited that is being filled
    lot: tuple[int, ...]  # tokens laid on the market visited
    bidding: int  # the market that holds the auction
    bids: list[int]  # by seat, NOBODY where there is none
    prize: tuple[int, ...]  # tokens to be had
    crate: tuple[int, ...]  # barrels to be had, by fish
    offers: tuple[int, ...]  # seats to choose from

    def copy(self) -> Self:  # noqa: PLR0915 - one line a field
        """An independent twin, without a log."""
        twin = self.__class__.__new__(self.__class__)
        twin.actors = self.actors
        twin.log = None
        twin.reveals = self.reveals
        twin.setup = self.setup
        twin.rng = self.rng.copy()
        twin.round = self.round
        twin.start = self.start
        twin.seat = self.seat
        twin.phase = self.phase
        twin.base = self.base
        twin.step = self.step
        twin.points = self.points
        twin.acted = self.acted
        twin.entered = self.entered
        twin.final = self.final
        twin.trigger = self.trigger
        twin.choices = self.choices
        twin.moves = self.moves
        twin.history = self.history
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
        twin.chest = self.chest[:]
        twin.supply = self.supply
        twin.box_barrels = self.box_barrels[:]
        twin.box_tokens = self.box_tokens[:]
        twin.box_licenses = self.box_licenses[:]
        twin.boxed = self.boxed[:]
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
        twin.barge = self.barge
        twin.second = self.second
        twin.unloaded = self.unloaded
        twin.landed = self.landed[:]
        twin.auctions = self.auctions
        twin.repricings = self.repricings
        twin.abroad = self.abroad
        twin.queue = self.queue
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

    def tell(self, key: str, *, only: int | None = None, **arguments: Argument) -> None:
        """Put an event into the log, if there is one, for everybody or for one seat."""
        if self.log is not None:
            audience = None if only is None else (only,)
            self.log.append(Event(f"{NAME}.event.{key}", arguments, audience=audience))
