"""The types of a view of Tokyo Tsukiji Market."""

from typing import Annotated, Literal, NotRequired, TypedDict

from ichiba.core.describing import keyed_by, means, one_of
from ichiba.games.tokyo_tsukiji_market.data import (
    BOAT_TYPES,
    EXTERNAL,
    FISH,
    ITEMS,
    MARKETS,
    TOKENS,
)
from ichiba.games.tokyo_tsukiji_market.table import OTHERS

Fish = Annotated[str, one_of(FISH)]
Token = Annotated[str, one_of(TOKENS)]
Item = Annotated[str, one_of(ITEMS)]
Market = Annotated[str, one_of(MARKETS)]
ByFish = Annotated[dict[str, int], keyed_by(FISH)]
ByToken = Annotated[dict[str, int], keyed_by(TOKENS)]
Phase = Annotated[
    str,
    one_of(
        (
            "freezer", "own_fugu", "pricing", "pricing_freely", "turn", "discarding", "fishing",
            "activity", "abroad", "transferring", "choosing_barge", "purchasing", "visiting",
            "trading_in", "bidding", "awarding", "picking", "over",
        )
    ),
]  # fmt: skip


class MarketDrying(TypedDict):
    """What dries on a Himono license: a barrel or a token."""

    barrel: NotRequired[Fish]
    token: NotRequired[Token]


class MarketBoat(TypedDict):
    """A boat of a player."""

    name: Annotated[str, means("As in notations, such as “one_slot 1”.")]
    type: Annotated[str, one_of(BOAT_TYPES)]
    number: Annotated[int, means("Among the boats of its type, from 1.")]
    slots: int
    barge: bool
    place: Annotated[str, one_of(("sea", "port", "foreign"))]
    port: Annotated[int | None, means("The number of its port, from 0.")]
    cargo: Annotated[list[Fish], means("The barrels on board.")]
    dry: Annotated[list[bool], means("For each barrel: whether a Himono license caught it.")]
    rented: bool
    activated: Annotated[bool, means("Whether it was used in this Fishing action.")]


class MarketItem(TypedDict):
    """An item for sale."""

    item: Item
    price: int


class MarketPiece(TypedDict):
    """One of several pieces: an item on a harbor, or a barrel on a boat."""

    item: Item
    price: Annotated[int | None, means("Null for a barrel on a boat.")]
    degraded: bool
    himono: Annotated[int, means("1 plus the number of the Himono license that caught it, or 0.")]


class MarketHarbor(TypedDict):
    """What a player owns."""

    money: Annotated[int | None, means("Null if you may not see it.")]
    resources: int
    tokens: ByToken
    worth: Annotated[dict[str, int], keyed_by(TOKENS, "Resources of all tokens of a kind.")]
    next: Annotated[dict[str, int], keyed_by(FISH, "Resources of one more token of a fish.")]
    licenses: ByFish
    spaces: Annotated[int, means("How many licenses, Freezers and so on fit on a harbor.")]
    racks: Annotated[list[list[MarketDrying]], means("What dries, by Himono license.")]
    ports: int
    boats: list[MarketBoat]
    upper: Annotated[list[MarketItem], means("The upper row, cheapest first.")]
    lower: Annotated[list[MarketItem], means("The lower row: degraded items.")]
    freezers: Annotated[list[int], means("The uses left of each.")]
    carts: Annotated[list[int], means("The uses left of each.")]
    buyers: int
    loans: int
    shares: int


class MarketEntry(TypedDict):
    """What it costs to enter a market."""

    points: int
    yen: int
    takoyaki: int
    barrel: Annotated[bool, means("Whether a barrel of its fish has to be given.")]
    any_barrel: Annotated[bool, means("Whether a barrel of any fish has to be given.")]


class MarketWhy(TypedDict):
    """Why you could come to a market now."""

    reason: str
    arguments: Annotated[dict[str, int | str], means("The numbers and names of the reason.")]
    only_buys: Annotated[bool, means("Whether you could sell here, but not buy.")]


class MarketFishMarket(TypedDict):
    """A fish market in play."""

    name: Fish
    state: Annotated[str, one_of(("open", "overfished"))]
    entry: Annotated[list[MarketEntry], means("The ways to pay for entering it.")]
    entered: Annotated[bool, means("Whether the player has entered it this turn.")]
    barrels: int
    licenses: int
    license_price: int
    tokens: ByToken
    track: Annotated[int | None, means("The space of its value marker.")]
    worth: Annotated[int | None, means("Resources of one owned token, if equal for everybody.")]
    value: Annotated[int | None, means("Resources that one more would be worth to you.")]
    pays: Annotated[dict[str, int], keyed_by(TOKENS, "Yen that it pays for a token now.")]
    iwashi: Annotated[int | None, means("The canned sardines; null in other markets.")]
    group: Annotated[int | None, means("How many barrels make an auction.")]
    why: MarketWhy | None


