"""The arguments of the events of Tokyo Tsukiji Market. Pieces and markets are message keys."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from ichiba.core.describing import Over, one_of
from ichiba.games.tokyo_tsukiji_market.data import NAME
from ichiba.games.tokyo_tsukiji_market.keys import (
    BOAT_KEY,
    FISH_KEY,
    ITEM_KEY,
    MARKET_KEY,
    ROW_KEY,
    TOKEN_KEY,
)

FishKey = Annotated[str, one_of(FISH_KEY)]
TokenKey = Annotated[str, one_of(TOKEN_KEY)]
MarketKey = Annotated[str, one_of(MARKET_KEY)]
BoatKey = Annotated[str, one_of(BOAT_KEY)]
RowKey = Annotated[str, one_of(ROW_KEY)]
ItemKey = Annotated[str, one_of(ITEM_KEY)]
PairKey = Annotated[str, one_of(f"{NAME}.pair.{one}" for one in ("tokens", "mixed", "barrels"))]


class MarketSeat(TypedDict):
    """A seat."""

    seat: int


class MarketRound(TypedDict):
    """The number of a round."""

    round: int


class MarketCount(TypedDict):
    """A number of pieces of a seat."""

    seat: int
    count: int


class MarketStandstill(TypedDict):
    """A number of rounds."""

    count: int


class MarketYen(TypedDict):
    """Money that a seat pays, earns, bids or shows."""

    seat: int
    yen: int


class MarketResources(TypedDict):
    """Resources that a seat declares."""

    seat: int
    resources: int


class MarketName(TypedDict):
    """A market."""

    market: MarketKey


class MarketEntered(TypedDict):
    """A market that a seat enters, and the money that it costs."""

    seat: int
    market: MarketKey
    yen: int


class MarketLeft(TypedDict):
    """A market that a seat leaves."""

    seat: int
    market: MarketKey


class MarketIncome(TypedDict):
    """Money that a market brings to a seat."""

    seat: int
    yen: int
    market: MarketKey


class MarketFish(TypedDict):
    """A fish."""

    fish: FishKey


class MarketMarker(TypedDict):
    """The value marker of a fish."""

    fish: FishKey
    value: int


class MarketSeatFish(TypedDict):
    """A barrel or license of a seat."""

    seat: int
    fish: FishKey


class MarketCatch(TypedDict):
    """Barrels that a seat catches."""

    seat: int
    fish: FishKey
    count: int


class MarketLicense(TypedDict):
    """A license that a seat takes."""

    seat: int
    fish: FishKey
    yen: int


class MarketSoldMany(TypedDict):
    """Tokens of one fish that a seat sells."""

    seat: int
    fish: FishKey
    count: int
    yen: int


class MarketSoldPair(TypedDict):
    """Two Mackerel that a seat sells."""

    seat: int
    fish: FishKey
    pieces: PairKey
    yen: int


class MarketPriced(TypedDict):
    """An item with its price."""

    seat: int
    item: ItemKey
    yen: int


class MarketRepriced(TypedDict):
    """An item with its new price and the one that it had."""

    seat: int
    item: ItemKey
    row: RowKey
    was: int
    yen: int


class MarketBought(TypedDict):
    """An item that a seat buys from another."""

    seat: int
    seats: list[int]
    item: ItemKey
    yen: int


class MarketChosen(TypedDict):
    """The active player's choice among tied bids."""

    seat: int
    seats: list[int]
    yen: int


class MarketToken(TypedDict):
    """A token that goes up for auction."""

    token: TokenKey


class MarketSeatToken(TypedDict):
    """A token that a seat dries."""

    seat: int
    token: TokenKey


class MarketDrawn(TypedDict):
    """A token that a seat draws, and the money that comes with it."""

    seat: int
    token: TokenKey
    yen: int


class MarketSold(TypedDict):
    """A token that a seat sells."""

    seat: int
    token: TokenKey
    yen: int


class MarketSoldTo(TypedDict):
    """A token that a seat sells to a market."""

    seat: int
    token: TokenKey
    market: MarketKey
    yen: int


class MarketTokens(TypedDict):
    """Tokens that a seat puts up for bids."""

    seat: int
    tokens: list[TokenKey]
    market: MarketKey


class MarketForeignLot(TypedDict):
    """Barrels and tokens that a seat auctions in the Foreign Market."""

    seat: int
    lot: list[Annotated[str, one_of((*FISH_KEY, *TOKEN_KEY))]]


