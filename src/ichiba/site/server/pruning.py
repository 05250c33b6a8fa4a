"""Finds and deletes what a host may not want to keep: guests without games, and old tables."""

from datetime import datetime, timedelta

import msgspec
from django.db.models import Q, QuerySet
from django.utils import timezone

from ichiba.site.models import Person, Table
from ichiba.site.server.cleanup import delete, idle_guests


class Old(msgspec.Struct, frozen=True):
    """What can be deleted."""

    guests: QuerySet[Person]
    tables: QuerySet[Table]


def find_old(guest_days: int, table_days: int | None) -> Old:
    """Guests who came this many days ago and have nothing here; tables that ended long ago, or
    that were opened long ago and never began. None keeps all tables."""
    now = timezone.now()
    return Old(
        idle_guests(now - timedelta(days=guest_days)),
        Table.objects.none() if table_days is None else _old_tables(now, table_days),
    )


def _old_tables(now: datetime, days: int) -> QuerySet[Table]:
    before = now - timedelta(days=days)
    over = Q(status__in=(Table.Status.FINISHED, Table.Status.ENDED), finished__lt=before)
    return Table.objects.filter(over | Q(status=Table.Status.OPEN, created__lt=before))


def remove(old: Old) -> None:
    """Delete it, in small transactions, so that games in progress don't wait."""
    delete(old.guests)  # first, so that those who only had one of the tables stay
    delete(old.tables)
