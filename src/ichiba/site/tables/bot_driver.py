"""Bots at tables: threads find out whose turn it is, and worker processes choose the moves.

If a bot crashes or exceeds its time limit, the usual bot of the title makes that one move instead,
and if that fails too, a random one does.

Bots move only at tables where a person plays. Those for whom people wait move first, and visitors
have turns: somebody with a hundred tables delays the bots of others no more than with one.

The process that handled the last move also moves the bots of that table. Other processes check a
table only after it has been idle for longer than any move takes, in case that process has died. Two
processes may compute the same move; the second finds that the record has grown and drops its own.
The same threads also make automatic bids for people who have switched them on.
"""

import heapq
import logging
from collections.abc import Callable
from datetime import timedelta
from itertools import count
from math import inf
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
from ichiba.arena.thinker import Thinker
from ichiba.core.errors import IchibaError
from ichiba.core.match import Match
from ichiba.core.observer import Observer
from ichiba.site.live.threads import let_people_go_first, visitor_address
from ichiba.site.live.turns import Turns, Visitor
from ichiba.site.models import Person, Seat, Table
from ichiba.site.observing.logs import in_short
from ichiba.site.observing.metrics import BOT_SECONDS
from ichiba.site.store import snapshots
from ichiba.site.store.snapshots import Snapshot
from ichiba.site.tables import automatic_bids, play
from ichiba.site.tables.bot_questions import question_for
from ichiba.site.tables.changes import MovedOn, Refused
from ichiba.site.tables.play import By

log = logging.getLogger("ichiba.bots")

# Seconds until a table is retried after a database error.
RETRY = 2.0
# For how many seconds after somebody was at a table, or acted there, they count as waiting for the
# bots. Open pages report every 15 seconds.
PRESENT = 60.0
# How many seconds a visitor's turn lasts. A quick bot makes several moves in a turn, so it doesn't
# wait for another visitor's slow one before each.
TURN = 0.1
# One of so many turns is for tables where nobody waits, so that they go on in any case.
FOR_OTHERS = 8


class _Plan(msgspec.Struct, frozen=True, eq=False):
    """When to check a table: a bot may be due (`own`), or another process may have died."""

    table: int
    at: float
    own: bool
    visitor: Visitor = ("", "")  # in whose turn: the last visitor's address and the owner
    asked: float = -inf  # when the last request came for which this is planned
    waited_for: bool = False  # by a person


# How a person's speed setting scales the pause between two bot moves.
PACES = {Person.Speed.SLOW: 2.0, Person.Speed.NORMAL: 1.0, Person.Speed.INSTANT: 0.0}


def patience() -> float:
    """Return the seconds after which an idle table may be taken over from another process."""
    # A bot and, if it takes too long, the usual one think for this long at most.
    thinking = 2 * settings.CONFIGURATION.bot_seconds
    return thinking + settings.CONFIGURATION.bot_pause * max(PACES.values()) + 1.0


def _pause_at(snapshot: Snapshot) -> float:
    """Return the seconds between two visible bot moves: the shortest pause that anyone at the table
    wants, or none if all chose “instant”. Pages with a slower setting delay what they show."""
    seats = [seat for seat in snapshot.seats if not seat.played_by]
    people = [seat.person_id for seat in seats if seat.person_id is not None]
    if not people or not settings.CONFIGURATION.bot_pause:
        return 0.0
    speeds = {*Person.objects.filter(pk__in=people).values_list("speed", flat=True)}
    paces = [PACES[Person.Speed(speed)] for speed in speeds]
    return settings.CONFIGURATION.bot_pause * min((pace for pace in paces if pace), default=0.0)


def _time_to_wait(snapshot: Snapshot) -> float:
    """Return the seconds until the next bot may move here, counted from the last visible move.

    There is no pause while all players decide at the same time. There is none either after a step
    that others don't see, such as choosing an action before carrying it out.
    """
    match, times = snapshot.match, snapshot.times
    number = len(match.record.moves)
    told = any(event.move == number and event.audience is None for event in match.events[-20:])
    if match.state.simultaneous or not told:
        return 0.0
    last = times[-1] if times else snapshot.table.started
    if last is None:
        return 0.0
    pause = _pause_at(snapshot)
    return min(max(pause - (timezone.now() - last).total_seconds(), 0.0), pause)


def _is_waited_for(snapshot: Snapshot, plan: _Plan) -> bool:
    """Return whether somebody may be waiting for the bots."""
    if monotonic() - plan.asked < PRESENT:
        return True
    seen = [snapshot.seen.get(seat.number) for seat in snapshot.seats if seat.person_plays]
    since = timezone.now() - timedelta(seconds=PRESENT)
    return any(when is not None and when > since for when in seen)


