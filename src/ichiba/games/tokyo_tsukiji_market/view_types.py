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
            "trading_in", "bidding", "awarding", "over",
        )
    ),
]  # fmt: skip


# The stages of a turn, in order.
STAGES = ("check_end", "take_in", "freezer", "own_fugu", "degradation", "actions", "buyers")


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
    iwashi: Annotated[int | None, means("The canned sardines; null in other markets.")]
    group: Annotated[int | None, means("How many tokens make a set that counts.")]


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
    returned: Annotated[list[Fish], means("Fish of which a license was returned this turn.")]
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


class MarketFlow(TypedDict):
    """What a program needs to go on from a position. Himono licenses are counted from 0."""

    stage: Annotated[str, one_of(STAGES, "The stage of the turn.")]
    menu: Annotated[Phase, means("The phase that follows smaller decisions.")]
    able: Annotated[bool, means("Whether the player could do more than pass this turn.")]
    idle: Annotated[int, means("Turns in a row in which nobody could do more than pass.")]
    in_play: Annotated[list[Market], means("All markets in the order of their appearance.")]
    boat: Annotated[str | None, means("The boat that was chosen.")]
    fish: Annotated[Fish | None, means("The fish of the barrel that is transferred.")]
    barge: Annotated[str | None, means("The boat from which it is transferred.")]
    second_catch: Annotated[bool, means("Whether the Blue Ship may catch once more.")]
    auctions: Annotated[list[Fish], means("Fish that will be auctioned next.")]
    owed: Annotated[list[Fish], means("Overfished markets that pay after the purchase.")]
    uses: Annotated[int, means("How often something limited was done in this visit.")]
    sold: Annotated[bool, means("Whether something was sold in this visit.")]
    queue_degraded: Annotated[list[bool], means("By item that needs a price: is it degraded?")]
    ships: Annotated[list[str], means("The boats in Ships.")]
    used_ships: Annotated[list[str], means("The boats in Used Ships.")]
    rented_used: Annotated[list[str], means("Rented boats that go back to Used Ships.")]
    activated: Annotated[list[str], means("Boats used in the last Fishing action, sold ones too.")]
    himono: Annotated[list[int | None], means("By Himono license: the seat that holds it.")]
    dried: Annotated[list[int], means("The Himono licenses that were used in this action.")]
    dry: Annotated[
        dict[str, list[int]],
        means("By boat and barrel: 1 plus the number of the Himono license that caught it, or 0."),
    ]


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
    acted: Annotated[bool, means("Whether an action was taken this turn.")]
    final: Annotated[int | None, means("Turns left once the end is triggered.")]
    triggered_by: int | None
    columns: Annotated[list[int], means("The prices printed on a harbor.")]
    harbors: Annotated[list[MarketHarbor], means("By seat.")]
    fish_markets: Annotated[list[MarketFishMarket], means("In the order of their appearance.")]
    external_markets: Annotated[list[MarketExternal], means("In the order of their appearance.")]
    box: MarketBox
    action: MarketAction
    auction: MarketAuction | None
    buyers: list[MarketBuyer]
    history: MarketHistory
    flow: MarketFlow
    scores: Annotated[list[int], means("In yen.")]
    breakdown: Annotated[list[dict[str, int]], means("The parts of each score.")]
    winners: list[int]
