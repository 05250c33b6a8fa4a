"""Bots at tables: threads find out whose turn it is, and worker processes choose the moves.

If a bot crashes or exceeds its time limit, the usual bot of the title makes that one move instead,
and if that fails too, a random one does.

The process that handled the last move also moves the bots of that table. Other processes check a
table only after it has been idle for longer than any move takes, in case that process has died. Two
processes may compute the same move; the second finds that the record has grown and drops its own.
The same threads also make automatic bids for people who have switched them on.
"""

import heapq
import logging
from random import Random
from threading import Condition, Thread
from time import monotonic

import msgspec
from django.conf import settings
from django.db import Error, close_old_connections, connection
from django.db.models import Q
from django.http import Http404
from django.utils import timezone

from ichiba import bots
from ichiba.arena.playing import derive
from ichiba.arena.thinker import Thinker
from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.observer import Observer
from ichiba.site.live.threads import let_people_go_first
from ichiba.site.models import Person, Seat, Table
from ichiba.site.observing.logs import in_short
from ichiba.site.observing.metrics import BOT_SECONDS
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import automatic_bids, play
from ichiba.site.tables.changes import MovedOn, Refused
from ichiba.site.tables.play import By

log = logging.getLogger("ichiba.bots")

# Seconds until a table is retried after a database error.
RETRY = 2.0


class _Plan(msgspec.Struct, frozen=True):
    """When to check a table: a bot may be due (`own`), or another process may have died."""

    at: float
    own: bool


# How a person's speed setting scales the pause between two bot moves.
PACES = {Person.Speed.SLOW: 2.0, Person.Speed.NORMAL: 1.0, Person.Speed.INSTANT: 0.0}


def patience() -> float:
    """Return the seconds after which an idle table may be taken over from another process."""
    # A bot and, if it takes too long, the usual one think for this long at most.
    thinking = 2 * settings.BOT_SECONDS
    return thinking + settings.BOT_PAUSE * max(PACES.values()) + 1.0


def _pause_at(snapshot: Snapshot) -> float:
    """Return the seconds between two visible bot moves: the shortest pause that anyone at the table
    wants, or none if all chose “instant”. Pages with a slower setting delay what they show."""
    seats = [seat for seat in snapshot.seats if not seat.played_by]
    people = [seat.person_id for seat in seats if seat.person_id is not None]
    if not people or not settings.BOT_PAUSE:
        return 0.0
    speeds = {*Person.objects.filter(pk__in=people).values_list("speed", flat=True)}
    paces = [PACES[Person.Speed(speed)] for speed in speeds]
    return settings.BOT_PAUSE * min((pace for pace in paces if pace), default=0.0)


def _time_to_wait(snapshot: Snapshot) -> float:
    """Return the seconds until the next bot may move here, counted from the last visible move.

    There is no pause while all players decide at the same time. There is none either after a step
    that others don't see, such as choosing an action before carrying it out.
    """
    match, times = snapshot.game, snapshot.times
    number = len(match.record.moves)
    told = any(event.move == number and event.audience is None for event in match.events[-20:])
    if match.state.simultaneous or not told:
        return 0.0
    last = times[-1] if times else snapshot.table.started
    if last is None:
        return 0.0
    pause = _pause_at(snapshot)
    return min(max(pause - (timezone.now() - last).total_seconds(), 0.0), pause)


def _tables_with_bots() -> list[int]:
    """Return the tables where a bot or an automatic bid may be due."""
    seats = Seat.objects.filter(table__status=Table.Status.RUNNING)
    seats = seats.filter(~Q(bot="", stand_in="") | Q(automatic_bid__isnull=False))
    return [*seats.order_by().values_list("table", flat=True).distinct()]


