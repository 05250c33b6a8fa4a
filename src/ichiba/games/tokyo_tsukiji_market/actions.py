"""The kinds of actions with their notations, and the reasons while no decision asks for them.

An action is the first number of its kind plus the number of a boat, fish, token and so on. What it
does depends on the decision: "token eel" sells an eel in the Aquarium but adds it to the lot in the
Auction. Amounts come last, so that there can be any number of them.
"""

from collections.abc import Iterable
from typing import Final

from ichiba.core.actions import ActionTable
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_TYPE,
    BOAT_TYPES,
    BOATS_OF_TYPE,
    COLUMNS,
    DRYING,
    FISH,
    ITEMS,
    MARKETS,
    NAME,
    NUM_BOATS,
    NUM_FISH,
    STEP,
    TAKOYAKI,
    TITLE,
    TOKEN_COUNT,
    TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.goods import COLUMN_OF, ITEMS_FOR_SALE, PLACE_OF, PLACES

# The upper limit of bids: four times all the yen in the box.
MOST_YEN: Final = 100_000
_MOST_PLAYERS: Final = 6
_MOST_SALE: Final = 13  # the largest number of tokens of one kind that can be sold together
_ROWS: Final = ("upper", "lower")
_COLUMN_NAMES: Final = (*(str(price) for price in COLUMNS), "other")
_MOST_SPACES: Final = 5  # of any market
# The most pieces of one kind that can lie on a harbor.
MOST_PIECES: Final = max(TOKEN_COUNT[TAKOYAKI], *(data.barrels.value for data in BOX.fish.values()))
NO_BARREL: Final = -1


class Way:
    """One way to pay for entering a market; action points and Carts are counted separately."""

    __slots__ = (
        "barrel",
        "carts",
        "market",
        "name",
        "own",
        "points",
        "simple",
        "takoyaki",
        "yen",
    )

    def __init__(self, market: int, name: str) -> None:
        self.market = market
        self.name = name  # in notation, after the word "enter"
        self.points = self.carts = self.yen = 0
        self.takoyaki = False  # a Takoyaki token
        self.own = False  # whether it comes from the player's own harbor
        self.barrel = NO_BARREL  # a barrel of this fish from the player's own harbor
        self.simple = True  # costs only normal points and yen

    @property
    def notation(self) -> str:
        """The notation of the action."""
        return f"enter {self.name}"


def _ways(market: int) -> list[Way]:
    """Every way to enter a market."""
    name = MARKETS[market]
    data = BOX.fish[name] if market < NUM_FISH else BOX.external[name]
    ways: list[Way] = []
    for entry in data.entry:
        if entry.takoyaki:
            for own, text in ((False, "for takoyaki"), (True, "for own takoyaki")):
                way = Way(market, f"{name} {text}")
                way.takoyaki, way.own, way.simple = True, own, False
                ways.append(way)
        elif entry.barrel or entry.any_barrel:
            for fish in range(NUM_FISH) if entry.any_barrel else (market,):
                way = Way(market, f"{name} for barrel {FISH[fish]}")
                way.barrel, way.simple = fish, False
                ways.append(way)
        else:
            ways += [
                _paid(market, name, entry.points, k, entry.yen) for k in range(entry.points + 1)
            ]
    return ways


def _paid(market: int, name: str, points: int, carts: int, yen: int) -> Way:
    extra = " by cart" * (carts > 0) if points < 2 else f" by {carts} carts" * (carts > 0)
    paid_in_yen = bool(yen) and not points
    way = Way(market, f"{name}{' for yen' * paid_in_yen}{extra}")
    way.points, way.carts, way.yen = points - carts, carts, yen
    way.simple = not carts
    return way


WAYS: Final = tuple(way for market in range(len(MARKETS)) for way in _ways(market))


def boat_name(boat: int) -> str:
    """The notation of a boat: its type and its number within the type."""
    boat_type = BOAT_TYPE[boat]
    return f"{BOAT_TYPES[boat_type]} {boat - BOATS_OF_TYPE[boat_type][0] + 1}"


_BOAT_NAMES: Final = [boat_name(boat) for boat in range(NUM_BOATS)]
_SEATS: Final = range(1, _MOST_PLAYERS + 1)

ACTIONS: Final = ActionTable(NAME, TITLE)


def _menu(word: str) -> int:
    """Add a choice in the menu of a turn. Elsewhere, the decision at hand comes first."""
    return ACTIONS.add(word)


def _boats(word: str, names: Iterable[object] = ("",)) -> int:
    """Add what a boat does, once it is chosen in a Fishing action."""
    return ACTIONS.add(word, names, not_asked="choose_boat", rule="fishing")


def _market(word: str, names: Iterable[object] = ("",)) -> int:
    """Add an interaction with a market."""
    return ACTIONS.add(word, names, not_asked="enter_first", rule="markets")


