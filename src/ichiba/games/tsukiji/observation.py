"""What a seat knows, as numbers for programs that learn. `view` has the same for people."""

from functools import cache
from typing import Final

from ichiba.core.observation import Plane, Spec
from ichiba.games.tsukiji.data import (
    CARDS,
    CARDS_IN_LOT,
    ON_MARKET,
    PRODUCTS,
    RANK_YEN,
    SPECIAL_TICKETS,
    TICKETS,
)
from ichiba.games.tsukiji.fields import Fields
from ichiba.games.tsukiji.scoring import product_yen
from ichiba.games.tsukiji.setup import SETUPS, Setup
from ichiba.games.tsukiji.table import NOBODY, OVER, VALUATION, TsukijiTable

_FIRST_SPECIAL: Final = SPECIAL_TICKETS.bit_length() - SPECIAL_TICKETS.bit_count()
_SPECIALS: Final = len(TICKETS) - _FIRST_SPECIAL
_COLUMNS: Final = len(PRODUCTS)


def _one_hot(length: int) -> list[list[float]]:
    return [[float(place == one) for place in range(length)] for one in range(length)]


def _flags(length: int) -> list[list[float]]:
    """By bits: the bits as a list."""
    return [[float(bits >> place & 1) for place in range(length)] for bits in range(1 << length)]


# Tables of floats, because these are written faster than ints.
_PHASES: Final = _one_hot(OVER + 1)
_HAND: Final = _flags(len(TICKETS))
_HELD_SPECIALS: Final = _flags(_SPECIALS)
# By number of players and seat; the last row is nobody.
_SEATS: Final = {
    setup.players: [*_one_hot(setup.players), [0.0] * setup.players] for setup in SETUPS.values()
}


@cache
def spec(setup: Setup) -> Spec:
    """The planes, in the order of `numbers`."""
    players, lots = setup.players, setup.lots
    names = ", ".join(TICKETS)

    def own(name: str, meaning: str, *shape: int) -> Plane:
        return Fields.plane(name, setup, meaning, *shape)

    return Spec(
        (
            own("round", "The number of the round."),
            Plane("phase", (OVER + 1,), 0, 1, "Valuation, purchase, Takusan, Yakuza or the end."),
            Plane("deciding", (players,), 0, 1, "Who has to decide."),
            Plane("first", (players,), 0, 1, "Who is the first player."),
            own("discard", "Discarded cards of each kind."),
            Plane("lots", (lots, len(CARDS)), 0, CARDS_IN_LOT, "Cards of each kind in each lot."),
            Plane("priced", (1,), 0, 1, "Whether the values and tiles of this round are known."),
            own("values", "The value of each lot, if known.", lots),
            own("tiles", "The tile of each lot, if known; 0 is the clock.", lots),
            Plane("buyers", (lots, players), 0, 1, "Who bought each lot."),
            Plane("placed", (players,), 0, lots, "How many tickets each player has laid."),
            Plane("tickets_known", (players,), 0, 1, "Whose laid tickets are known."),
            Plane(
                "tickets",
                (players, lots),
                0,
                len(TICKETS),
                f"The ticket on each lot, from 1: {names}. 0 means none or unknown.",
            ),
            Plane("hand", (len(TICKETS),), 0, 1, "The observer's tickets that are not laid."),
            Plane("specials", (players, _SPECIALS), 0, 1, "Gold tickets left before the round."),
            own("money", "Everybody's yen."),
            own("products", "Product cards in each column."),
            own("takusan", "Takusan in each column."),
            own("yakuza", "Yakuza that each player has bought."),
            Plane(
                "open", (2,), 0, CARDS_IN_LOT, "Takusan and Yakuza that are still to be settled."
            ),
            own("spaces", "The space of each marker."),
            Plane("yen", (len(ON_MARKET),), 0, RANK_YEN[0], "The value of a card of each product."),
        )
    )


def numbers(table: TsukijiTable, seat: int) -> list[float]:
    """The numbers. Seats are in turn order from the observer."""
    players, lots = table.setup.players, table.setup.lots
    seats, actors = _SEATS[players], table.actors
    values = [table.round, *_PHASES[table.phase]]
    for other in _order(players, seat):
        values.append(other in actors)
    values += seats[(table.first - seat) % players]
    values += table.discard
    for a, b, c in table.lots:
        values += _counted(a, b, c)
    if table.phase == VALUATION:
        values += [0.0] * (1 + lots + lots)
    else:
        values.append(1.0)
        values += table.values
        values += table.tiles
    for buyer in table.buyers:
        values += seats[NOBODY if buyer == NOBODY else (buyer - seat) % players]
    _add_tickets(table, values, seat)
    at = seat * _COLUMNS
    for row, start in (
        (table.money, seat),
        (table.products, at),
        (table.takusan, at),
        (table.yakuza, seat),
    ):
        values += row[start:]
        values += row[:start]
    values += (table.open_takusan, table.open_yakuza)
    values += table.spaces
    values += product_yen(table)
    return values


@cache
def _order(players: int, seat: int) -> tuple[int, ...]:
    return tuple((seat + place) % players for place in range(players))


@cache
def _counted(*cards: int) -> list[float]:
    return [float(cards.count(card)) for card in range(len(CARDS))]


def _add_tickets(table: TsukijiTable, values: list[float], seat: int) -> None:
    """Laid tickets, which are secret until the last one lies, and tickets not laid."""
    lots, hands, tickets = table.setup.lots, table.hands, table.tickets
    order = _order(table.setup.players, seat)
    values += [len(tickets[other]) for other in order]
    if table.phase != VALUATION:
        values += [1.0] * len(order)
        for other in order:
            values += [ticket + 1 for ticket in tickets[other]]
    else:
        values += _SEATS[len(order)][0]  # only the observer's
        laid = tickets[seat]
        values += [ticket + 1 for ticket in laid]
        values += [0.0] * (lots * len(order) - len(laid))
    values += _HAND[hands[seat]]
    for other in order:
        values += _HELD_SPECIALS[table.held[other] >> _FIRST_SPECIAL]
