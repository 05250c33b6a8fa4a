"""What happens when a player's time is up, and how clocks stay right when the server's does not.

One errand for each table comes when the first time is up. A player in a game over days takes a day
off, as long as any are left this year. Otherwise the table's rule decides: a bot takes over, or the
page tells the others that they can vote for one.

While an alarm is set, another errand notes every 20 seconds that a server is alive. If it hasn't
for more than a minute, no server ran, the machine slept, a backup was restored, or the clock on the
wall was set forward. All clocks that ran then are put forward by that time, so nobody loses more
than the minute. If the clock was set back, alarms come later by as much, and nobody gets more time
than they had when their turn began.
"""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta

import msgspec
from django.db.models import QuerySet
from django.utils import timezone

from ichiba.site.errands import orders
from ichiba.site.errands.kinds import Lane, Task, does
from ichiba.site.models import DayOff, Happening, Person, Seat, SiteValue, Table
from ichiba.site.tables import clocks, rests, stand_ins
from ichiba.site.tables.changes import changed, lock

log = logging.getLogger("ichiba.clocks")

DAYS_OFF = 21  # in a calendar year
_DAY = timedelta(days=1)
# If an alarm is late by this, its errand was given up; it is ordered again.
_LATE = timedelta(minutes=5)


@does(clocks.ALARM, Lane.OWN)
def ring(task: Task) -> datetime | None:
    """Act for everybody whose time is up, and return when the next time is."""
    mend()
    table = Table.objects.filter(pk=int(task.key)).first()
    if table is None:
        return None
    tables = _lock_with_those_of(table, _late(table))
    own = next(one for one in tables if one.pk == table.pk)
    for seat in _late(own):
        if not _take_day_off(own, seat, tables) and own.at_zero:
            stand_ins.let_bot_play(own, seat, Happening.Kind.TIME_UP, own.at_zero)
        changed(own.pk)
    running = own.status == Table.Status.RUNNING
    seats = [*own.seats.all()] if running else []
    alarm = clocks.next_alarm(own, seats, timezone.now())
    Table.objects.filter(pk=own.pk).update(alarm=alarm)
    return alarm


def _late(table: Table) -> list[Seat]:
    """Return the seats whose time is up."""
    if table.status != Table.Status.RUNNING:
        return []
    now = timezone.now()
    return [seat for seat in table.seats.all() if clocks.is_over(table, seat, now)]


def _lock_with_those_of(table: Table, late: Sequence[Seat]) -> list[Table]:
    """Lock a table and, if people may take a day off, the others where their clocks run."""
    tables = {table.pk: table}
    if table.over_days and late:
        people = [seat.person_id for seat in late]
        others = _with_clocks().filter(seats__person__in=people, bank__gte=_DAY.total_seconds())
        tables |= {one.pk: one for one in others.distinct()}
    for pk in sorted(tables):
        lock(tables[pk])
    return [*tables.values()]


def _with_clocks() -> QuerySet[Table]:
    return Table.objects.filter(status=Table.Status.RUNNING).exclude(pace=Table.Pace.NONE)


# --- Days off


def days_left(person: Person | int, year: int) -> int:
    """Return how many days off a person has left in a year."""
    return max(DAYS_OFF - DayOff.objects.filter(person=person, begins__year=year).count(), 0)


def _take_day_off(table: Table, seat: Seat, tables: Sequence[Table]) -> bool:
    """Let all clocks of a person rest for a day, from when the time was up, if they can."""
    begins = clocks.until(table, seat)
    if not table.over_days or seat.person_id is None or begins is None:
        return False
    if not days_left(seat.person_id, begins.year):
        return False
    DayOff.objects.get_or_create(
        person_id=seat.person_id, begins=begins, defaults={"ends": begins + _DAY}
    )
    own = Seat.objects.filter(person=seat.person_id, table__in=tables, due_since__isnull=False)
    for one in own:
        known = rests.read(one.rests)
        longer = msgspec.structs.replace(known, days_off=[*known.days_off, (begins, begins + _DAY)])
        Seat.objects.filter(pk=one.pk).update(rests=rests.write(longer))
        changed(one.table_id)
    return True


# --- The clock of the server


@does(clocks.BEAT, Lane.OWN)
def beat(_task: Task) -> datetime | None:
    """Note that a server is alive, as long as any alarm is set."""
    mend()
    now = timezone.now()
    SiteValue.objects.update_or_create(name=SiteValue.BEAT, defaults={"value": now.isoformat()})
    waiting = _with_clocks().filter(alarm__isnull=False)
    for pk in waiting.filter(alarm__lt=now - _LATE).values_list("pk", flat=True):
        orders.order(clocks.ALARM, str(pk), {}, now)
    return now + clocks.BETWEEN_BEATS if waiting.exists() else None


def mend() -> None:
    """Correct all clocks if no server was alive for a while, or the clock on the wall has jumped.

    Call it within a transaction, before a table is locked.
    """
    now, last = timezone.now(), clocks.last_beat()
    if last is None or abs(now - last) <= clocks.TOLERANCE:
        return
    SiteValue.objects.select_for_update().get(name=SiteValue.BEAT)
    last = clocks.last_beat()
    if last is None or abs(now - last) <= clocks.TOLERANCE:  # another process was faster
        return
    log.warning(
        "Time jumped by %d seconds. The clocks are corrected.", (now - last).total_seconds()
    )
    SiteValue.objects.filter(name=SiteValue.BEAT).update(value=now.isoformat())
    for table in _with_clocks().order_by("pk"):
        lock(table)
        _correct(table, last, now)


def _correct(table: Table, last: datetime, now: datetime) -> None:
    seats = [*table.seats.all()]
    different = []
    for seat in seats:
        if seat.due_since is None:
            continue
        since = clocks.corrected(seat.due_since, last, now)
        if since != seat.due_since:
            seat.due_since = since
            different.append(seat)
    if different:  # alarms come too early now, and find out themselves when to come again
        clocks.store(different)
        for seat in different:
            clocks.warn(table, seat)
        changed(table.pk)
