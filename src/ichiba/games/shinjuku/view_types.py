"""The types of a view of Shinjuku."""

from typing import Annotated, Literal, TypedDict

from ichiba.core.describing import keyed_by, means, one_of
from ichiba.games.shinjuku.actions import TURN_ACTIONS
from ichiba.games.shinjuku.city import CITY
from ichiba.games.shinjuku.customers import KINDS
from ichiba.games.shinjuku.data import GOODS, STORE_NAMES

Ward = Annotated[str, one_of(CITY.ward_names)]
Station = Annotated[str, one_of(CITY.station_names)]
Link = Annotated[str, one_of(CITY.link_names)]
Customer = Annotated[str, one_of(KINDS)]
Store = Annotated[str, one_of(STORE_NAMES)]
TurnAction = Annotated[str, one_of(TURN_ACTIONS.values())]
Phase = Annotated[
    str,
    one_of(
        (
            "action", "finish", "open_station", "open_store", "pay", "pay_three", "expand_first",
            "expand_second", "move_ward", "move_start", "move_give", "move_on", "upgrade_station",
            "upgrade_customer", "free_income", "over",
        )
    ),
]  # fmt: skip


class ShinjukuActions(TypedDict):
    """The actions of the current turn."""

    used: list[TurnAction]
    left: int
    current: TurnAction | None


class ShinjukuSlot(TypedDict):
    """A slot of the queue: its card, if there is one, and the customers who wait there."""

    ward: Ward | None
    customers: list[Customer]


class ShinjukuStack(TypedDict):
    """A stack of bonus tokens for the next department store."""

    queue_size: Annotated[int, means("The size of the queue once it is claimed.")]
    tokens: int
    owner: Annotated[int | None, means("The seat that has claimed it.")]


class ShinjukuStore(TypedDict):
    """A store on the map."""

    owner: int
    good: Store


class ShinjukuCompany(TypedDict):
    """What a player owns."""

    cards: Annotated[int, means("The number of cards in hand.")]
    hand: Annotated[list[Ward] | None, means("Your own cards; null for other seats.")]
    known: Annotated[list[Ward], means("Cards in hand that everybody knows of.")]
    customers: Annotated[list[Customer] | None, means("Null if you may not see them.")]
    customer_count: Annotated[int, means("Everybody has seen how many there are.")]
    bonus: Annotated[int, means("The number of bonus tokens.")]
    supply: Annotated[dict[str, int], keyed_by(GOODS, "Stores that are not on the map.")]
    departments: Annotated[int, means("Department stores that are not on the map.")]
    track: Annotated[int, means("Track that is not on the map.")]
    score: Annotated[int | None, means("Null if you may not see the customers.")]
    wild: Annotated[list[Ward], means("The wards whose cards are wild for this player.")]


class ShinjukuGiven(TypedDict):
    """A customer who was given to a store in the current Move."""

    station: Station
    owner: int
    kind: Customer


# With this syntax a field can be called "from".
ShinjukuChoice = TypedDict(
    "ShinjukuChoice",
    {
        "station": Station | None,
        "store": Store | None,
        "from": Annotated[Station | None, means("Where a relocated store comes from.")],
        "first": Link | None,
        "second": Link | None,
        "pay_for": Annotated[list[Ward], means("The wards that a card may match.")],
        "three": Annotated[int, means("Cards that still have to be paid as one wild card.")],
        "ward": Annotated[Ward | None, means("The ward whose customers move.")],
        "path": list[Station],
        "group": Annotated[list[Customer], means("The customers who are travelling.")],
        "given": list[ShinjukuGiven],
        "fares": Annotated[list[int], means("The other seats whose track was used.")],
        "customer": Annotated[Customer | None, means("The customer spent for an upgrade.")],
    },
)


class ShinjukuView(TypedDict):
    """A position of Shinjuku as a seat sees it."""

    game: Literal["shinjuku"]
    seat: Annotated[int | None, means("Who sees it; null for spectators.")]
    players: int
    open_customers: Annotated[bool, means("Whether everybody sees all customers.")]
    city: str
    turn: int
    player: Annotated[int, means("The seat whose turn it is.")]
    first_player: int
    actors: Annotated[list[int], means("The seats that have to decide.")]
    phase: Phase
    actions: ShinjukuActions
    queue: list[ShinjukuSlot]
    queue_size: int
    bonus: list[ShinjukuStack]
    deck: Annotated[int, means("The number of cards left.")]
    bag: Annotated[int, means("The number of customers left.")]
    discard: list[Ward]
    removed: Annotated[list[Customer], means("The customers who have left the game.")]
    wards: Annotated[dict[str, list[Customer]], keyed_by(CITY.ward_names)]
    stores: Annotated[dict[str, ShinjukuStore], keyed_by(CITY.station_names)]
    track: Annotated[dict[str, int], keyed_by(CITY.link_names, "By link: the seat that owns it.")]
    companies: Annotated[list[ShinjukuCompany], means("By seat.")]
    choice: Annotated[ShinjukuChoice, means("The choices made so far for the current action.")]
    last_turns: Annotated[int | None, means("Turns left after this one, near the end.")]
    scores: Annotated[list[int | None], means("Null for seats whose customers you may not see.")]
    breakdown: Annotated[list[dict[str, int] | None], means("The parts of each score.")]
    winners: list[int]
