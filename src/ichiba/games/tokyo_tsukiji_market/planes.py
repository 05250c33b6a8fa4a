"""The planes of an observation: what its numbers mean, for each number of players.

A few details are left out: the history, which tokens lie on spaces that never give them back, what
exactly dries on a Himono license, the order of assigned Buyers, and the prices of equal items in a
row except the lowest.
"""

from functools import cache

from ichiba.core.observation import Plane, Spec
from ichiba.games.tokyo_tsukiji_market.actions import MOST_PIECES, MOST_YEN
from ichiba.games.tokyo_tsukiji_market.box import BOX
from ichiba.games.tokyo_tsukiji_market.data import (
    BLUE,
    BLUE_SHIP,
    BOAT_SLOTS,
    DEAREST,
    NUM_BOATS,
    NUM_FISH,
    NUM_MARKETS,
    NUM_TYPES,
    TOKEN_COUNT,
    TOKEN_FISH,
)
from ichiba.games.tokyo_tsukiji_market.markets.registry import SHELVES
from ichiba.games.tokyo_tsukiji_market.options import MOST_ROUNDS
from ichiba.games.tokyo_tsukiji_market.table import (
    FISHING,
    FOREIGN,
    OTHERS,
    OVER,
    PURCHASING,
    TURN,
    VISITING,
)

MENUS = (TURN, FISHING, PURCHASING, VISITING)
ROWS = 2  # of a harbor
# The market whose tokens on spaces can be traded again.
TRADED = next(board for board in SHELVES if board.trades_again)
TRADING_SPACES = len(TRADED.spaces)
_ABOUT_BOAT = 6  # numbers about a boat, before its cargo
# An upper bound for everything that is counted.
_MOST_PIECES = sum(data.barrels.value for data in BOX.fish.values()) + sum(TOKEN_COUNT)


class Box:
    """How much of everything there is in the base game, or together with the expansion."""

    __slots__ = ("boats", "external", "fish", "items", "shelves", "tokens", "types")

    def __init__(self, *, expansion: bool) -> None:
        # What belongs to the expansion has the last numbers.
        self.fish = sum(expansion or not data.expansion for data in BOX.fish.values())
        self.external = sum(expansion or not data.expansion for data in BOX.external.values())
        self.items = self.fish + 1  # with Takoyaki
        self.tokens = sum(fish < self.fish for fish in TOKEN_FISH)
        self.boats = NUM_BOATS if expansion else BLUE_SHIP
        self.types = NUM_TYPES if expansion else BLUE
        self.shelves = tuple(
            (board.index, len(board.spaces)) for board in SHELVES if board.index < self.external
        )


BOXES = (Box(expansion=False), Box(expansion=True))


@cache
def spec(players: int, expansion: bool) -> Spec:
    """The planes, in the order of `observation.packed`."""
    box = BOXES[expansion]
    return Spec(
        (
            *_planes_of_turn(players),
            *_planes_of_markets(box),
            *_planes_of_players(players, box),
        )
    )


def _planes_of_turn(players: int) -> tuple[Plane, ...]:
    """The turn and the current action."""
    return (
        Plane("round", (1,), 1, MOST_ROUNDS, f"The number of the round, at most {MOST_ROUNDS}."),
        Plane("phase", (OVER + 1,), 0, 1, "What is being decided, in the order of the phases."),
        Plane(
            "menu",
            (len(MENUS),),
            0,
            1,
            "The menu of the turn, Fishing, Purchasing, or a visit, also during smaller decisions.",
        ),
        Plane(
            "turn",
            (16,),
            0,
            _MOST_PIECES,
            "The stage of the turn; points left; whether an action was taken; whether there was "
            "more to do than pass; turns in a row without that; whether the end is triggered, and "
            "turns left; items to price; new prices left and barrels unloaded in this Fishing "
            "action; Himono licenses used in it; whether the Blue Ship may catch again; in a "
            "visit, whether there was an interaction, limited interactions so far, and whether "
            "something was sold; whether the point left is a Cart's.",
        ),
        Plane(
            "chosen",
            (10 + 4 * MOST_PIECES,),
            0,
            DEAREST,
            "From 1, or 0 for none: the chosen boat, the ship of a transfer, the next item to "
            "price, the visited market, its space, the market of the auction; the fish to "
            "transfer; and while a piece is picked, what for (to enter a market, sell one, sell "
            "two, dry, reprice, discard or transfer it), the market to enter, how many more, and "
            f"of each of up to {MOST_PIECES} pieces to pick from: whether there is one, its price, "
            "whether it is degraded, the Himono license that caught it.",
        ),
        Plane(
            "seats",
            (9, players),
            0,
            1,
            "In rows: who has to decide, whose turn it is, who is the first player, who purchases, "
            "who triggered the end, whose money is known, who bids or can be chosen, who has bid, "
            "whose bid is known.",
        ),
        Plane(
            "money", (2, players), 0, MOST_YEN, "Everybody's yen, if known; their bids, if known."
        ),
    )


