"""Tsukiji's light player as a bot of its own, to compare others with. The master thinks with it."""

from random import Random
from typing import cast

from ichiba.bots.tsukiji.light import best_tickets, purchase, wishes
from ichiba.core.observer import Observer
from ichiba.games.tsukiji.actions import TICKET
from ichiba.games.tsukiji.data import ROUNDS
from ichiba.games.tsukiji.table import VALUATION, TsukijiTable


class Quick:
    """Plays as the master expects of others. It remembers its tickets for the round."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._plan: tuple[int, list[int]] = (0, [])  # the round, and the tickets for it

    def choose(self, observer: Observer) -> int:
        """Choose what looks good."""
        table, seat = cast(TsukijiTable, observer.determinize(self._rng)), observer.seat
        if table.phase != VALUATION:
            return purchase(table, seat, None)
        laid = table.tickets[seat]
        number, plan = self._plan
        if number != table.round or plan[: len(laid)] != laid:
            plan = self._tickets(table, seat)
            self._plan = (table.round, plan)
        return TICKET + plan[len(laid)]

    def _tickets(self, table: TsukijiTable, seat: int) -> list[int]:
        """Tickets for all lots, beginning with those that are already laid."""
        laid, left = table.tickets[seat], ROUNDS - table.round + 1
        likely = best_tickets(wishes(table)[seat], table.hands[seat], left)
        rest = [ticket for ticket in likely if ticket not in laid]
        rest += [action - TICKET for action in table.legal(seat) if action - TICKET not in rest]
        return laid + rest[: table.setup.lots - len(laid)]
