"""The days of the market of the day: when one is open, when it is over, and what is secret until
then.

A day is a day in UTC. A try can begin on its day, and it counts if it is finished by three hours
after midnight. As long as anybody may be playing a deal, nobody else sees a game of it, and its
seed and record stay secret even from its player. After midnight nobody can begin, so a day is over
as soon as all of its tries have ended, and at the latest after the three hours.
"""

from datetime import UTC, date, datetime, time, timedelta

from django.utils import timezone

from ichiba.core.match import Match
from ichiba.site.models import DailyTry, Table

# For tries that began shortly before midnight. Few games take longer.
GRACE = timedelta(hours=3)
# A try that began just before midnight may be stored a moment later.
_MARGIN = timedelta(minutes=1)


def today() -> date:
    """Return the current day in UTC."""
    return timezone.now().astimezone(UTC).date()


def ends(day: date) -> datetime:
    """Return when a day ends. After that, no try can begin."""
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=UTC)


def closes(day: date) -> datetime:
    """Return until when tries of a day can be finished."""
    return ends(day) + GRACE


def is_over(title: str, day: date) -> bool:
    """Return whether all results of a title's day are known, so that its games can be shown."""
    now = timezone.now()
    if now >= closes(day):
        return True
    if now < ends(day) + _MARGIN:
        return False
    tries = DailyTry.objects.filter(market__title=title, market__day=day)
    return not tries.filter(table__status=Table.Status.RUNNING).exists()


def is_secret(table: Table) -> bool:
    """Return whether others may be playing the deal of this table, so that only its player may see
    it, and nobody its seed and record."""
    return table.day is not None and not is_over(table.title, table.day)


def store_result(table: Table, match: Match) -> None:
    """Note the result of a try. Call it within the change that finishes the game."""
    if table.day is None or table.finished is None:
        return
    own = table.seats.filter(bot="").values_list("number", flat=True).first()
    counts = own is not None and table.finished < closes(table.day)
    points = match.state.scores[own] if counts and own is not None else None
    tries = DailyTry.objects.filter(table=table, finished=None)
    tries.update(finished=table.finished, points=points)
