"""What is on the table, in ints and lists. Seats, lots and products are numbers from 0."""

from functools import cache
from itertools import combinations_with_replacement

from ichiba.core.fields import (
    SEAT,
    Declared,
    by_seat,
    derived,
    frozen,
    last_seat,
    number,
    own,
    players,
    row,
    some,
    stored,
)
from ichiba.games.tsukiji.box import BOX
from ichiba.games.tsukiji.data import (
    ALL_TICKETS,
    CARDS,
    CARDS_IN_LOT,
    LAST_SPACE,
    ON_MARKET,
    PRODUCTS,
    REFUSAL,
    ROUNDS,
    TICKETS,
)
from ichiba.games.tsukiji.pricing import lot_value
from ichiba.games.tsukiji.setup import Setup
from ichiba.games.tsukiji.table import NOBODY, VALUATION, TsukijiTable

CARD = number(0, len(CARDS) - 1)
TICKET = number(0, len(TICKETS) - 1)
HAND = number(0, ALL_TICKETS, start=ALL_TICKETS)  # tickets, as bits
COUNT = number(0, lambda setup: len(setup.deck))  # of cards
OF_LOT = number(0, CARDS_IN_LOT)
SPACES = row(number(1, LAST_SPACE), len(ON_MARKET))
ARRIVAL = number(0, len(ON_MARKET) * ROUNDS)
COLUMNS = by_seat(COUNT, len(PRODUCTS))


def lot_count(setup: Setup) -> int:
    """The number of lots."""
    return setup.lots


def is_laying(table: TsukijiTable) -> bool:
    """Whether tickets are face down."""
    return table.phase == VALUATION


@cache
def _values(count: int) -> list[int]:
    """All values that a lot can have, with a number of players."""
    tickets = range(len(TICKETS))
    return sorted(lot_value(laid) for laid in combinations_with_replacement(tickets, count))


def _most_money(setup: Setup) -> int:
    """Whoever is last and refuses every round has the most."""
    return BOX.first_money.value + setup.players * BOX.money_step.value + ROUNDS * REFUSAL


VALUE = number(lambda setup: _values(setup.players)[0], lambda setup: _values(setup.players)[-1])
TILE = number(0, lambda setup: setup.lots - 1)


class Fields(Declared):
    """The fields, each with its range, its length, its start and who may know it."""

    setup = derived("ichiba.games.tsukiji.setup.Setup")
    round = stored(number(1, ROUNDS, start=0))
    first = stored(SEAT)  # the first player
    turn = stored(number(0, players))  # players who have already bought or refused this round
    deck = stored(some(CARD), start=lambda setup: setup.deck)  # sorted; cards are drawn at random
    discard = stored(row(COUNT, len(CARDS)))  # how many of each card
    lots = stored(row(row(CARD, CARDS_IN_LOT), lot_count), shared=True)  # their cards
    tickets = stored(by_seat(some(TICKET)), known=own(is_laying))  # on lot 0, 1, ...
    values = stored(some(VALUE), shared=True)  # by lot, once revealed
    tiles = stored(some(TILE), shared=True)  # by lot, once revealed; 0 has the clock
    buyers = stored(row(number(NOBODY, last_seat), lot_count))  # by lot
    money = stored(by_seat(number(0, _most_money)))
    held = stored(by_seat(HAND), shared=True)  # by seat: tickets not spent, in hand or on lots
    hands = derived("list[int]")  # by seat: tickets held and not laid, as bits
    products = stored(COLUMNS)  # product cards
    takusan = stored(COLUMNS)
    yakuza = stored(by_seat(COUNT))  # Yakuza bought
    open_takusan = stored(OF_LOT)  # Takusan that the buyer still has to place
    open_yakuza = stored(OF_LOT)  # Yakuza that the buyer still has to give a card
    spaces = stored(SPACES)  # by product: the marker's space on the market
    arrivals = stored(row(ARRIVAL, len(ON_MARKET)))  # when its marker arrived; the latest is on top
    arrival = stored(ARRIVAL)
    past_spaces = stored(frozen(some(frozen(SPACES))))  # at the start, and after each round's move
