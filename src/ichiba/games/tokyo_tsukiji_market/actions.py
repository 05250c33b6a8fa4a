"""The table of actions: every decision of the game as a number, and its notation.

An action is the first number of its kind plus a boat, a fish, a token and so on. What it does
depends on what is at hand: "token eel" sells an eel in the Aquarium and lays it into the lot in the
Auction. The amounts stand at the end, so that they can be as many as needed.
"""

from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_TYPE,
    BOAT_TYPES,
    BOATS_OF_TYPE,
    BOX,
    COLUMNS,
    DRYING,
    FISH,
    ITEMS,
    MARKETS,
    NUM_BOATS,
    NUM_FISH,
    NUM_ITEMS,
    NUM_TYPES,
    STEP,
    TOKENS,
)

# Bids reach to the bidder's money. This is four times all the yen of the box.
MOST_YEN = 100_000
_MOST_PLAYERS = 6
_MOST_SALE = 13  # the most tokens of one kind that are sold together
_ROWS = ("upper", "lower")


class Way:
    """One way to pay for entering a market, with normal action points and Carts told apart."""

    __slots__ = (
        "barrel",
        "carts",
        "market",
        "notation",
        "own",
        "points",
        "simple",
        "takoyaki",
        "yen",
    )

    def __init__(self, market: int, notation: str) -> None:
        self.market = market
        self.notation = notation
        self.points = self.carts = self.yen = 0
        self.takoyaki = False  # a Takoyaki token
        self.own = False  # ... from the own harbor
        self.barrel = -1  # a barrel of this fish from the own harbor
        self.simple = True  # nothing but normal points and yen


def _ways(market: int) -> list[Way]:
    """Every way to enter a market."""
    name = MARKETS[market]
    data = BOX.fish[name] if market < NUM_FISH else BOX.external[name]
    ways: list[Way] = []
    for entry in data.entry:
        if entry.takoyaki:
            for own, text in ((False, "for takoyaki"), (True, "for own takoyaki")):
                way = Way(market, f"enter {name} {text}")
                way.takoyaki, way.own, way.simple = True, own, False
                ways.append(way)
        elif entry.barrel or entry.any_barrel:
            for fish in range(NUM_FISH) if entry.any_barrel else (market,):
                way = Way(market, f"enter {name} for barrel {FISH[fish]}")
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
    way = Way(market, f"enter {name}{' for yen' * paid_in_yen}{extra}")
    way.points, way.carts, way.yen = points - carts, carts, yen
    way.simple = not carts
    return way


WAYS = tuple(way for market in range(len(MARKETS)) for way in _ways(market))

_WORDS = (
    # the turn
    "fish", "purchase", "pass", "end", "discard", "port", "freeze", "degrade",
    # within an action: finished, leave, decline
    "done",
    # boats
    "undock", "dock", "foreign",
    # interactions with markets
    "license", "set", "pair tokens", "pair mixed", "pair barrels", "convert", "iwashi",
    "loan", "share", "freezer", "cart", "blue", "buyer", "new fish", "new external",
    "offer", "back",
    # a harbor's own degraded fugu
    "own fugu",
)  # fmt: skip
(
    GO_FISHING, GO_PURCHASING, PASS, END_TURN, DISCARD, OPEN_PORT, FREEZE, DEGRADE,
    DONE, UNDOCK, DOCK, DOCK_ABROAD, LICENSE, SET, PAIR_TOKENS, PAIR_MIXED, PAIR_BARRELS, CONVERT,
    IWASHI, LOAN, SHARE, FREEZER, CART, BUY_BLUE, BUYER, NEW_FISH, NEW_EXTERNAL, OFFER, TAKE_BACK,
    OWN_FUGU,
) = range(len(_WORDS))  # fmt: skip

