"""What belongs to the whole site: shared values, rate limits, uploads."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import models

from ichiba.site.models.tables import new_slug


class SiteValue(models.Model):
    """A value that all servers of a database share, such as the fingerprint of their key."""

    # A random value that changes when a backup is restored; there is none before that. Whatever a
    # process keeps of a table belongs to one epoch, because a restored table may have other moves
    # under the same numbers, and another table may have its primary key.
    EPOCH = "epoch"
    # When a server last noted that it is alive, while players' clocks run.
    BEAT = "beat"

    name = models.CharField(max_length=40, unique=True)
    value = models.CharField(max_length=200)

    def __str__(self) -> str:
        return f"{self.name}: {self.value}"


class Tally(models.Model):
    """A rate limit counter. The address or name is stored as a digest."""

    key = models.CharField(max_length=64, unique=True)
    since = models.DateTimeField()
    count = models.IntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.count}"


class Upload(models.Model):
    """An uploaded record file."""

    slug = models.CharField(max_length=24, unique=True, default=new_slug)
    content = models.TextField()  # the canonical record, not the file as sent
    created = models.DateTimeField(auto_now_add=True, db_index=True)

    def __str__(self) -> str:
        return self.slug

    @classmethod
    def expired(cls, now: datetime) -> "models.QuerySet[Upload]":
        """Return expired uploads. Their pages are gone even before they are deleted."""
        return cls.objects.filter(
            created__lt=now - timedelta(days=settings.CONFIGURATION.upload_days)
        )
