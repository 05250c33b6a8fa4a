"""What people want to hear about, and where: by mail, in the browser, or at a webhook."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import models
from django.utils.translation import gettext_lazy as _

from ichiba.site.models.people import Person, new_key


class Event(models.TextChoices):
    """What a notice can be about."""

    TURN = "turn", _("It's your turn")
    TIME = "time", _("Your time is running out")
    BEGAN = "began", _("A game begins")
    ENDED = "ended", _("A game is over")
    INVITED = "invited", _("Someone wants a rematch")
    CHAT = "chat", _("New chat messages")


class Channel(models.TextChoices):
    """Where a notice can go."""

    MAIL = "mail", _("Email")
    PUSH = "push", _("This browser")
    HOOK = "hook", _("Webhook")


def usual_events() -> dict[str, list[str]]:
    """Return what people hear about unless they choose otherwise: all but chat."""
    return {one.value: [each.value for each in Event if each != Event.CHAT] for one in Channel}


class Notices(models.Model):
    """The notices that a person wants."""

    class Mail(models.TextChoices):
        """When mail is sent."""

        OFF = "", _("Never")
        NOW = "now", _("At once")
        LATER = "later", _("If I haven't opened the game after some time")
        DAILY = "daily", _("Once a day, with all games that wait for me")

    class Hook(models.TextChoices):
        """What a webhook understands."""

        DISCORD = "discord", _("Discord")
        SLACK = "slack", _("Slack")
        JSON = "json", _("Plain JSON")

    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="notices")
    events = models.JSONField(default=usual_events)  # by channel
    mail = models.CharField(max_length=8, choices=Mail, default=Mail.OFF, blank=True)
    minutes = models.IntegerField(default=30)  # for LATER
    hour = models.IntegerField(default=8)  # for DAILY
    digested = models.DateTimeField(null=True)  # the last daily mail
    confirmed = models.EmailField(blank=True)  # the address that was confirmed
    hook = models.URLField(max_length=500, blank=True)
    hook_kind = models.CharField(max_length=8, choices=Hook, default=Hook.DISCORD)
    time_zone = models.CharField(max_length=64, default="UTC")
    # In games over days, the person's clock rests between these hours. None if it never does.
    quiet_from = models.IntegerField(null=True)
    quiet_until = models.IntegerField(null=True)
    language = models.CharField(max_length=20, default="en")
    feed = models.CharField(max_length=32, default=new_key)  # part of the address of the feeds

    def __str__(self) -> str:
        return f"notices of {self.person_id}"

    @property
    def address(self) -> str:
        """The address for mail, once its owner has confirmed it."""
        user = self.person.user
        own = "" if user is None or not user.is_active else user.email
        return own if own and own == self.confirmed else ""

    @property
    def zone(self) -> ZoneInfo:
        """The person's time zone."""
        try:
            return ZoneInfo(self.time_zone)
        except (ZoneInfoNotFoundError, ValueError):
            return ZoneInfo("UTC")

    @property
    def active(self) -> bool:
        """Whether events cause notices. Daily mails and feeds need no event."""
        soon = self.mail in (self.Mail.NOW, self.Mail.LATER) and bool(self.address)
        return soon or bool(self.hook) or self.person.browsers.exists()

    def wants(self, event: str, channel: str) -> bool:
        """Return whether this person wants to hear about an event there."""
        return event in self.events.get(channel, ())

    def next_digest(self, now: datetime) -> datetime:
        """Return when the next daily mail is due: at the person's hour."""
        local = now.astimezone(self.zone)
        day = local.date()
        for _day in range(3):
            due = datetime.combine(day, time(self.hour), tzinfo=self.zone)
            if due > local:
                break
            day += timedelta(days=1)
        return due.astimezone(now.tzinfo)


class PushSubscription(models.Model):
    """A browser to which notices are pushed."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="browsers")
    endpoint = models.CharField(max_length=600, unique=True)
    key = models.CharField(max_length=100)  # the browser's public key
    secret = models.CharField(max_length=40)
    site = models.CharField(max_length=200)  # the address of the site that this browser uses
    label = models.CharField(max_length=60, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """Oldest first."""

        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pk}: {self.label}"


class DayOff(models.Model):
    """A day on which a person's clocks rest, because one of them ran out in a game over days."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="days_off")
    begins = models.DateTimeField()
    ends = models.DateTimeField()

    class Meta:
        """Two clocks that run out at the same time take one day."""

        ordering = ["begins"]
        constraints = [models.UniqueConstraint(fields=["person", "begins"], name="one_day_off")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.begins:%Y-%m-%d}"
