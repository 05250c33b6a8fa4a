"""Deletes what has expired: uploads, guests without games, searches for opponents, failed errands,
counters and sessions.

Every server process does this when it starts and once an hour. Several can run at the same time.
"""

import asyncio
import logging
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db import Error
from django.db.models import QuerySet
from django.utils import timezone

from ichiba.site.live.threads import in_thread
from ichiba.site.models import ChatLine, Errand, Happening, Person, Search, Upload
from ichiba.site.observing.logs import in_short
from ichiba.site.people import limits
from ichiba.site.store.transactions import writing

log = logging.getLogger("ichiba.cleanup")

HOUR = 3600.0
# The most rows deleted in one transaction, so that other writers don't wait long.
BATCH = 200
# How long an operator can see why an errand was given up.
FAILED_ERRANDS = timedelta(days=30)
# All of them have expired by then, or have found a table.
OLD_SEARCHES = timedelta(days=2)


async def run() -> None:
    """Clean up once an hour while the server runs."""
    while True:
        try:
            await in_thread(clean_up)
        except Error as error:
            log.warning("Clean-up failed: %s", in_short(error))
        await asyncio.sleep(HOUR)


def clean_up() -> None:
    """Delete everything that has expired, and the oldest uploads if there are too many."""
    now = timezone.now()
    delete(Upload.expired(now))
    kept = Upload.objects.order_by("-created", "-pk").values_list("pk", flat=True)
    delete(Upload.objects.filter(pk__in=[*kept[settings.CONFIGURATION.uploads :]]))
    # A guest whose cookie has expired can't come back.
    delete(idle_guests(now - timedelta(seconds=settings.PERSON_COOKIE_AGE)))
    delete(Session.objects.filter(expire_date__lt=now))
    delete(Search.objects.filter(seen__lt=now - OLD_SEARCHES))
    delete(Errand.objects.filter(failed__lt=now - FAILED_ERRANDS))
    limits.sweep(now)


def idle_guests(before: datetime) -> QuerySet[Person]:
    """Guests who came before a time and have no seats, tables, tokens or chat."""
    guests = Person.objects.filter(
        user=None, created__lt=before, tokens=None, seats=None, owned=None
    )
    for model in (ChatLine, Happening):
        named = model.objects.exclude(person=None).values_list("person", flat=True)
        guests = guests.exclude(pk__in=named)
    return guests


def delete(rows: QuerySet[Any]) -> None:
    """Delete rows in small transactions."""
    keys = [*rows.values_list("pk", flat=True)]
    for start in range(0, len(keys), BATCH):
        with writing():
            rows.model.objects.filter(pk__in=keys[start : start + BATCH]).delete()
