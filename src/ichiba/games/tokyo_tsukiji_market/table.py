"""What is on the table, in ints, lists and tuples. Each field is declared once."""

from typing import TYPE_CHECKING, ClassVar, Final, Self

from ichiba.core.decision import Decision, Part
from ichiba.core.fields import Derived, Shared, Stored
from ichiba.core.messages import Message, Reason
from ichiba.core.phased import PhasedState
from ichiba.games.tokyo_tsukiji_market.actions import ACTIONS, BOAT
from ichiba.games.tokyo_tsukiji_market.data import NAME
from ichiba.games.tokyo_tsukiji_market.keys import BOAT_KEY

if TYPE_CHECKING:
    from ichiba.games.tokyo_tsukiji_market.setup import Setup

# Phases: what is being decided. `state.DECISIONS` has them in this order. In RESUMING nobody
# decides: the flow of the turn continues.
FREEZER: Final = 0
OWN_FUGU: Final = 1
PRICING: Final = 2
PRICING_FREELY: Final = 3
TURN: Final = 4
DISCARDING: Final = 5
FISHING: Final = 6
ACTIVITY: Final = 7
ABROAD: Final = 8
TRANSFERRING: Final = 9
CHOOSING_BARGE: Final = 10
PURCHASING: Final = 11
VISITING: Final = 12
TRADING_IN: Final = 13
BIDDING: Final = 14
AWARDING: Final = 15
OVER: Final = 16
RESUMING: Final = 17
# The stages of a turn, in order (B7).
CHECK_END: Final = 0
TAKE_IN: Final = 1
ASK_FREEZER: Final = 2
ASK_OWN_FUGU: Final = 3
DEGRADATION: Final = 4
ACTIONS_STAGE: Final = 5
BUYERS_STAGE: Final = 6

NOBODY: Final = -1
NO_SPACE: Final = -1
# The owner of a boat that belongs to no player.
AT_SHIPS: Final = -1
AT_USED_SHIPS: Final = -2
IN_BOX: Final = -3
ON_BOARD: Final = -1  # a Himono license that nobody holds
# Where a boat is: ports 0, 1 and 2, at sea, or in the Foreign Market.
PORTS: Final = 3
SEA: Final = 3
FOREIGN: Final = 4
# The status of a fish market or an external market.
BOXED: Final = 0
OPEN: Final = 1
OVERFISHED: Final = 2
CRASHED: Final = 2
CLOSED: Final = 3
# Where a boat is rented from.
NOT_RENTED: Final = 0
FROM_SHIPS: Final = 1
FROM_USED_SHIPS: Final = 2
# The other tokens, as indices of `others_left` and `box_others`.
OTHERS: Final = ("freezer", "cart", "buyer", "expansion", "loan", "share", "rental")
FREEZERS: Final = 0
CARTS: Final = 1
BUYERS: Final = 2
EXPANSIONS: Final = 3
LOANS: Final = 4
SHARES: Final = 5
RENTAL_TOKENS: Final = 6


