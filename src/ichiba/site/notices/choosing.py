"""Changes what a person wants to hear, and lets their tables know whether to order notices."""

from collections.abc import Iterator
from contextlib import contextmanager

from ichiba.site.models import Notices, Person, Table
from ichiba.site.notices import mails
from ichiba.site.store.transactions import writing
from ichiba.site.tables.changes import changed, lock

_PLAYING = (Table.Status.OPEN, Table.Status.RUNNING)


def notices_of(person: Person | None) -> Notices:
    """Return a person's wishes, or the usual ones, which aren't stored yet."""
    known = Notices.objects.filter(person=person).select_related("person__user").first()
    return known or Notices(person=person)


@contextmanager
def changing(person: int) -> Iterator[None]:
    """Change a person's wishes in a transaction. Tables are locked first, as everywhere."""
    with writing():
        own = Table.objects.filter(seats__person=person, status__in=_PLAYING, hotseat=False)
        tables = [*own.distinct().order_by("pk")]
        for table in tables:
            lock(table)
        yield
        notices = Notices.objects.filter(person=person).select_related("person__user").first()
        active = notices is not None and notices.active
        for table in tables:
            if table.seats.filter(person=person).exclude(calls=active).update(calls=active):
                changed(table.pk)


def save(notices: Notices) -> None:
    """Store a person's wishes."""
    with changing(notices.person_id):
        notices.save()
        mails.plan_digest(notices)


def silence(table: Table, person: Person, *, silent: bool) -> None:
    """Switch notices about one table off or on."""
    with writing():
        lock(table)
        table.seats.filter(person=person).update(silent=silent)
        changed(table.pk)
