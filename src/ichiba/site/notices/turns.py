"""The games that wait for a person, sorted by the time that is left, for daily mails and feeds."""

from datetime import datetime

import msgspec
from django.conf import settings

from ichiba.site.models import Event, Notices, Person, Seat, Table
from ichiba.site.notices.wording import Notice, compose, in_zone, is_due

MOST = 100


class Turn(msgspec.Struct, frozen=True):
    """A game that waits for a person, or about which there is news."""

    notice: Notice
    link: str
    until: str  # the deadline in words, if there is one
    slug: str
    since: datetime  # when it became the person's turn, or when the game began


def _seats(person: Person) -> list[Seat]:
    """Return a person's seats, the newest first, at tables about which they want to hear."""
    own = Seat.objects.filter(person=person, left=False, put_away=False, silent=False)
    return [*own.select_related("table").prefetch_related("table__seats").order_by("-pk")]


def _turn(event: str, seat: Seat, notices: Notices, site: str) -> Turn:
    notice = compose(event, seat.table, seat, notices.zone)
    until = "" if notice.deadline is None else in_zone(notice.deadline, notices.zone)
    since = seat.due_since or seat.table.started or seat.table.created
    return Turn(notice, site + notice.path, until, seat.table.slug, since)


def waiting_for(notices: Notices, site: str = "") -> list[Turn]:
    """Return the games that wait for a person: first those with the least time left."""
    due = [seat for seat in _seats(notices.person) if is_due(seat.table, seat)][:MOST]
    found = [_turn(Event.TURN, seat, notices, site or settings.CONFIGURATION.url) for seat in due]
    return sorted(
        found, key=lambda one: (one.notice.deadline is None, one.notice.deadline or one.since)
    )


def news_for(notices: Notices, since: datetime) -> list[Turn]:
    """Return the games that have begun or ended since a time, if the person hasn't seen that."""
    found = []
    for seat in _seats(notices.person):
        table = seat.table
        over = table.status in (Table.Status.FINISHED, Table.Status.ENDED)
        event, when = (Event.ENDED, table.finished) if over else (Event.BEGAN, table.started)
        if when is None or when <= since or (seat.seen is not None and seat.seen > when):
            continue
        if not is_due(table, seat):  # those are listed already
            found.append(_turn(event, seat, notices, settings.CONFIGURATION.url))
    return found[:MOST]
