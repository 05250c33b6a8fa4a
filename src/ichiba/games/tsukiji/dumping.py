"""What makes a dump of Tsukiji sound, and what is hidden in it."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

from ichiba.core.dumping import Dumping
from ichiba.core.origin import Origin
from ichiba.games.tsukiji.data import (
    CARDS,
    CARDS_IN_LOT,
    NAME,
    NORMAL_TICKETS,
    REVISION,
    ROUNDS,
    TICKET_BIT,
    TITLE,
)
from ichiba.games.tsukiji.fields import Fields
from ichiba.games.tsukiji.table import OVER, TAKUSAN_PLACE, VALUATION, YAKUZA_GIFT, TsukijiTable


class TsukijiDumping(Dumping[TsukijiTable]):
    """Positions of Tsukiji as plain data, and back."""

    def complete(self, table: TsukijiTable) -> None:
        laid = table.tickets if table.phase == VALUATION else [[] for _ in table.tickets]
        table.hands = [
            held & ~sum(TICKET_BIT[ticket] for ticket in {*tickets})
            for held, tickets in zip(table.held, laid, strict=True)
        ]

    def fill(self, plain: Any, setup: Any, rng: Random) -> None:
        """Lay the first tickets that a player holds; `determinize` draws others."""
        for laid, held in zip(plain["tickets"], plain["held"], strict=True):
            if None in laid:
                could_be = [ticket for ticket, bit in enumerate(TICKET_BIT) if held & bit]
                laid[:] = could_be[: len(laid)]

    def has_all_pieces(self, table: TsukijiTable) -> bool:
        """Whether no card is lost."""
        return table.census() == _full_deck(table)

    def contradictions(self, table: TsukijiTable) -> Iterator[str]:
        """Tickets, tiles and whose turn it is must fit the phase."""
        yield from super().contradictions(table)
        lots, seats, phase = table.setup.lots, table.setup.everyone, table.phase
        buys = phase not in (VALUATION, OVER)
        tiles = [] if phase == VALUATION else list(range(lots))
        checks = {
            "tiles": sorted(table.tiles) == tiles,
            "values": len(table.values) == len(tiles),
            "turn": not buys or table.turn < len(seats),
            "actors": not buys or table.actors == ((table.first + table.turn) % len(seats),),
            "open_takusan": (phase == TAKUSAN_PLACE) == (table.open_takusan > 0),
            "open_yakuza": bool(table.open_yakuza)
            if phase == YAKUZA_GIFT
            else phase == TAKUSAN_PLACE or not table.open_yakuza,
            "deck": len(table.deck) >= (ROUNDS - table.round) * lots * CARDS_IN_LOT,
            "past_spaces": len(table.past_spaces) == table.round + (phase != VALUATION),
        }
        yield from (name for name, is_right in checks.items() if not is_right)
        for seat in seats:
            yield from _wrong_tickets(table, seat)


def _wrong_tickets(table: TsukijiTable, seat: int) -> Iterator[str]:
    """A player has all normal tickets, in the hand or on lots, and enough of them."""
    laid, held = table.tickets[seat], table.held[seat]
    if held & NORMAL_TICKETS != NORMAL_TICKETS:
        yield "held"
    if table.phase != VALUATION:
        if len(laid) != table.setup.lots:
            yield "tickets"
        return
    missing = table.setup.lots - len(laid)
    if len({*laid}) != len(laid) or not all(held & TICKET_BIT[ticket] for ticket in laid):
        yield "tickets"
    if not 0 <= missing <= table.hands[seat].bit_count():
        yield "held"
    if (missing > 0) != (seat in table.actors):
        yield "actors"


def _full_deck(table: TsukijiTable) -> dict[str, int]:
    return dict.fromkeys(CARDS, 0) | Counter(CARDS[card] for card in table.setup.deck)


DUMPING = TsukijiDumping(Origin(NAME, TITLE, REVISION), Fields)
