"""What is on the table, in ints, lists and tuples.

Seats, fish, tokens, boats and markets are numbers from 0. Sets are bits of one number.
"""

from typing import Any

from ichiba.core.fields import (
    LARGE,
    SEAT,
    FlowingFields,
    bits,
    by_seat,
    derived,
    flag,
    frozen,
    hole,
    last_seat,
    nobody,
    number,
    one_of,
    own,
    phase,
    players,
    row,
    some,
    stored,
    together,
)
from ichiba.games.tokyo_tsukiji_market.actions import ACTIONS
from ichiba.games.tokyo_tsukiji_market.box import BOX, MOST_PIECES
from ichiba.games.tokyo_tsukiji_market.data import (
    EXTERNAL,
    HIMONO_LICENSES,
    NUM_BOATS,
    NUM_FISH,
    NUM_ITEMS,
    NUM_MARKETS,
    NUM_TOKENS,
    POINTS,
    STEP,
    TOKEN_COUNT,
)
from ichiba.games.tokyo_tsukiji_market.data import number as fact
from ichiba.games.tokyo_tsukiji_market.goods import (
    BARRELS,
    FISH_OF,
    ITEM_OF,
    ITEMS_FOR_SALE,
    PRICE_OF,
    dried_token,
)
from ichiba.games.tokyo_tsukiji_market.table import (
    BIDDING,
    BUYERS_STAGE,
    CLOSED,
    FISHING,
    FOREIGN,
    FROM_USED_SHIPS,
    IN_BOX,
    NO_ACTION,
    NO_BOAT,
    NO_END,
    NO_MARKET,
    NO_SPACE,
    NOBODY,
    OTHERS,
    OVERFISHED,
    PORTS,
    PURCHASING,
    TURN,
    VISITING,
    MarketTable,
)

MOST_YEN = 10**9 // STEP * STEP
FEW = number(0, MOST_PIECES)  # pieces of a kind
YEN = number(0, MOST_YEN, step=STEP, start=BOX.start.yen.value)
SUPPLY = number(
    -MOST_YEN,
    MOST_YEN,
    step=STEP,
    start=lambda setup: BOX.start.supply.value - setup.players * BOX.start.yen.value,
)
FISH = number(0, NUM_FISH - 1)
TOKEN = number(0, NUM_TOKENS - 1)
BOAT = number(0, NUM_BOATS - 1)
MARKET = number(0, NUM_MARKETS - 1)
EXTERNAL_MARKET = number(NUM_FISH, NUM_MARKETS - 1)
A_SEAT = number(NOBODY, last_seat)
A_BOAT = number(NO_BOAT, NUM_BOATS - 1)
A_MARKET = number(NO_MARKET, NUM_MARKETS - 1)
BY_FISH, BY_TOKEN, BY_OTHER = row(FEW, NUM_FISH), row(FEW, NUM_TOKENS), row(FEW, len(OTHERS))
USES = number(1, fact(BOX.external["rentals"].uses))
LAST_SPACE = max(len(one.spaces.value) for one in BOX.external.values() if one.spaces) - 1
# Numbers of items and barrels that exist; there are gaps between them.
_ITEMS = [code for code in ITEMS_FOR_SALE if ITEM_OF[code] < NUM_ITEMS]
_FOR_SALE = [code for code in _ITEMS if PRICE_OF[code]]
_CARGO = [barrel for barrel in BARRELS if FISH_OF[barrel] < NUM_FISH]
ITEM = one_of(_FOR_SALE)
TO_PRICE = one_of(_ITEMS)  # with the old price, or none
BARREL = one_of(_CARGO)
PIECE = one_of([*_FOR_SALE, *_CARGO])
DRYING = one_of([*range(NUM_FISH), *map(dried_token, range(NUM_TOKENS))])


def hides_money(table: MarketTable) -> bool:
    """Whether players keep their money secret."""
    return table.setup.closed_money and bool(table.actors)


def is_bidding(table: MarketTable) -> bool:
    """Whether bids are secret."""
    return table.phase == BIDDING


def _own_sums(plain: Any, table: MarketTable, viewer: int | None) -> Any:
    """Closed money hides what the others had, too, but not their resources."""
    if not hides_money(table):
        return plain
    shown = {viewer, *range(table.setup.players, 2 * table.setup.players)}
    return [[yen if one in shown else hole(yen) for one, yen in enumerate(row)] for row in plain]


