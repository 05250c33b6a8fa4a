"""Written by scripts/write_fields.py from `fields.py`: edit that instead."""

from typing import TYPE_CHECKING, Self

from ichiba.core.phased import PhasedState

if TYPE_CHECKING:
    from ichiba.games.tsukiji.setup import Setup


class Layout(PhasedState):
    """The fields of a table, and how it is copied."""

    __slots__ = (
        "arrival",
        "arrivals",
        "buyers",
        "deck",
        "discard",
        "first",
        "hands",
        "held",
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

    setup: "Setup"
    round: int
    first: int
    turn: int
    deck: list[int]
    discard: list[int]
    lots: list[list[int]]
    tickets: list[list[int]]
    values: list[int]
    tiles: list[int]
    buyers: list[int]
    money: list[int]
    held: list[int]
    hands: list[int]
    products: list[int]
    takusan: list[int]
    yakuza: list[int]
    open_takusan: int
    open_yakuza: int
    spaces: list[int]
    arrivals: list[int]
    arrival: int
    past_spaces: tuple[tuple[int, ...], ...]

    def copy(self) -> Self:
        """An independent copy, without a log."""
        twin = self.__class__.__new__(self.__class__)
        twin.log = None
        twin.rng = self.rng.copy()
        twin.actors = self.actors
        twin.reveals = self.reveals
        twin.phase = self.phase
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
        twin.held = self.held
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