class MarketTable(PhasedState):
    """The pieces of a game. Seats, fish, tokens, boats and markets are numbers from 0.

    Tuples are replaced, never changed, so copies can share them.
    """

    game = NAME
    actions = ACTIONS
    decisions: "ClassVar[tuple[Step, ...]]"

    setup: "Derived[Setup]"
    # The flow.
    round: int
    start: int  # the first player
    seat: int  # whose turn it is
    stage: int  # of the turn
    menu: int  # the phase to return to after smaller decisions, such as prices: TURN or an action
    points: int  # action points left
    acted: bool  # whether an action was taken this turn
    entered: int  # markets entered this turn, as bits
    returned: int  # fish of which a license was returned this turn, as bits (C5)
    able: bool  # whether the player could do anything this turn but pass
    idle: int  # consecutive turns in which the player could not (B10)
    turns_left: int  # turns left once the end is triggered, else NOBODY
    trigger: int  # who triggered it
    choices: Derived[Shared[list[int]]]  # of the deciding player; empty until they are needed
    turns_begun: int  # so far
    standings: tuple[tuple[int, ...], ...]  # after each turn: money by seat, then resources by seat
    # Markets.
    status: list[int]  # by fish
    external: list[int]  # by external market
    in_play: tuple[int, ...]  # markets in the order in which they came into play
    fish_pile: list[int]  # markets in the box
    external_pile: list[int]
    barrels: list[int]  # by fish, on the board
    licenses_left: list[int]
    stock: list[int]  # by token kind, on the board or in the bag
    track: list[int]  # by fish: the value marker
    iwashi: int  # canned sardines
    shelves: list[tuple[tuple[int, ...], ...]]  # by external market: tokens on each of its spaces
    others_left: list[int]  # other tokens on their boards
    supply: int  # yen in the general supply, negative if the box does not hold enough
    # The box.
    box_barrels: list[int]
    box_tokens: list[int]
    box_licenses: list[int]
    box_others: list[int]
    # The players.
    money: list[int]
    tokens: list[list[int]]  # by seat and kind
    licenses: list[list[int]]  # by seat and fish
    harbor: list[tuple[int, ...]]  # by seat: items for sale, cheapest first
    ports: list[int]  # by seat: number of open ports
    freezers: list[tuple[int, ...]]  # by seat: uses left of each
    carts: list[tuple[int, ...]]
    buyers: list[int]
    loans: list[int]
    shares: list[int]
    assigned: tuple[tuple[int, int], ...]  # Buyers in order: owner, and after whose turn
    himono_owner: list[int]  # by Himono license: a seat, ON_BOARD or IN_BOX
    himono_on: list[tuple[int, ...]]  # by Himono license: what dries on it
    # Boats.
    owner: list[int]
    fleet: Derived[list[tuple[int, ...]]]  # by seat: its boats; follows from `owner`
    place: list[int]
    cargo: list[tuple[int, ...]]
    rented: list[int]
    # The current action.
    used: list[int]  # licenses used in this Fishing action, by fish
    dried: int  # Himono licenses used in it, as bits
    activated: int  # boats used in it, as bits
    boat: int  # the chosen boat
    barge: int  # the boat that a barrel is transferred from
    second_catch: bool  # the Blue Ship may catch once more
    unloaded: int  # barrels unloaded in it
    landed: list[int]  # unloaded barrels waiting for an auction, by fish
    auctions: tuple[int, ...]  # fish to be auctioned
    repricings: int  # prices that may still be changed in it
    abroad: tuple[int, ...]  # the group of boats docking in the Foreign Market
    to_price: tuple[int, ...]  # items that need a price
    buying: int  # who purchases: the active player or the owner of a Buyer
    owed: tuple[int, ...]  # overfished markets whose payments are due after the purchase
    visit: int  # the market that is being visited
    interacted: bool
    uses: int  # how often something limited was done in this visit
    sold: bool  # whether something was sold in this visit
    space: int  # the space that is being filled in the visited market, or NO_SPACE
    lot: tuple[int, ...]  # tokens added to the lot in the visited market
    bidding: int  # the market that is holding the auction
    bids: list[int]  # by seat, NOBODY where there is none
    prize: tuple[int, ...]  # tokens in the auctioned lot
    crate: tuple[int, ...]  # barrels in the auctioned lot
    offers: tuple[int, ...]  # seats to choose from

    # --- Written by scripts/write_fields.py from the declarations above; do not edit.
    __slots__ = (
        "able",
        "abroad",
        "acted",
        "activated",
        "assigned",
        "auctions",
        "barge",
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
        "carts",
        "choices",
        "crate",
        "dried",
        "entered",
        "external",
        "external_pile",
        "fish_pile",
        "fleet",
        "freezers",
        "harbor",
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
        "menu",
        "money",
        "offers",
        "others_left",
        "owed",
        "owner",
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
    stored: ClassVar[Stored] = {
        "actors": tuple[int, ...],
        "reveals": int,
        "phase": int,
        "round": int,
        "start": int,
        "seat": int,
        "stage": int,
        "menu": int,
        "points": int,
        "acted": bool,
        "entered": int,
        "returned": int,
        "able": bool,
        "idle": int,
        "turns_left": int,
        "trigger": int,
        "turns_begun": int,
        "standings": tuple[tuple[int, ...], ...],
        "status": list[int],
        "external": list[int],
        "in_play": tuple[int, ...],
        "fish_pile": list[int],
        "external_pile": list[int],
        "barrels": list[int],
        "licenses_left": list[int],
        "stock": list[int],
        "track": list[int],
        "iwashi": int,
        "shelves": list[tuple[tuple[int, ...], ...]],
        "others_left": list[int],
        "supply": int,
        "box_barrels": list[int],
        "box_tokens": list[int],
        "box_licenses": list[int],
        "box_others": list[int],
        "money": list[int],
        "tokens": list[list[int]],
        "licenses": list[list[int]],
        "harbor": list[tuple[int, ...]],
        "ports": list[int],
        "freezers": list[tuple[int, ...]],
        "carts": list[tuple[int, ...]],
        "buyers": list[int],
        "loans": list[int],
        "shares": list[int],
        "assigned": tuple[tuple[int, int], ...],
        "himono_owner": list[int],
        "himono_on": list[tuple[int, ...]],
        "owner": list[int],
        "place": list[int],
        "cargo": list[tuple[int, ...]],
        "rented": list[int],
        "used": list[int],
        "dried": int,
        "activated": int,
        "boat": int,
        "barge": int,
        "second_catch": bool,
        "unloaded": int,
        "landed": list[int],
        "auctions": tuple[int, ...],
        "repricings": int,
        "abroad": tuple[int, ...],
        "to_price": tuple[int, ...],
        "buying": int,
        "owed": tuple[int, ...],
        "visit": int,
        "interacted": bool,
        "uses": int,
        "sold": bool,
        "space": int,
        "lot": tuple[int, ...],
        "bidding": int,
        "bids": list[int],
        "prize": tuple[int, ...],
        "crate": tuple[int, ...],
        "offers": tuple[int, ...],
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
        twin.round = self.round
        twin.start = self.start
        twin.seat = self.seat
        twin.stage = self.stage
        twin.menu = self.menu
        twin.points = self.points
        twin.acted = self.acted
        twin.entered = self.entered
        twin.returned = self.returned
        twin.able = self.able
        twin.idle = self.idle
        twin.turns_left = self.turns_left
        twin.trigger = self.trigger
        twin.choices = self.choices
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
        twin.barge = self.barge
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

    # --- End of the written part.


class Step(Decision[MarketTable]):
    """A decision of this game. Unless it says more, whatever else the player tries has to wait."""

    game = NAME
    is_never_forced: ClassVar[bool] = False  # there are always several choices

    def decider(self, table: MarketTable) -> int:
        """Return who decides."""
        return table.seat

    def is_work(self, table: MarketTable, seat: int) -> bool:
        """Return whether the player can do more than pass (B10)."""
        return True

    def is_asked(self, table: MarketTable, seat: int, action: int) -> bool:
        """Return whether the player is asked although this is the only choice.

        Players are asked about what costs money, gives something away, opens an auction or ends the
        turn (G10). With closed money they are also asked if money decides what is possible: a step
        taken automatically would reveal that the player cannot afford anything else.
        """
        return False

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """Return the question at hand."""
        return self.comes_first(table, seat)


class Choice(Part[MarketTable]):
    """Some choices in the menu of a turn, of the Fishing action or of a visit."""

    game = NAME

    def not_now(self, table: MarketTable, seat: int) -> Reason:
        """Return the question at hand, if it alone is the reason."""
        return table.decisions[table.phase].comes_first(table, seat)


class ChoiceMenu(Step):
    """A menu of this game: the same as `Menu`, but a step.

    It cannot inherit from both, because a compiled class has only one base.
    """

    parts: ClassVar[tuple[Choice, ...]] = ()
    holds_up: ClassVar[tuple[int, ...] | None] = ()

    def __init__(self) -> None:
        self.kind_of = ACTIONS.kind_of
        self.part_of = {kind: part for part in self.parts for kind in part.kinds}

    def is_about(self, kind: int) -> bool:
        """Return whether one of the choices is, or the menu itself."""
        return kind in self.part_of or kind in self.kinds

    def take(self, table: MarketTable, seat: int, action: int) -> None:
        """Carry out an action by its choice."""
        self.part_of[self.kind_of[action]].take(table, seat, action)

    def label(self, table: MarketTable, seat: int, action: int) -> Message:
        """Label an action by its choice."""
        return self.part_of[self.kind_of[action]].label(table, seat, action)

    def why_not(self, table: MarketTable, seat: int, action: int) -> Reason:
        """Return the reason of the choice; a boat may also belong to somebody else."""
        kind = self.kind_of[action]
        if kind in self.part_of:
            return self.part_of[kind].why_not(table, seat, action)
        if kind == BOAT and table.owner[action - BOAT] != seat:
            return self.no("not_your_boat", "fishing", boat=BOAT_KEY[action - BOAT])
        return self.comes_first(table, seat)