class MarketTraded(TypedDict):
    """Tokens that a seat trades for money."""

    seat: int
    tokens: list[TokenKey]
    yen: int


class MarketSwapped(TypedDict):
    """Tokens that a seat trades for others."""

    seat: int
    tokens: list[TokenKey]
    taken: list[TokenKey]


class MarketSeatBoat(TypedDict):
    """A boat of a seat."""

    seat: int
    boat: BoatKey


class MarketBoatPrice(TypedDict):
    """A boat that a seat rents."""

    seat: int
    boat: BoatKey
    yen: int


class MarketRentalOver(TypedDict):
    """A rented boat that a seat has brought home, and the market to which it goes back."""

    seat: int
    boat: BoatKey
    market: MarketKey


class MarketBoatDeal(TypedDict):
    """A boat that a seat buys, sells or trades in."""

    seat: int
    boat: BoatKey
    market: MarketKey
    yen: int


class MarketTransfer(TypedDict):
    """A barrel that a seat moves to a barge."""

    seat: int
    fish: FishKey
    boat: BoatKey
    barge: BoatKey


class MarketPaid(TypedDict):
    """A barrel or Takoyaki that a seat pays for entering a market."""

    seat: int
    item: ItemKey


class MarketBarrels(TypedDict):
    """Barrels that a seat loses."""

    seat: int
    fishes: list[FishKey]


class MarketDrying(TypedDict):
    """Barrels and tokens that a seat loses with a Himono license."""

    seat: int
    pieces: list[Annotated[str, one_of((*FISH_KEY, *TOKEN_KEY))]]


class MarketDiscard(TypedDict):
    """A barrel that a seat discards."""

    seat: int
    fish: FishKey
    boat: BoatKey


class MarketAssigned(TypedDict):
    """A Buyer and the seat after whose turn it goes shopping."""

    seat: int
    seats: list[int]


# By kind of event: the last part of its key.
EVENTS: Mapping[str, type] = {
    **dict.fromkeys(
        (
            "first_player", "turn", "fishing", "purchasing", "passed", "cart_used", "froze",
            "fugu_license", "has_bid", "declined", "himono", "buyer_comes", "triggered",
        ),
        MarketSeat,
    ),
    **dict.fromkeys(
        (
            "bonus", "own_fugu", "compensation", "fine", "fee", "own_bid", "bid", "awarded",
            "chosen_self",
            "iwashi", "loan", "share", "freezer", "cart", "buyer", "expansion", "port",
            "declares_yen", "shows_money",
        ),
        MarketYen,
    ),
    **dict.fromkeys(("new_market", "crashed", "closed"), MarketName),
    **dict.fromkeys(("degraded", "left_over"), MarketBarrels),
    **dict.fromkeys(("no_auction", "overfished"), MarketFish),
    **dict.fromkeys(("returned", "dried", "no_room"), MarketSeatFish),
    **dict.fromkeys(("license", "license_free", "license_only"), MarketLicense),
    **dict.fromkeys(("sold", "given"), MarketSold),
    **dict.fromkeys(("undocked", "docked", "docked_abroad"), MarketSeatBoat),
    **dict.fromkeys(("boat", "boat_sold", "blue"), MarketBoatDeal),
    "round": MarketRound,
    "income": MarketIncome,
    "dried_token": MarketSeatToken,
    "drawn": MarketDrawn,
    "entered": MarketEntered,
    "left": MarketLeft,
    "caught": MarketCatch,
    "converted": MarketCount,
    "drying_lost": MarketDrying,
    "paid": MarketPaid,
    "priced": MarketPriced,
    "repriced": MarketRepriced,
    "transferred": MarketTransfer,
    "discarded": MarketDiscard,
    "bought": MarketBought,
    "chosen": MarketChosen,
    "auction": MarketToken,
    "foreign_lot": MarketForeignLot,
    "lot": MarketTokens,
    "marker": MarketMarker,
    "sold_to": MarketSoldTo,
    "sold_many": MarketSoldMany,
    "sold_pair": MarketSoldPair,
    "sold_set": MarketLicense,
    "rented": MarketBoatPrice,
    "rental_over": MarketRentalOver,
    "assigned": MarketAssigned,
    "traded": MarketTraded,
    "swapped": MarketSwapped,
    "declares_resources": MarketResources,
    "standstill": MarketStandstill,
    "only_passed": MarketStandstill,
    "over": Over,
}  # fmt: skip