def _planes_of_markets(box: Box) -> tuple[Plane, ...]:
    """The boards of the markets."""
    spaces = sum(count for _, count in box.shelves)
    may_come = (
        "whether it may still come into play (with open knowledge, its place in the order, from 1)"
    )
    return (
        Plane(
            "fish_markets",
            (5, box.fish),
            0,
            NUM_FISH,
            "By fish market: whether it is in play, is overfished, was entered this turn, sells no "
            f"license to this player this turn (C5), and {may_come}.",
        ),
        Plane(
            "fish",
            (8, box.fish),
            0,
            _MOST_PIECES,
            "By fish: barrels and licenses on its board, the value marker (for Sardines, the "
            "cans); licenses used and barrels landed for an auction in this Fishing action; "
            "auctions due, payments due for overfishing, and barrels for auction abroad.",
        ),
        Plane(
            "external_markets",
            (5, box.external),
            0,
            NUM_MARKETS,
            "By external market: whether it is in play, crashed, is closed, was entered this turn, "
            f"and {may_come}.",
        ),
        Plane(
            "external_boards",
            (2 * box.types + len(OTHERS) + spaces,),
            0,
            _MOST_PIECES,
            "Boats of each type in Ships and in Used Ships; Freezers, Carts, Buyers, Expansions, "
            "Loans, Shares and rental tokens on their boards; tokens on each space of Aquarium, "
            "Government and Trading, then, with the expansion, of New Aquarium and Sushi Shop.",
        ),
    )


def _planes_of_players(players: int, box: Box) -> tuple[Plane, ...]:
    """What the players have. Tokens elsewhere are in the last rows of theirs."""
    return (
        Plane(
            "tokens",
            (players + 3 + TRADING_SPACES, box.tokens),
            0,
            max(TOKEN_COUNT),
            "Tokens of each kind: everybody's, then on the boards, in the current lot, for "
            "auction, and on each space of Trading.",
        ),
        Plane("licenses", (players, box.fish), 0, _MOST_PIECES, "Everybody's licenses by fish."),
        Plane(
            "pieces",
            (players, 10 + players),
            0,
            _MOST_PIECES,
            "Open ports, Freezers, their uses left, Carts, their uses left, Buyers, Loans, Shares, "
            "Himono licenses with one and with two pieces, and Buyers assigned to each player.",
        ),
        Plane(
            "for_sale",
            (players, ROWS, box.items),
            0,
            _MOST_PIECES,
            "In the upper and the lower row of everybody's harbor: items for sale by fish, then "
            "Takoyaki.",
        ),
        Plane("prices", (players, ROWS, box.items), 0, DEAREST, "The lowest price of these items."),
        Plane(
            "boats",
            (box.boats, _ABOUT_BOAT + box.fish),
            0,
            max(players, FOREIGN + 1, *BOAT_SLOTS),
            "By boat: its owner from 1; its place from 1 (ports, sea, abroad); whether it is "
            "rented, was used in this Fishing action, is docking abroad; barrels on it that were "
            "caught to dry, then all its barrels by fish.",
        ),
    )
