"""Bots at tables: threads that see whose turn it is, and processes that think, with a time limit.

A bot that crashes or is too slow is replaced by a simple one for that move, and the table goes on.
Two servers may compute the same move; the second finds the row taken and forgets its own.
"""

import heapq
import logging
from random import Random
from threading import Condition, Thread
from time import monotonic

from django.conf import settings
from django.db import connection

from ichiba import bots
from ichiba.arena.playing import derive
from ichiba.arena.thinker import Thinker
from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.observer import Observer
from ichiba.site import matches, standing, tables
from ichiba.site.models import Table

log = logging.getLogger("ichiba.bots")


class Driver:
    """Makes the bots of all tables move, with a few threads that each own a thinker."""

    def __init__(self) -> None:
        self._due: list[tuple[float, int]] = []
        self._waiting: set[int] = set()
        self._changed = Condition()
        self._stopped = False
        self._threads = [
            Thread(target=self._work, daemon=True, name=f"bots-{number}")
            for number in range(settings.BOT_WORKERS)
        ]

    def start(self) -> None:
        """Begin, with the tables that a stopped server left waiting."""
        for thread in self._threads:
            thread.start()
        for table in Table.objects.filter(status=Table.Status.RUNNING).values_list("pk", flat=True):
            self.wake(table)

    def stop(self) -> None:
        """Finish the moves at hand and end."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(settings.BOT_SECONDS + 1)

    def wake(self, table: int, delay: float = 0.0) -> None:
        """Look at this table, now or a little later."""
        with self._changed:
            if table not in self._waiting:
                self._waiting.add(table)
                heapq.heappush(self._due, (monotonic() + delay, table))
                self._changed.notify()

    def _next(self) -> int | None:
        """The next table that is due; None when the server stops."""
        with self._changed:
            while not self._stopped:
                pause = self._due[0][0] - monotonic() if self._due else None
                if pause is not None and pause <= 0:
                    table = heapq.heappop(self._due)[1]
                    self._waiting.discard(table)
                    return table
                self._changed.wait(pause)
        return None

    def _work(self) -> None:
        thinker = Thinker(settings.BOT_SECONDS)
        while (table := self._next()) is not None:
            try:
                self._move_bot(table, thinker)
            except Exception:
                log.exception("a bot could not move at table %s", table)
            finally:
                connection.close()
        thinker.stop()

    def _move_bot(self, pk: int, thinker: Thinker) -> None:
        """Let one bot of the table move, if one is due, and come back for the next."""
        table = Table.objects.filter(pk=pk, status=Table.Status.RUNNING).first()
        if table is None:
            return
        if self._follow_orders(table):
            return
        names = {seat.number: seat.bot for seat in table.seats.all() if seat.bot}
        with matches.hold(table) as match:
            due = [seat for seat in match.state.actors if seat in names]
            if not due:
                return
            seat, page = due[0], tables.token(match, due[0])
            record = match.record.until(len(match.record.moves))
            simple = simple_move(match, seat)
        seed = derive(int(table.seed), "bot", seat, len(record.moves))
        move = thinker.choose(record, seat, names[seat], seed)
        try:
            self._play(table, seat, move, simple, page)
        except tables.MovedOn:
            log.info("table %s has moved on without the bot", pk)
        self._come_back(table)

    def _follow_orders(self, table: Table) -> bool:
        """A person's standing order comes before the bots; there may be another one after it."""
        try:
            followed = standing.follow(table)
        except tables.MovedOn:
            followed = True
        if followed:
            self.wake(table.pk)
        return followed

    def _play(self, table: Table, seat: int, move: str | None, simple: str, page: str) -> None:
        """Make the bot's move; without one, or with one that is not allowed, the simple one."""
        if move is not None:
            try:
                tables.play(table, seat, move, page)
            except (tables.Refused, IchibaError):
                # Not which move: it may be a secret.
                log.warning("a bot wanted what is not allowed at table %s", table.pk)
            else:
                return
        tables.play(table, seat, simple, page)

    def _come_back(self, table: Table) -> None:
        """Moves in the open are made one after the other, so that people can follow."""
        with matches.hold(table) as match:
            pause = 0.0 if match.state.simultaneous else settings.BOT_PAUSE
        self.wake(table.pk, pause)


def simple_move(match: Match, seat: int) -> str:
    """What the simplest bot would do: always there, never slow."""
    simple = bots.make(bots.RANDOM, match.game, Random(len(match.record.moves)))
    return match.game.notation(simple.choose(Observer(match.game, match.state, seat)))