class Driver:
    """Moves the bots of all tables, with a few threads that each own a thinker."""

    def __init__(self) -> None:
        self._plans: dict[int, _Plan] = {}
        self._due: list[tuple[float, int]] = []  # heap of (time, table)
        self._hurried: set[int] = set()  # tables where someone pressed Skip
        self._changed = Condition()
        self._stopped = False
        self._threads = [
            Thread(target=self._work, daemon=True, name=f"bots-{number}")
            for number in range(settings.BOT_WORKERS)
        ]

    def start(self) -> None:
        """Start the threads, and check all tables that were waiting when the server stopped."""
        for thread in self._threads:
            thread.start()
        for table in _tables_with_bots():
            self.wake(table)

    def stop(self) -> None:
        """Stop the threads after their current moves."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(settings.BOT_SECONDS + 1)

    def wake(self, table: int, delay: float = 0.0) -> None:
        """Check this table now, or after a delay."""
        plan = _Plan(monotonic() + delay, own=True)
        with self._changed:
            known = self._plans.get(table)
            if known is None or plan.at < known.at:
                self._plan(table, plan)

    def hurry(self, table: int) -> None:
        """Let the bots of this table move without pauses until a person is due."""
        with self._changed:
            self._hurried.add(table)
        self.wake(table)

    def leave_to_others(self, table: int) -> None:
        """Leave the bots here to another process, and check again in case it dies."""
        plan = _Plan(monotonic() + patience(), own=False)
        with self._changed:
            known = self._plans.get(table)
            if known is None or not known.own:
                self._plan(table, plan)

    def look_at_all(self) -> None:
        """Check all tables later, because notifications may have been missed."""
        Thread(target=self._leave_all_to_others, daemon=True).start()

    def _leave_all_to_others(self) -> None:
        try:
            for table in _tables_with_bots():
                self.leave_to_others(table)
        except Error as error:
            log.warning("Could not list the tables with bots: %s", in_short(error))
        finally:
            connection.close()

    def _plan(self, table: int, plan: "_Plan") -> None:
        self._plans[table] = plan
        heapq.heappush(self._due, (plan.at, table))
        self._changed.notify()

    def _next(self) -> int | None:
        """Wait for the next table that is due; None when the server stops."""
        with self._changed:
            while not self._stopped:
                pause = self._due[0][0] - monotonic() if self._due else None
                if pause is None or pause > 0:
                    self._changed.wait(pause)
                    continue
                at, table = heapq.heappop(self._due)
                plan = self._plans.get(table)
                if plan is not None and plan.at == at:  # otherwise it was rescheduled
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
                log.warning("Database error, will retry the table: %s", why, extra=where)
                self.wake(table, RETRY)
            except snapshots.Unreplayable:
                log.warning(
                    "Table uses a rules revision unknown to this server.", extra={"table": table}
                )
            except Exception:
                log.exception("A bot could not move.", extra={"table": table})
            finally:
                close_old_connections()
        thinker.stop()

    def _move_bot(self, pk: int, thinker: Thinker) -> None:
        """Move one bot of the table if one is due, and schedule the next check."""
        try:
            snapshot = snapshots.newest_of(pk)
        except Http404:
            return
        table = snapshot.table
        if table.status != Table.Status.RUNNING or self._bid_automatically(snapshot):
            return
        names = {seat.number: seat.played_by for seat in snapshot.seats if seat.played_by}
        match = snapshot.game
        due = [seat for seat in match.state.actors if seat in names]
        if not due:
            self._hurried.discard(pk)
            return
        wait = 0.0 if pk in self._hurried else _time_to_wait(snapshot)
        if wait:
            self.wake(pk, wait)
            return
        seat, record = due[0], match.record
        seed = derive(int(table.seed), "bot", seat, len(record.moves))
        with BOT_SECONDS.labels(table.game).time():
            moves = _choose(thinker, pk, match, seat, names[seat], seed)
        let_people_go_first()
        try:
            self._play(table, seat, moves, len(record.moves))
        except MovedOn:
            log.info("The position changed before the bot moved.", extra={"table": pk})
            self.leave_to_others(pk)
        else:
            self.wake(pk)

    def _bid_automatically(self, snapshot: Snapshot) -> bool:
        """Make one automatic bid, before any bots move. There may be more."""
        pk = snapshot.table.pk
        try:
            followed = automatic_bids.follow(snapshot)
        except MovedOn:
            log.info("The position changed before the bid.", extra={"table": pk})
            self.leave_to_others(pk)
            return True
        if followed:
            self.wake(pk)
        return followed

    def _play(self, table: Table, seat: int, moves: list[str], known: int) -> None:
        """Make the bot's moves. If that fails, try only the first, then a simple move.

        MovedOn if the record no longer has the length for which the moves were chosen: after an
        undo, it may not even be the bot's turn.
        """
        for some in (moves, moves[:1]):
            try:
                if some:
                    play.play_all(table, seat, some, by=By.BOT, known=known)
                    return
            except (Refused, IchibaError):
                # Don't log the move: it may be secret.
                log.warning("A bot chose an illegal move.", extra={"table": table.pk})
        match = snapshots.newest_of(table.pk).game
        if len(match.record.moves) != known:
            raise MovedOn
        simple = simple_move(match, seat)
        play.play_all(table, seat, [simple], by=By.BOT, known=known)


def _choose(
    thinker: Thinker, table: int, match: Match, seat: int, bot: str, seed: int
) -> list[str]:
    """Return the moves of a bot, or of the usual one if this one can't decide in time."""
    usual = bots.usual(match.game)
    moves = thinker.choose(table, match.record, seat, bot, seed)
    if not moves and bot != usual:
        moves = thinker.choose(table, match.record, seat, usual, seed)
    return moves


def simple_move(match: Match, seat: int) -> str:
    """Return the move of the simplest bot, which is always available and fast."""
    simple = bots.make(bots.RANDOM, match.game, Random(len(match.record.moves)))
    return match.game.notation(simple.choose(Observer(match.game, match.state, seat)))
