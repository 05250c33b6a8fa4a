"""Bots at tables: threads that see whose turn it is, and processes that think, with a time limit.

A bot that crashes or is too slow is replaced by a simple one for that move, and the table goes on.
The process in which somebody moved goes on with the bots of that table. Others look only when a
table has been silent for longer than any move takes: their process may be gone. Two may compute the
same move; the second finds the row taken and forgets its own. The same threads bid where somebody
has left a standing order.
"""

import heapq
import logging
from copy import copy
from random import Random
from threading import Condition, Thread
from time import monotonic

import msgspec
from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.db.models import Q
from django.http import Http404

from ichiba import bots
from ichiba.arena.playing import derive
from ichiba.arena.thinker import Thinker
from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.observer import Observer
from ichiba.site import matches, rows, standing, tables
from ichiba.site.models import Seat, Table
from ichiba.site.observing.logs import in_short
from ichiba.site.observing.metrics import BOT_SECONDS

log = logging.getLogger("ichiba.bots")

# Seconds until a table is looked at again after the database did not answer.
RETRY = 2.0


class _Plan(msgspec.Struct, frozen=True):
    """When to look at a table: because a bot may be due, or in case another process is gone."""

    at: float
    own: bool


def patience() -> float:
    """Seconds after which a silent table is nobody's: no living process takes longer for a move."""
    return settings.BOT_SECONDS + settings.BOT_PAUSE + 1.0


def _tables_with_bots() -> list[int]:
    """The tables at which something may be due that no person does."""
    seats = Seat.objects.filter(table__status=Table.Status.RUNNING)
    seats = seats.filter(~Q(bot="", stand_in="") | Q(order__isnull=False))
    return [*seats.order_by().values_list("table", flat=True).distinct()]


class Driver:
    """Makes the bots of all tables move, with a few threads that each own a thinker."""

    def __init__(self) -> None:
        self._plans: dict[int, _Plan] = {}
        self._due: list[tuple[float, int]] = []  # when to look at the plan of a table
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
        for table in _tables_with_bots():
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
        plan = _Plan(monotonic() + delay, own=True)
        with self._changed:
            known = self._plans.get(table)
            if known is None or plan.at < known.at:
                self._plan(table, plan)

    def leave_to_others(self, table: int) -> None:
        """Another process moves the bots here; look again if it falls silent."""
        plan = _Plan(monotonic() + patience(), own=False)
        with self._changed:
            known = self._plans.get(table)
            if known is None or not known.own:
                self._plan(table, plan)

    def look_at_all(self) -> None:
        """Look later at all tables: moves of others may have gone unheard."""
        Thread(target=self._leave_all_to_others, daemon=True).start()

    def _leave_all_to_others(self) -> None:
        try:
            for table in _tables_with_bots():
                self.leave_to_others(table)
        except Error as error:
            log.warning("the tables with bots are not known: %s", in_short(error))
        finally:
            connection.close()

    def _plan(self, table: int, plan: "_Plan") -> None:
        self._plans[table] = plan
        heapq.heappush(self._due, (plan.at, table))
        self._changed.notify()

    def _next(self) -> int | None:
        """The next table that is due; None when the server stops."""
        with self._changed:
            while not self._stopped:
                pause = self._due[0][0] - monotonic() if self._due else None
                if pause is None or pause > 0:
                    self._changed.wait(pause)
                    continue
                at, table = heapq.heappop(self._due)
                plan = self._plans.get(table)
                if plan is not None and plan.at == at:  # else it was planned anew
                    del self._plans[table]
                    return table
        return None

    def _work(self) -> None:
        thinker = Thinker(settings.BOT_SECONDS)
        while (table := self._next()) is not None:
            try:
                self._move_bot(table, thinker)
            except Error as error:
                why, where = in_short(error), {"table": table}
                log.warning("the database does not answer, a table waits: %s", why, extra=where)
                self.wake(table, RETRY)
            except matches.Unreplayable:
                log.warning(
                    "a table is not played by the rules of this server", extra={"table": table}
                )
            except Exception:
                log.exception("a bot could not move", extra={"table": table})
            finally:
                close_old_connections()
        thinker.stop()

    def _move_bot(self, pk: int, thinker: Thinker) -> None:
        """Let one bot of the table move, if one is due, and come back for the next."""
        try:
            table = copy(rows.newest_of(pk))
        except Http404:
            return
        if table.status != Table.Status.RUNNING or self._follow_orders(table):
            return
        names = {seat.number: seat.played_by for seat in table.seats.all() if seat.played_by}
        with matches.hold(table) as match:
            due = [seat for seat in match.state.actors if seat in names]
            if not due:
                return
            seat, page = due[0], tables.token(match, due[0])
            record = match.record.until(len(match.record.moves))
        seed = derive(int(table.seed), "bot", seat, len(record.moves))
        with BOT_SECONDS.labels(table.game).time():
            moves = thinker.choose(record, seat, names[seat], seed)
        try:
            self._play(table, seat, moves, page)
        except tables.MovedOn:
            log.info("the table has moved on without the bot", extra={"table": pk})
            self.leave_to_others(pk)
        else:
            self._come_back(table)

    def _follow_orders(self, table: Table) -> bool:
        """A person's standing order comes before the bots; there may be another one after it."""
        try:
            followed = standing.follow(table)
        except tables.MovedOn:
            log.info("the table has moved on without the order", extra={"table": table.pk})
            self.leave_to_others(table.pk)
            return True
        if followed:
            self.wake(table.pk)
        return followed

    def _play(self, table: Table, seat: int, moves: list[str], page: str) -> None:
        """Make the bot's moves; if they are not allowed the first alone, else a simple one."""
        for some in (moves, moves[:1]):
            try:
                if some:
                    tables.play_all(table, seat, some, page, by=tables.By.BOT)
                    return
            except (tables.Refused, IchibaError):
                # Not which move: it may be a secret.
                log.warning("a bot wanted what is not allowed", extra={"table": table.pk})
        with matches.hold(table) as match:
            simple = simple_move(match, seat)
        tables.play(table, seat, simple, page, by=tables.By.BOT)

    def _come_back(self, table: Table) -> None:
        """Moves in the open are made one after the other, so that people can follow."""
        with matches.hold(table) as match:
            pause = 0.0 if match.state.simultaneous else settings.BOT_PAUSE
        self.wake(table.pk, pause)


def simple_move(match: Match, seat: int) -> str:
    """What the simplest bot would do: always there, never slow."""
    simple = bots.make(bots.RANDOM, match.game, Random(len(match.record.moves)))
    return match.game.notation(simple.choose(Observer(match.game, match.state, seat)))