def tables_with_bots() -> list[tuple[int, int]]:
    """Return the tables where a bot or an automatic bid may be due, with their owners."""
    seats = Seat.objects.filter(table__status=Table.Status.RUNNING)
    seats = seats.filter(~Q(bot="", stand_in="") | Q(automatic_bid__isnull=False))
    return [*seats.order_by().values_list("table", "table__owner").distinct()]


def _goes_on(snapshot: Snapshot) -> bool:
    """Return whether a game is in progress and a person plays in it.

    If bots play for everybody, the game rests until somebody comes back.
    """
    running = snapshot.table.status == Table.Status.RUNNING
    return running and any(seat.person_plays for seat in snapshot.seats)


def _is_better(plan: _Plan, known: _Plan) -> bool:
    """Return whether a plan is earlier than the known one, or for a person who waits now."""
    return plan.at < known.at or (plan.waited_for and not known.waited_for)


class Driver:
    """Moves the bots of all tables, with a few threads that each own a thinker."""

    def __init__(self) -> None:
        self._plans: dict[int, _Plan] = {}
        # A heap of plans for later, with a number for those at the same time.
        self._later: list[tuple[float, int, _Plan]] = []
        self._numbers = count()
        # The plans that are due: where a person waits, and the others.
        self._first: Turns[_Plan] = Turns()
        self._second: Turns[_Plan] = Turns()
        self._taken = 0
        self._used: dict[str, float] = {}  # seconds of the current turn, by address
        self._hurried: set[int] = set()  # tables where someone pressed Skip
        self._changed = Condition()
        self._stopped = False
        self._threads = [
            Thread(target=self._work, daemon=True, name=f"bots-{number}")
            for number in range(settings.CONFIGURATION.bot_workers)
        ]

    def start(self) -> None:
        """Start the threads, and check all tables that were waiting when the server stopped."""
        for table, owner in tables_with_bots():
            self.wake(table, owner)
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop the threads after their current moves."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()
        for thread in self._threads:
            thread.join(settings.CONFIGURATION.bot_seconds + 1)

    def wake(self, table: int, owner: int = 0) -> None:
        """Check this table now, in the turn of the visitor whose request this is."""
        address, now = visitor_address.get(), monotonic()
        plan = _Plan(table, now, own=True, visitor=(address, f"owner {owner}"))
        if address:
            plan = msgspec.structs.replace(plan, asked=now, waited_for=True)
        self._plan(plan)

    def hurry(self, table: int, owner: int = 0) -> None:
        """Let the bots of this table move without pauses until a person is due."""
        with self._changed:
            self._hurried.add(table)
        self.wake(table, owner)

    def leave_to_others(self, table: int) -> None:
        """Leave the bots here to another process, and check again in case it dies."""
        self._plan(_Plan(table, monotonic() + patience(), own=False))

    def look_at_all(self) -> None:
        """Check all tables later, because notifications may have been missed."""
        Thread(target=self._plan_all, args=(self.leave_to_others,), daemon=True).start()

    def start_again(self) -> None:
        """Check all tables now, as at the start, because a backup has been restored."""
        self._hurried.clear()
        Thread(target=self._plan_all, args=(self.wake,), daemon=True).start()

    def planned(self, table: int) -> float | None:
        """Return when a thread of this process will look at the table, if that is planned."""
        with self._changed:
            plan = self._plans.get(table)
        return None if plan is None else plan.at

    def _plan_all(self, plan: Callable[[int], None]) -> None:
        try:
            for table, _owner in tables_with_bots():
                plan(table)
        except Error as error:
            log.warning("Could not list the tables with bots: %s", in_short(error))
        finally:
            connection.close()

    def _again(self, plan: _Plan, snapshot: Snapshot | None = None, delay: float = 0.0) -> None:
        """Check a table again, in the turn of the same visitor."""
        waits = snapshot is not None and _is_waited_for(snapshot, plan)
        at = monotonic() + delay
        self._plan(msgspec.structs.replace(plan, at=at, own=True, waited_for=waits))

    def _plan(self, plan: _Plan) -> None:
        """Plan to check a table, unless it is planned already."""
        with self._changed:
            known = self._plans.get(plan.table)
            if known is None or (_is_better(plan, known) if plan.own else not known.own):
                self._plans[plan.table] = plan
                heapq.heappush(self._later, (plan.at, next(self._numbers), plan))
                self._changed.notify()

    def _next(self) -> _Plan | None:
        """Wait for the next table that is due; None when the server stops."""
        with self._changed:
            while not self._stopped:
                self._queue_due()
                if (due := self._take()) is not None:
                    return due
                self._changed.wait(self._later[0][0] - monotonic() if self._later else None)
        return None

    def _queue_due(self) -> None:
        """Let the plans that are due wait for their turns, unless their tables are planned anew."""
        now = monotonic()
        while self._later and self._later[0][0] <= now:
            plan = heapq.heappop(self._later)[2]
            if self._plans.get(plan.table) is plan:
                (self._first if plan.waited_for else self._second).add(plan.visitor, plan)

    def _take(self) -> _Plan | None:
        """Return the plan whose turn it is, if one is due."""
        while self._first.waiting or self._second.waiting:
            others = self._taken % FOR_OTHERS == FOR_OTHERS - 1 or not self._first.waiting
            turns = self._second if others and self._second.waiting else self._first
            taken = turns.take()
            if taken is None:
                return None
            visitor, plan = taken
            if self._plans.get(plan.table) is plan:
                del self._plans[plan.table]
                self._taken += 1
                return plan
            turns.drop(visitor)  # it was planned anew
        return None

    def _done(self, plan: _Plan, seconds: float) -> None:
        """Note that a plan was carried out. Whoever has come meanwhile may be next."""
        address = plan.visitor[0]
        with self._changed:
            self._queue_due()
            turns = self._first if plan.waited_for else self._second
            used = self._used.pop(address, 0.0) + seconds
            goes_on = used < TURN and turns.waiting_at(address) > 0
            if goes_on:
                self._used[address] = used
            turns.done(plan.visitor, goes_on=goes_on)

    def _work(self) -> None:
        thinker = Thinker(settings.CONFIGURATION.bot_seconds)
        while (plan := self._next()) is not None:
            where, start = {"table": plan.table}, monotonic()
            try:
                self.move_bot(plan.table, thinker, plan)
            except Error as error:
                log.warning("Database error, will retry: %s", in_short(error), extra=where)
                self._again(plan, delay=RETRY)
            except snapshots.Unreplayable:
                log.warning("This server can't replay the table.", extra=where)
            except Exception:
                log.exception("A bot could not move.", extra=where)
            finally:
                self._done(plan, monotonic() - start)
                close_old_connections()
        thinker.stop()

    def move_bot(self, pk: int, thinker: Thinker, plan: _Plan | None = None) -> None:
        """Move one bot of the table if one is due, and schedule the next check."""
        try:
            snapshot = snapshots.newest_of(pk)
        except Http404:
            return
        table, plan = snapshot.table, plan or _Plan(pk, 0.0, own=True)
        if not _goes_on(snapshot) or self._bid_automatically(snapshot, plan):
            return
        names = {seat.number: seat.played_by for seat in snapshot.seats if seat.played_by}
        match = snapshot.match
        due = [seat for seat in match.state.actors if seat in names]
        if not due:
            self._hurried.discard(pk)
            return
        wait = 0.0 if pk in self._hurried else _time_to_wait(snapshot)
        if wait:
            self._again(plan, snapshot, wait)
            return
        seat = due[0]
        with BOT_SECONDS.labels(table.title).time():
            moves = _choose(thinker, snapshot, seat, names[seat])
        let_people_go_first()
        try:
            self._play(snapshot, seat, moves)
        except MovedOn:
            log.info("The position changed before the bot moved.", extra={"table": pk})
            self.leave_to_others(pk)
        else:
            self._again(plan, snapshot)

    def _bid_automatically(self, snapshot: Snapshot, plan: _Plan) -> bool:
        """Make one automatic bid, before any bots move. There may be more."""
        pk = snapshot.table.pk
        try:
            followed = automatic_bids.follow(snapshot)
        except MovedOn:
            log.info("The position changed before the bid.", extra={"table": pk})
            self.leave_to_others(pk)
            return True
        if followed:
            self._again(plan, snapshot)
        return followed

    def _play(self, known: Snapshot, seat: int, moves: list[str]) -> None:
        """Make the bot's moves. If that fails, try only the first, then a simple move.

        MovedOn if the record is no longer the one for which the moves were chosen: after an undo,
        it may not even be the bot's turn.
        """
        table = known.table
        for some in (moves, moves[:1]):
            try:
                if some:
                    play.play_all(table, seat, some, by=By.BOT, known=known)
                    return
            except (Refused, IchibaError):
                # Don't log the move: it may be secret.
                log.warning("A bot chose an illegal move.", extra={"table": table.pk})
        newest = snapshots.newest_of(table.pk)
        if not newest.has_moves_of(known):
            raise MovedOn
        simple = simple_move(newest.match, seat)
        play.play_all(table, seat, [simple], by=By.BOT, known=known)


def _choose(thinker: Thinker, snapshot: Snapshot, seat: int, bot: str) -> list[str]:
    """Return the moves of a bot, or of the usual one if this one can't decide in time."""
    asked, usual = question_for(snapshot, seat), bots.usual(snapshot.match.game)
    for name in (*[bot] * asked.tries, *([usual] if bot != usual else [])):
        moves = thinker.choose(asked.table, asked.record, seat, name, asked.seed)
        if moves:
            return moves
    return []


def simple_move(match: Match, seat: int) -> str:
    """Return the move of the simplest bot, which is always available and fast."""
    simple = bots.make(bots.RANDOM, match.game, Random(len(match.record.moves)))
    return match.game.notation(simple.choose(Observer(match.game, match.state, seat)))
