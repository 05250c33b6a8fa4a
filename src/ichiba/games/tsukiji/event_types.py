"""The arguments of the events of Tsukiji. Lots are counted from 1, as in notations."""

from collections.abc import Mapping
from typing import Annotated, TypedDict

from ichiba.core.describing import Over, means, one_of
from ichiba.games.tsukiji.data import CARDS, ON_MARKET, PRODUCTS, TICKETS

CardKey = Annotated[str, one_of(f"tsukiji.card.{card}" for card in CARDS)]
ProductKey = Annotated[str, one_of(f"tsukiji.card.{product}" for product in PRODUCTS)]
MarketKey = Annotated[str, one_of(f"tsukiji.card.{product}" for product in ON_MARKET)]
TicketKey = Annotated[str, one_of(f"tsukiji.ticket.{ticket}" for ticket in TICKETS)]


class TsukijiSeat(TypedDict):
    """A seat."""

    seat: int


class TsukijiRound(TypedDict):
    """The number of a round."""

    round: int


class TsukijiNewLot(TypedDict):
    """A new lot."""

    lot: int
    cards: list[CardKey]


class TsukijiLaidTicket(TypedDict):
    """Your ticket on a lot."""

    seat: int
    lot: int
    ticket: TicketKey


class TsukijiValued(TypedDict):
    """A lot with its revealed tickets, one of each seat, and its price tag."""

    lot: int
    seats: list[int]
    tickets: list[TicketKey]
    value: int
    price: int
    move: Annotated[str, means("A signed number, such as “+2”.")]


class TsukijiDecisive(TypedDict):
    """The ticket that changed the price of a lot most."""

    seat: int
    ticket: TicketKey
    lot: int
    was: Annotated[int, means("The price that the lot would have without it.")]
    price: int


class TsukijiMoved(TypedDict):
    """A marker that has moved by a number of spaces."""

    product: MarketKey
    by: int
    space: int


class TsukijiStayed(TypedDict):
    """A marker that has stayed where it was."""

    product: MarketKey
    space: int


class TsukijiBought(TypedDict):
    """A purchase."""

    seat: int
    lot: int
    price: int
    cards: list[CardKey]


class TsukijiYen(TypedDict):
    """Money that a seat gets."""

    seat: int
    yen: int


class TsukijiProduct(TypedDict):
    """A column of a seat."""

    seat: int
    product: ProductKey


class TsukijiCount(TypedDict):
    """A number of cards of a seat."""

    seat: int
    count: int


# By kind of event: the last part of its key.
EVENTS: Mapping[str, type] = {
    "first_player": TsukijiSeat,
    "round": TsukijiRound,
    "lot": TsukijiNewLot,
    "ticket": TsukijiLaidTicket,
    "ready": TsukijiSeat,
    "valued": TsukijiValued,
    "lifts": TsukijiDecisive,
    "lowers": TsukijiDecisive,
    "rises": TsukijiMoved,
    "falls": TsukijiMoved,
    "stays": TsukijiStayed,
    "bought": TsukijiBought,
    "refused": TsukijiYen,
    "takusan": TsukijiProduct,
    "takusan_lost": TsukijiCount,
    "yakuza": TsukijiProduct,
    "yakuza_empty": TsukijiSeat,
    "clock": TsukijiSeat,
    "clock_stays": TsukijiSeat,
    "over": Over,
}