GO_FISHING: Final = _menu("fish")
GO_PURCHASING: Final = _menu("purchase")
PASS: Final = _menu("pass")
END_TURN: Final = _menu("end")
DISCARD: Final = _menu("discard")
OPEN_PORT: Final = _menu("port")
FREEZE: Final = _market("freeze")
DEGRADE: Final = _market("degrade")
DONE: Final = ACTIONS.add("done")  # finish, leave or decline
UNDOCK: Final = _boats("undock")
DOCK: Final = _boats("dock")
DOCK_ABROAD: Final = _boats("foreign")
LICENSE: Final = _market("license")
SET: Final = _market("set")
PAIR_TOKENS: Final = _market("pair tokens")
PAIR_MIXED: Final = _market("pair mixed")
PAIR_BARRELS: Final = _market("pair barrels")
CONVERT: Final = _market("convert")
IWASHI: Final = _market("iwashi")
LOAN: Final = _market("loan")
SHARE: Final = _market("share")
RENT_FREEZER: Final = _market("freezer")
RENT_CART: Final = _market("cart")
BUY_BLUE: Final = _market("blue")
BUYER: Final = _market("buyer")
NEW_FISH: Final = _market("new fish")
NEW_EXTERNAL: Final = _market("new external")
OFFER: Final = _market("offer")
TAKE_BACK: Final = _market("back")
BUY_OWN_FUGU: Final = _market("own fugu")  # degraded Fugu on the player's own harbor
BOAT: Final = ACTIONS.add("boat", _BOAT_NAMES)
TRANSFER: Final = ACTIONS.add("transfer", _BOAT_NAMES)  # one barrel from a ship to the barge
CATCH: Final = _boats("barrel", FISH)  # with its own license; also a fish to discard or transfer
DRY_CATCH: Final = _boats("himono catch", FISH)  # with a Himono license
JACK_CATCH: Final = _boats("jack catch", (1, 2))  # that many Mackerel with a Jack Mackerel license
BUY: Final = ACTIONS.add(
    "buy",
    (f"{seat} {item} {row}" for seat in _SEATS for item in ITEMS for row in _ROWS),
    not_asked="purchase_first",
    rule="purchasing",
)
REPRICE: Final = ACTIONS.add(
    "reprice",
    (f"{item} {row} {column}" for item in ITEMS for row in _ROWS for column in _COLUMN_NAMES),
    not_asked="reprice_when_fishing",
    rule="harbor",
)
RETURN: Final = ACTIONS.add("return", FISH)  # a license
DRY_BARREL: Final = ACTIONS.add(
    "dry barrel", (FISH[fish] for fish in DRYING)
)  # onto a Himono license
DRY_TOKEN: Final = ACTIONS.add("dry token", (FISH[fish] for fish in DRYING))
ASSIGN: Final = ACTIONS.add("assign", _SEATS)  # a Buyer to a seat
COLUMN: Final = ACTIONS.add("price", _COLUMN_NAMES, not_asked="nothing_to_price", rule="harbor")
ENTER: Final = ACTIONS.add("enter", (way.name for way in WAYS))
TOKEN_AT: Final = _market("token", TOKENS)  # to the market that is being visited
SECOND: Final = _market("second", TOKENS)  # to the Government's second space
BUY_BOAT: Final = _market("take", BOAT_TYPES)
USED_BOAT: Final = _market("take used", BOAT_TYPES)  # to rent from Used Ships
SPACE: Final = _market("space", range(1, _MOST_SPACES + 1))
COUNT: Final = _market("sell", range(1, _MOST_SALE + 1))  # this many together
# One of several different pieces of a kind, in the order of `picking.candidates`.
WHICH: Final = ACTIONS.add(
    "which", range(1, MOST_PIECES + 1), not_asked="nothing_to_pick", rule="harbor"
)
CHOOSE: Final = ACTIONS.add("choose", _SEATS, not_asked="no_bids", rule="bids")  # whose bid wins
AMOUNT: Final = ACTIONS.add("yen", range(0, MOST_YEN + 1, STEP), not_asked="no_amount", rule="bids")

# What can be done only elsewhere than in a market.
ELSEWHERE: Final = (
    GO_FISHING, GO_PURCHASING, PASS, END_TURN, DISCARD, FREEZE, DEGRADE, UNDOCK, DOCK, DOCK_ABROAD,
    BUY_OWN_FUGU,
)  # fmt: skip
# What can be done in some market.
INTERACTIONS: Final = (
    LICENSE, SET, PAIR_TOKENS, PAIR_MIXED, PAIR_BARRELS, CONVERT, IWASHI, LOAN, SHARE, RENT_FREEZER,
    RENT_CART, BUY_BLUE, BUYER, NEW_FISH, NEW_EXTERNAL, OFFER, TAKE_BACK, TOKEN_AT, SECOND,
    BUY_BOAT, USED_BOAT, SPACE, COUNT,
)  # fmt: skip


def kind_of(action: int) -> int:
    """The kind of an action."""
    return ACTIONS.kind_of[action]


def bid_of(yen: int) -> int:
    """The action that names this amount."""
    return AMOUNT + yen // STEP


def yen_of(action: int) -> int:
    """The amount that an action names."""
    return (action - AMOUNT) * STEP


def purchase_from(seller: int, place: int) -> int:
    """The action that buys an item in a row of a seller's harbor."""
    return BUY + seller * PLACES + place


def seller_and_place(action: int) -> tuple[int, int]:
    """Whose harbor a purchase is from, and which item in which row."""
    return divmod(action - BUY, PLACES)


# By item for sale: the action that takes it out of its column for a new price.
REPRICE_OF: Final[tuple[int, ...]] = tuple(
    REPRICE + PLACE_OF[code] * len(_COLUMN_NAMES) + COLUMN_OF[code] for code in ITEMS_FOR_SALE
)

# The ways to enter each market, as actions.
WAYS_OF: Final = tuple(
    tuple((ENTER + place, way) for place, way in enumerate(WAYS) if way.market == market)
    for market in range(len(MARKETS))
)
# The action, points and yen where the only way without Carts costs just points and yen.
PLAIN_WAY: Final = tuple(
    (ways[0][0], ways[0][1].points, ways[0][1].yen)
    if [way.simple for _, way in ways if not way.carts] == [True]
    else None
    for ways in WAYS_OF
)
# The same by how many Carts can be used.
MOST_CARTS: Final = max(way.carts for way in WAYS)
WAYS_WITH_CARTS: Final = tuple(
    tuple(tuple((action, way) for action, way in ways if way.carts <= carts) for ways in WAYS_OF)
    for carts in range(MOST_CARTS + 1)
)
