"""Tickets of a round of Tsukiji, all together: which ones a hand allows, and what they are worth.

What the tickets decide is which lot gets which tile. So their worth follows from what each
arrangement of the tiles is worth to a seat.
"""

from collections.abc import Sequence
from itertools import permutations
from typing import Final

from ichiba.games.tsukiji.bots.policy import KEEPING
from ichiba.games.tsukiji.data import FOUR, TICKET_BIT, TICKETS
from ichiba.games.tsukiji.pricing import lot_value

Tiles = tuple[int, ...]  # the tile of each lot, left to right
Tickets = tuple[int, ...]  # the ticket on each lot, left to right
Ranking = list[tuple[float, Tickets]]  # tickets with what they are worth, the best first

NORMAL: Final = range(FOUR + 1)
_SPECIAL: Final = range(FOUR + 1, len(TICKETS))


def possible_tickets(hand: int, lots: int, laid: Tickets) -> list[Tickets]:
    """Every sequence of tickets in the hand that begins with those already laid, with at most one
    special ticket more than it has."""
    normal = [ticket for ticket in NORMAL if hand & TICKET_BIT[ticket] and ticket not in laid]
    special = [ticket for ticket in _SPECIAL if hand & TICKET_BIT[ticket] and ticket not in laid]
    open_lots = lots - len(laid)
    found = [laid + more for more in permutations(normal, open_lots)]
    for ticket in special:
        for others in permutations(normal, open_lots - 1):
            found += [
                (*laid, *others[:place], ticket, *others[place:]) for place in range(open_lots)
            ]
    return found


def keeping(tickets: Tickets, left: int) -> float:
    """What the special tickets among these would be worth later, in yen."""
    used = sum(ticket in _SPECIAL for ticket in tickets)
    return used * KEEPING * (left - 1)


def ranking(own: Sequence[Tickets], costs: Sequence[float], worths: Sequence[float]) -> Ranking:
    """These tickets, ranked by what they are worth less what they cost."""
    each = zip(own, costs, worths, strict=True)
    return sorted([(worth - cost, one) for one, cost, worth in each], reverse=True)


class Worths:
    """What tickets are worth to a seat, given what each arrangement of the tiles is worth."""

    __slots__ = ("_of_lots", "_of_tiles")

    def __init__(self, of_tiles: dict[Tiles, float]) -> None:
        self._of_tiles = of_tiles
        self._of_lots: dict[tuple[int, ...], float] = {}  # by the values of the lots

    def against(self, own: Sequence[Tickets], others: Sequence[Sequence[int]]) -> list[float]:
        """The worth of each of these own tickets, if the others lay these."""
        by_lot = [
            [lot_value((*column, ticket)) for ticket in range(len(TICKETS))]
            for column in zip(*others, strict=True)
        ]
        known, found = self._of_lots, []
        for tickets in own:
            values = tuple([by_lot[lot][ticket] for lot, ticket in enumerate(tickets)])
            worth = known.get(values)
            if worth is None:
                worth = known[values] = self._of_tiles[_tiles_for(values)]
            found.append(worth)
        return found

    def on_average(
        self, own: Sequence[Tickets], guesses: Sequence[Sequence[Sequence[int]]]
    ) -> list[float]:
        """The mean worth of each of these own tickets, if the others lay one of these."""
        totals = [0.0] * len(own)
        for others in guesses:
            found = self.against(own, others)
            totals = [total + worth for total, worth in zip(totals, found, strict=True)]
        return [total / len(guesses) for total in totals]


def _tiles_for(values: tuple[int, ...]) -> Tiles:
    """The tile of each lot, for lots with these values."""
    tiles = [0] * len(values)
    ranking = sorted(range(len(values)), key=values.__getitem__, reverse=True)
    for tile, lot in enumerate(ranking):
        tiles[lot] = tile
    return tuple(tiles)