BOAT = len(_WORDS)
TRANSFER = BOAT + NUM_BOATS  # one barrel of a ship to the barge
CATCH = TRANSFER + NUM_BOATS  # a fish, with its own license; also a fish to discard or transfer
DRY_CATCH = CATCH + NUM_FISH  # with a Himono license
JACK_CATCH = DRY_CATCH + NUM_FISH  # one or two Mackerel with a Jack Mackerel license
BUY = JACK_CATCH + 2  # from a seat's harbor: an item of a row
REPRICE = BUY + _MOST_PLAYERS * NUM_ITEMS * 2  # an item of a row in a column
RETURN = REPRICE + NUM_ITEMS * 2 * (len(COLUMNS) + 1)  # a license
DRY_BARREL = RETURN + NUM_FISH  # onto a Himono license
DRY_TOKEN = DRY_BARREL + len(DRYING)
ASSIGN = DRY_TOKEN + len(DRYING)  # a Buyer to a seat
COLUMN = ASSIGN + _MOST_PLAYERS  # a price; the last column asks for an amount
ENTER = COLUMN + len(COLUMNS) + 1
TOKEN_AT = ENTER + len(WAYS)  # a token to the market at hand
SECOND = TOKEN_AT + len(TOKENS)  # a token to the Government's second space
BUY_BOAT = SECOND + len(TOKENS)  # of a type
USED_BOAT = BUY_BOAT + NUM_TYPES  # of a type, from Used Ships, to rent
SPACE = USED_BOAT + NUM_TYPES  # a space of the market at hand
COUNT = SPACE + 5  # sell so many together, from 1
CHOOSE = COUNT + _MOST_SALE  # a seat: whose bid wins
AMOUNT = CHOOSE + _MOST_PLAYERS  # in steps of 100 yen, from 0
NUM_ACTIONS = AMOUNT + MOST_YEN // STEP + 1


def boat_name(boat: int) -> str:
    """A boat as it is written: its type and its number among those."""
    boat_type = BOAT_TYPE[boat]
    return f"{BOAT_TYPES[boat_type]} {boat - BOATS_OF_TYPE[boat_type][0] + 1}"


_COLUMN_NAMES = (*(str(price) for price in COLUMNS), "other")
NOTATION = (
    *_WORDS,
    *(f"boat {boat_name(boat)}" for boat in range(NUM_BOATS)),
    *(f"transfer {boat_name(boat)}" for boat in range(NUM_BOATS)),
    *(f"barrel {fish}" for fish in FISH),
    *(f"himono catch {fish}" for fish in FISH),
    *(f"jack catch {count}" for count in (1, 2)),
    *(
        f"buy {seat + 1} {item} {row}"
        for seat in range(_MOST_PLAYERS)
        for item in ITEMS
        for row in _ROWS
    ),
    *(
        f"reprice {item} {row} {column}"
        for item in ITEMS
        for row in _ROWS
        for column in _COLUMN_NAMES
    ),
    *(f"return {fish}" for fish in FISH),
    *(f"dry barrel {FISH[fish]}" for fish in DRYING),
    *(f"dry token {FISH[fish]}" for fish in DRYING),
    *(f"assign {seat + 1}" for seat in range(_MOST_PLAYERS)),
    *(f"price {column}" for column in _COLUMN_NAMES),
    *(way.notation for way in WAYS),
    *(f"token {token}" for token in TOKENS),
    *(f"second {token}" for token in TOKENS),
    *(f"take {boat_type}" for boat_type in BOAT_TYPES),
    *(f"take used {boat_type}" for boat_type in BOAT_TYPES),
    *(f"space {space + 1}" for space in range(5)),
    *(f"sell {count}" for count in range(1, _MOST_SALE + 1)),
    *(f"choose {seat + 1}" for seat in range(_MOST_PLAYERS)),
    *(f"yen {amount}" for amount in range(0, MOST_YEN + 1, STEP)),
)
ACTION = {notation: action for action, notation in enumerate(NOTATION)}

# The ways of each market, as actions.
WAYS_OF = tuple(
    tuple((ENTER + place, way) for place, way in enumerate(WAYS) if way.market == market)
    for market in range(len(MARKETS))
)
# Where the only way without Carts is to pay points or yen: the action, points and yen.
PLAIN_WAY = tuple(
    (ways[0][0], ways[0][1].points, ways[0][1].yen)
    if [way.simple for _, way in ways if not way.carts] == [True]
    else None
    for ways in WAYS_OF
)
WAYS_WITHOUT_CARTS = tuple(
    tuple((action, way) for action, way in ways if not way.carts) for ways in WAYS_OF
)
