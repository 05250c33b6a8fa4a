"""The arguments of the events of Shinjuku. Wards and stations have their printed names."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from ichiba.core.describing import Nothing, Over, one_of
from ichiba.games.shinjuku.city import CITY, station_name, ward_name
from ichiba.games.shinjuku.customers import KINDS, customer_key
from ichiba.games.shinjuku.data import STORE_NAMES, store_key

WardName = Annotated[str, one_of(ward_name(ward) for ward in range(CITY.wards))]
StationName = Annotated[str, one_of(station_name(station) for station in range(CITY.stations))]
CustomerKey = Annotated[str, one_of(customer_key(kind) for kind in range(len(KINDS)))]
StoreKey = Annotated[str, one_of(store_key(good) for good in range(len(STORE_NAMES)))]


class ShinjukuSeat(TypedDict):
    """A seat."""

    seat: int


class ShinjukuCards(TypedDict):
    """Cards that everybody sees."""

    cards: list[WardName]


class ShinjukuJoined(TypedDict):
    """A customer who joins the queue."""

    customer: CustomerKey
    slot: int
    ward: WardName


class ShinjukuTurn(TypedDict):
    """The number of a turn."""

    seat: int
    turn: int


class ShinjukuGroup(TypedDict):
    """Customers of a ward whom a seat places or moves."""

    seat: int
    ward: WardName
    customers: list[CustomerKey]


class ShinjukuStayed(TypedDict):
    """Customers who stay in a ward."""

    ward: WardName
    customers: list[CustomerKey]


class ShinjukuCard(TypedDict):
    """A card that a seat takes or pays with."""

    seat: int
    card: WardName


class ShinjukuQueueCard(TypedDict):
    """A new card in the queue."""

    slot: int
    card: WardName


class ShinjukuCount(TypedDict):
    """A number of cards or tokens of a seat."""

    seat: int
    count: int


class ShinjukuSeatCards(TypedDict):
    """Cards that a seat draws or pays with."""

    seat: int
    cards: list[WardName]


class ShinjukuOpened(TypedDict):
    """A new store."""

    seat: int
    good: StoreKey
    station: StationName


class ShinjukuRelocated(TypedDict):
    """A store that moves to another station."""

    seat: int
    good: StoreKey
    station: StationName
    origin: StationName


class ShinjukuTrack(TypedDict):
    """New track between two stations."""

    seat: int
    station: StationName
    other: StationName


class ShinjukuStation(TypedDict):
    """A station."""

    station: StationName


class ShinjukuGot(TypedDict):
    """A customer whom a seat gets."""

    seat: int
    customer: CustomerKey
    station: StationName


class ShinjukuUpgraded(TypedDict):
    """A new department store, and the customer who was spent on it."""

    seat: int
    station: StationName
    customer: CustomerKey


class ShinjukuLeft(TypedDict):
    """A customer of a seat who leaves the game."""

    seat: int
    customer: CustomerKey


# By kind of event: the last part of its key.
EVENTS: Mapping[str, type] = {
    "first_player": ShinjukuSeat,
    "queue": ShinjukuCards,
    "joined": ShinjukuJoined,
    "turn": ShinjukuTurn,
    "placed": ShinjukuGroup,
    "card_taken": ShinjukuCard,
    "card_added": ShinjukuQueueCard,
    "last_customer": ShinjukuSeat,
    "reshuffle": Nothing,
    "income": ShinjukuCount,
    "fare": ShinjukuCount,
    "drawn": ShinjukuSeatCards,
    "declined": ShinjukuSeat,
    "pays": ShinjukuCard,
    "pays_wild": ShinjukuCard,
    "pays_three": ShinjukuSeatCards,
    "opened": ShinjukuOpened,
    "relocated": ShinjukuRelocated,
    "track": ShinjukuTrack,
    "moves": ShinjukuGroup,
    "starts": ShinjukuStation,
    "arrives": ShinjukuStation,
    "gets": ShinjukuGot,
    "stay": ShinjukuStayed,
    "upgraded": ShinjukuUpgraded,
    "leaves": ShinjukuLeft,
    "bonus": ShinjukuCount,
    "over": Over,
}
