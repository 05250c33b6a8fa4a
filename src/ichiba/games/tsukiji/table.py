"""What is on the table, in ints and lists. Each field is declared once."""

from typing import ClassVar, Final, Self

from ichiba.core.decision import Decision
from ichiba.core.fields import Derived, Shared, Stored
from ichiba.core.messages import Reason
from ichiba.core.phased import PhasedState
from ichiba.games.tsukiji.actions import ACTIONS, TICKET
from ichiba.games.tsukiji.data import NAME, Setup

# Phases: what is being decided. `state.DECISIONS` has them in this order.
VALUATION: Final = 0
PURCHASE: Final = 1
TAKUSAN_PLACE: Final = 2
YAKUZA_GIFT: Final = 3
OVER: Final = 4

NOBODY: Final = -1


class TsukijiTable(PhasedState):
    """The pieces of a game. Seats, lots and products are numbers from 0.

    `products` and `takusan` are flat lists of all columns: seat * 6 + product.
    """

    game = NAME
    actions = ACTIONS

    setup: Derived[Setup]
    round: int
    first: int  # the first player
    turn: int  # how many players have already bought or refused this round
    deck: list[int]  # the remaining cards, sorted; they are drawn at random
    discard: list[int]  # how many of each card
    lots: Shared[list[list[int]]]  # the cards of each lot, left to right
    tickets: list[list[int]]  # by seat, its tickets on lot 0, 1, ...
    values: Shared[list[int]]  # by lot, once revealed
    tiles: Shared[list[int]]  # by lot, once revealed: 0 is the most expensive, with the clock
    buyers: list[int]  # by lot: who bought it, or NOBODY
    money: list[int]
    hands: list[int]  # by seat: tickets neither laid nor spent, as bits
    products: list[int]  # product cards in each column
    takusan: list[int]  # Takusan in each column
    yakuza: list[int]  # by seat: Yakuza bought
    open_takusan: int  # Takusan that the buyer still has to place
    open_yakuza: int  # Yakuza that the buyer still has to give a card
    spaces: list[int]  # by product: the marker's space on the market
    arrivals: list[int]  # by product: when its marker arrived; the latest on a space is on top
    arrival: int
    past_spaces: tuple[tuple[int, ...], ...]  # spaces at the start and after each round's move

    # --- Written by scripts/write_fields.py from the declarations above; do not edit.
    __slots__ = (
        "arrival",
        "arrivals",
        "buyers",
        "deck",
        "discard",
        "first",
        "hands",
        "lots",
        "money",
        "open_takusan",
        "open_yakuza",
        "past_spaces",
        "products",
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
    stored: ClassVar[Stored] = {
        "actors": tuple[int, ...],
        "reveals": int,
        "phase": int,
        "round": int,
        "first": int,
        "turn": int,
        "deck": list[int],
        "discard": list[int],
        "lots": list[list[int]],
        "tickets": list[list[int]],
        "values": list[int],
        "tiles": list[int],
        "buyers": list[int],
        "money": list[int],
        "hands": list[int],
        "products": list[int],
        "takusan": list[int],
        "yakuza": list[int],
        "open_takusan": int,
        "open_yakuza": int,
        "spaces": list[int],
        "arrivals": list[int],
        "arrival": int,
        "past_spaces": tuple[tuple[int, ...], ...],
    }

    def copy(self) -> Self:
        """An independent copy, without a log."""
        twin = self.__class__.__new__(self.__class__)
        twin.log = None
        twin.actors = self.actors
        twin.reveals = self.reveals
        twin.phase = self.phase
        twin.rng = self.rng.copy()
        twin.setup = self.setup
        twin.round = self.round
        twin.first = self.first
        twin.turn = self.turn
        twin.deck = self.deck[:]
        twin.discard = self.discard[:]
        twin.lots = self.lots
        twin.tickets = [row[:] for row in self.tickets]
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
        twin.past_spaces = self.past_spaces
        return twin

    # --- End of the written part.


class Step(Decision[TsukijiTable]):
    """A decision of this game."""

    game = NAME

    def not_your_turn(self, table: TsukijiTable, seat: int, action: int) -> Reason:
        """Tickets are laid at the same time, so for them it is never a matter of turns."""
        if ACTIONS.kind_of[action] == TICKET:
            return self.no("tickets_revealed", "valuation")
        return super().not_your_turn(table, seat, action)