class Fields(FlowingFields):
    """The fields, each with its range, its length, its start and who may know it."""

    setup = derived("ichiba.games.tokyo_tsukiji_market.setup.Setup")
    # The flow.
    round = stored(number(0, LARGE))
    start = stored(SEAT)  # the first player
    seat = stored(SEAT)  # whose turn it is
    stage = stored(number(0, BUYERS_STAGE))  # of the turn
    # The phase to return to after smaller decisions, such as prices.
    main_phase = stored(phase(TURN, FISHING, PURCHASING, VISITING))
    points = stored(number(0, POINTS))  # action points left
    cart_point = stored(flag())  # whether it is a Cart's, which only pays for a market (B5)
    acted = stored(flag())  # whether an action was taken this turn
    entered = stored(bits(NUM_MARKETS))  # markets entered this turn
    returned = stored(bits(NUM_FISH))  # fish of which no license can be taken this turn (C5)
    has_work = stored(flag())  # whether the player could do anything this turn but pass
    idle = stored(FEW)  # consecutive turns in which the player could not (B10)
    pending = stored(number(NO_ACTION, len(ACTIONS) - 1))  # for which a piece is being picked
    picked = stored(frozen(some(PIECE)))  # for it, or the barrel that is transferred
    turns_left = stored(number(NO_END, players))  # once the end is triggered
    trigger = stored(A_SEAT)  # who triggered it
    turns_begun = stored(number(0, LARGE))  # so far
    # After each turn: money by seat, then resources by seat.
    standings = stored(frozen(some(frozen(by_seat(number(-LARGE, LARGE), 2)))), known=_own_sums)
    # Markets.
    status = stored(row(number(0, OVERFISHED), NUM_FISH))
    external = stored(row(number(0, CLOSED), len(EXTERNAL)))  # the same of external markets
    in_play = stored(frozen(some(MARKET)))  # in the order in which they came into play
    fish_pile = stored(some(FISH))  # markets in the box
    external_pile = stored(some(EXTERNAL_MARKET))
    barrels = stored(BY_FISH)  # on the board
    licenses_left = stored(BY_FISH)
    stock = stored(BY_TOKEN)  # on the board or in the bag
    track = stored(BY_FISH)  # the value marker
    iwashi = stored(FEW)  # canned sardines
    shelves = stored(row(frozen(some(frozen(some(TOKEN)))), len(EXTERNAL)))  # tokens on each space
    others_left = stored(BY_OTHER)  # other tokens on their boards
    # Yen in the general supply, which is negative if the box does not hold enough.
    supply = stored(SUPPLY, known=nobody(hides_money))
    # The box.
    box_barrels = stored(BY_FISH, start=[data.barrels.value for data in BOX.fish.values()])
    box_tokens = stored(BY_TOKEN, start=[*TOKEN_COUNT])
    box_licenses = stored(BY_FISH, start=[data.licenses.value for data in BOX.fish.values()])
    box_others = stored(BY_OTHER)
    # The players.
    money = stored(by_seat(YEN), known=own(hides_money))
    tokens = stored(by_seat(BY_TOKEN))
    licenses = stored(by_seat(BY_FISH))
    harbor = stored(by_seat(frozen(some(ITEM))))  # items for sale, cheapest first
    ports = stored(by_seat(number(1, PORTS)))  # open ports
    freezers = stored(by_seat(frozen(some(USES))))  # uses left of each
    carts = stored(by_seat(frozen(some(USES))))
    buyers = stored(by_seat(FEW))
    loans = stored(by_seat(FEW))
    shares = stored(by_seat(FEW))
    assigned = stored(frozen(some(together(SEAT, SEAT))))  # Buyers: owner, and after whose turn
    himono_owner = stored(row(number(IN_BOX, last_seat), HIMONO_LICENSES))  # a seat or ON_BOARD
    himono_on = stored(row(frozen(some(DRYING)), HIMONO_LICENSES))  # what dries on it
    # Boats.
    owner = stored(row(number(IN_BOX, last_seat), NUM_BOATS))
    fleet = derived("list[tuple[int, ...]]")  # by seat: its boats; follows from `owner`
    place = stored(row(number(0, FOREIGN), NUM_BOATS))
    cargo = stored(row(frozen(some(BARREL)), NUM_BOATS))
    rented = stored(row(number(0, FROM_USED_SHIPS), NUM_BOATS))
    # The current action.
    used = stored(BY_FISH)  # licenses used in this Fishing action
    dried = stored(bits(HIMONO_LICENSES))  # Himono licenses used in it
    activated = stored(bits(NUM_BOATS))  # boats used in it
    boat = stored(A_BOAT)  # the chosen one
    carrier = stored(A_BOAT)  # the boat that a barrel is transferred from
    second_catch = stored(flag())  # the Blue Ship may catch once more
    unloaded = stored(FEW)  # barrels unloaded in it
    landed = stored(BY_FISH)  # unloaded barrels waiting for an auction
    auctions = stored(frozen(some(FISH)))  # to be held
    repricings = stored(FEW)  # prices that may still be changed in it
    abroad = stored(frozen(some(BOAT)))  # the group of boats docking in the Foreign Market
    to_price = stored(frozen(some(TO_PRICE)))  # items that need a price
    buying = stored(A_SEAT)  # who purchases: the active player or the owner of a Buyer
    owed = stored(frozen(some(FISH)))  # overfished markets that pay after the purchase
    visit = stored(A_MARKET)  # the market that is being visited
    interacted = stored(flag())
    uses = stored(FEW)  # how often something limited was done in this visit
    sold = stored(flag())  # whether something was sold in this visit
    space = stored(number(NO_SPACE, LAST_SPACE))  # that is being filled in the visited market
    lot = stored(frozen(some(TOKEN)))  # tokens added to the lot in the visited market
    bidding = stored(A_MARKET)  # the market that is holding the auction
    bids = stored(some(number(NOBODY, LARGE)), known=own(is_bidding))  # by seat, or NOBODY
    prize = stored(frozen(some(TOKEN)))  # tokens in the auctioned lot
    crate = stored(frozen(some(FISH)))  # barrels in the auctioned lot
    offers = stored(frozen(some(SEAT)))  # seats to choose from
