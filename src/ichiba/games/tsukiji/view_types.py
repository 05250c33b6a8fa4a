"""The types of a view of Tsukiji."""

from typing import Annotated, Literal, TypedDict

from ichiba.core.describing import keyed_by, means, one_of
from ichiba.games.tsukiji.data import CARDS, ON_MARKET, PRODUCTS, TICKETS

Card = Annotated[str, one_of(CARDS)]
Ticket = Annotated[str, one_of(TICKETS)]
OnMarket = Annotated[str, one_of(ON_MARKET)]
ByProduct = Annotated[dict[str, int], keyed_by(ON_MARKET)]
Phase = Annotated[str, one_of(("valuation", "purchase", "takusan", "yakuza", "over"))]


class TsukijiTile(TypedDict):
    """A tile: the price of a lot, and how far it moves the market."""

    price: Annotated[int, means("In yen.")]
    move: int
    clock: Annotated[bool, means("Whether the buyer is the next first player.")]


class TsukijiLot(TypedDict):
    """A lot. The tile, the value and the tickets are null until the tickets are revealed."""

    cards: list[Card]
    tile: TsukijiTile | None
    value: Annotated[int | None, means("The value of the tickets.")]
    tickets: Annotated[list[Ticket] | None, means("By seat.")]
    buyer: Annotated[int | None, means("The seat that has bought it.")]


class TsukijiMarket(TypedDict):
    """The market: the markers of the products, and what a card of each is worth."""

    spaces: ByProduct
    stacks: Annotated[
        dict[str, list[OnMarket]],
        means("By space, as text: the markers on it from bottom to top."),
    ]
    ranking: Annotated[list[OnMarket], means("From the most to the least valuable.")]
    yen: ByProduct
    history: Annotated[list[ByProduct], means("The spaces at the start and after each round.")]


class TsukijiColumn(TypedDict):
    """The cards of one product in a restaurant."""

    products: int
    takusan: int


class TsukijiRestaurant(TypedDict):
    """What a player owns."""

    money: int
    columns: Annotated[dict[str, TsukijiColumn], keyed_by(PRODUCTS)]
    specials: Annotated[list[Ticket], means("The gold tickets that are not used yet.")]
    yakuza: Annotated[int, means("How many Yakuza this player has bought.")]
    placed: Annotated[int, means("On how many lots this player has laid tickets this round.")]
    tickets: Annotated[list[Ticket] | None, means("These tickets; null for other seats.")]
    hand: Annotated[list[Ticket] | None, means("The tickets in hand; null for other seats.")]


class TsukijiView(TypedDict):
    """A position of Tsukiji as a seat sees it."""

    game: Literal["tsukiji"]
    seat: Annotated[int | None, means("Who sees it; null for spectators.")]
    players: int
    special_points: Annotated[bool, means("Whether this variant is used.")]
    round: int
    rounds: int
    phase: Phase
    actors: Annotated[list[int], means("The seats that have to decide.")]
    first_player: int
    tiles: Annotated[list[TsukijiTile], means("The most expensive first.")]
    lots: list[TsukijiLot]
    market: TsukijiMarket
    restaurants: Annotated[list[TsukijiRestaurant], means("By seat.")]
    open_takusan: Annotated[int, means("Takusan that the buyer still has to place.")]
    open_yakuza: Annotated[int, means("Yakuza that the buyer still has to give a card.")]
    deck: Annotated[int, means("The number of cards left.")]
    discard: Annotated[dict[str, int], keyed_by(CARDS)]
    scores: Annotated[list[int], means("In yen, if the game ended now.")]
    breakdown: Annotated[list[dict[str, int]], means("The parts of each score.")]
    winners: list[int]