class MarketExternal(TypedDict):
    """An external market in play."""

    name: Annotated[str, one_of(EXTERNAL)]
    state: Annotated[str, one_of(("open", "crashed", "closed"))]
    entry: Annotated[list[MarketEntry], means("The ways to pay for entering it.")]
    entered: Annotated[bool, means("Whether the player has entered it this turn.")]
    spaces: Annotated[list[list[int]], means("The numbers printed on its spaces.")]
    shapes: Annotated[list[list[str]], means("The shapes printed on its spaces.")]
    tokens: Annotated[list[list[Token]], means("The tokens on its spaces.")]
    boats: Annotated[dict[str, int] | None, keyed_by(BOAT_TYPES, "Boats for sale.")]
    stock: Annotated[dict[str, int], keyed_by(OTHERS, "Other tokens that are left here.")]
    why: MarketWhy | None


class MarketBox(TypedDict):
    """The markets that may still come into play."""

    ordered: Annotated[bool, means("Whether they come in this order.")]
    fish: list[Fish]
    external: Annotated[list[Market], means("External markets.")]


class MarketAction(TypedDict):
    """The current action. Everything in it is public."""

    boat: Annotated[str | None, means("The name of the chosen boat.")]
    queue: Annotated[list[Item], means("Items that need a price.")]
    unloaded: int
    landed: ByFish
    licenses_used: ByFish
    repricings: int
    abroad: Annotated[list[str], means("Boats that dock in the Foreign Market together.")]
    returned: Annotated[list[Fish], means("Fish of which no license can be taken this turn.")]
    pieces: Annotated[list[MarketPiece], means("The pieces to pick from, as in “which 1”.")]
    visit: Market | None
    interacted: bool
    space: int | None
    lot: list[Token]
    lot_worth: int
    nori: Annotated[int, means("Resources that this player's Nori add or subtract.")]
    buying: Annotated[int | None, means("The seat that purchases.")]


class MarketAuction(TypedDict):
    """A blind auction."""

    market: Market
    tokens: list[Token]
    barrels: list[Fish]
    bidders: list[int]
    gain: Annotated[int, means("Resources that you would gain with this lot now.")]
    has_bid: Annotated[list[bool], means("By seat.")]
    own_bid: int | None
    bids: Annotated[list[int | None] | None, means("By seat; null until they are revealed.")]


class MarketBuyer(TypedDict):
    """A Buyer on a mission."""

    owner: int
    target: Annotated[int, means("The seat after whose turn the Buyer goes shopping.")]


class MarketHistory(TypedDict):
    """Money and resources of each seat after each turn. The money is null if it is hidden."""

    money: list[list[int]] | None
    resources: list[list[int]]


class MarketView(TypedDict):
    """A position of Tokyo Tsukiji Market as a seat sees it."""

    game: Literal["tokyo-tsukiji-market"]
    seat: Annotated[int | None, means("Who sees it; null for spectators.")]
    players: int
    options: dict[str, bool | int | str | list[str]]
    round: int
    phase: Phase
    actors: Annotated[list[int], means("The seats that have to decide.")]
    first_player: int
    turn: Annotated[int, means("The seat whose turn it is.")]
    points: Annotated[int, means("Action points left.")]
    cart_point: Annotated[bool, means("Whether the point left can only pay for a market.")]
    acted: Annotated[bool, means("Whether an action was taken this turn.")]
    final: Annotated[int | None, means("Turns left once the end is triggered.")]
    triggered_by: int | None
    columns: Annotated[list[int], means("The prices printed on a harbor.")]
    harbors: Annotated[list[MarketHarbor], means("By seat.")]
    fish_markets: Annotated[list[MarketFishMarket], means("In the order of their appearance.")]
    external_markets: Annotated[list[MarketExternal], means("In the order of their appearance.")]
    in_play: Annotated[list[Market], means("All markets in the order of their appearance.")]
    box: MarketBox
    action: MarketAction
    auction: MarketAuction | None
    buyers: list[MarketBuyer]
    history: MarketHistory
    scores: Annotated[list[int], means("In yen.")]
    breakdown: Annotated[list[dict[str, int]], means("The parts of each score.")]
    winners: list[int]
