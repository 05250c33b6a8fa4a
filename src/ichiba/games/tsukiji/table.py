"""What lies on the table, in ints and lists, and how it is copied."""

from typing import Self

from ichiba.core.game import State
from ichiba.core.messages import Argument, Event
from ichiba.core.rng import Rng
from ichiba.games.tsukiji.data import Setup

# Phases: what is being decided.
VALUATION, PURCHASE, TAKUSAN_PLACE, YAKUZA_GIFT, OVER = range(5)
PHASES = ("valuation", "purchase", "takusan", "yakuza", "over")

NOBODY = -1


class Table(State):
    """The pieces of a game. Seats, lots and products are numbers from 0.

    `products` and `takusan` hold all columns in one row: seat * 6 + product.
    `lots`, `values`, `tiles` and `history` are replaced, never changed, so copies share them.
    """

    __slots__ = (
        "arrival",
        "arrivals",
        "buyers",
        "deck",
        "discard",
        "first",
        "hands",
        "history",
        "lots",
        "money",
        "open_takusan",
        "open_yakuza",
        "phase",
        "products",
        "rng",
        "round",
        "setup",
        "spaces",
        "takusan",
        "tickets",
        "tiles",
        "turn",
        "values",
        "yakuza",
    )

    setup: Setup
    rng: Rng
    round: int
    phase: int
    first: int  # the first player
    turn: int  # how many have had their purchase this round
    deck: list[int]  # what is left, sorted: chance comes in when cards are drawn from it
    discard: list[int]  # how many of each card
    lots: list[list[int]]  # the cards of each lot, left to right
    tickets: list[list[int]]  # by seat, what it has laid on lot 0, 1, ...
    values: list[int]  # by lot, once revealed
    tiles: list[int]  # by lot, once revealed: 0 is the dearest, with the clock
    buyers: list[int]  # by lot: who bought it, or NOBODY
    money: list[int]
    hands: list[int]  # tickets not laid and not spent, as bits
    products: list[int]  # product cards in each column
    takusan: list[int]  # Takusan in each column
    yakuza: list[int]  # by seat: how many were bought
    open_takusan: int  # still to be placed by the buyer
    open_yakuza: int  # still to be paid by the buyer
    spaces: list[int]  # by product: the marker's space on the market
    arrivals: list[int]  # by product: when its marker came there; on one space the latest is on top
    arrival: int
    history: tuple[tuple[int, ...], ...]  # spaces at the start and after each round's move

    def copy(self) -> Self:
        """An independent twin, without a log."""
        twin = self.__class__.__new__(self.__class__)
        twin.actors = self.actors
        twin.log = None
        twin.reveals = self.reveals
        twin.setup = self.setup
        twin.rng = self.rng.copy()
        twin.round = self.round
        twin.phase = self.phase
        twin.first = self.first
        twin.turn = self.turn
        twin.deck = self.deck[:]
        twin.discard = self.discard[:]
        twin.lots = self.lots
        twin.tickets = [laid[:] for laid in self.tickets]
        twin.values = self.values
        twin.tiles = self.tiles
        twin.buyers = self.buyers[:]
        twin.money = self.money[:]
        twin.hands = self.hands[:]
        twin.products = self.products[:]
        twin.takusan = self.takusan[:]
        twin.yakuza = self.yakuza[:]
        twin.open_takusan = self.open_takusan
        twin.open_yakuza = self.open_yakuza
        twin.spaces = self.spaces[:]
        twin.arrivals = self.arrivals[:]
        twin.arrival = self.arrival
        twin.history = self.history
        return twin

    def tell(self, key: str, *, only: int | None = None, **arguments: Argument) -> None:
        """Put an event into the log, if there is one, for everybody or for one seat."""
        if self.log is not None:
            audience = None if only is None else (only,)
            self.log.append(Event(f"tsukiji.event.{key}", arguments, audience=audience))
