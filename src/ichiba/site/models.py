"""What the database keeps. Moves are rows: a table can be rebuilt from them by any process."""

import secrets

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 40


def new_slug() -> str:
    """A name for a table's address that nobody can guess."""
    return secrets.token_urlsafe(9)


def new_key() -> str:
    """What a personal link is made from; a new one makes old links worthless."""
    return secrets.token_hex(16)


class Person(models.Model):
    """Somebody who plays here, known by a signed cookie."""

    name = models.CharField(max_length=NAME_LENGTH)
    key = models.CharField(max_length=32, default=new_key)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name


class Table(models.Model):
    """A table at which one match is played."""

    class Status(models.TextChoices):
        """From the first seat to the final score."""

        OPEN = "open", _("Waiting for players")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")

    slug = models.CharField(max_length=24, unique=True, default=new_slug)
    game = models.CharField(max_length=40)
    revision = models.IntegerField()
    players = models.IntegerField()
    options = models.JSONField(default=dict)
    seed = models.CharField(max_length=40)  # a secret until the end
    seed_hash = models.CharField(max_length=64)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    listed = models.BooleanField(default=False)
    hotseat = models.BooleanField(default=False)  # all people share one screen
    at_screen = models.IntegerField(null=True)  # the seat in front of that screen
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="owned")
    rematch = models.ForeignKey("self", on_delete=models.SET_NULL, null=True)
    scores = models.JSONField(null=True)
    winners = models.JSONField(null=True)
    # Raised with every change of anything that its pages show.
    version = models.IntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        """Lists ask for tables by status, the newest first."""

        indexes = [models.Index(fields=["status", "listed", "-created"])]

    def __str__(self) -> str:
        return f"{self.game} {self.slug}"

    def touch(self) -> None:
        """Say that something has changed."""
        Table.objects.filter(pk=self.pk).update(version=F("version") + 1)


class Seat(models.Model):
    """A place at a table: taken by a person or a bot, or free."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.IntegerField()
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    seen = models.DateTimeField(null=True)  # when its person last had the page open

    class Meta:
        """One of each number."""

        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return self.person_id is None and not self.bot


class Move(models.Model):
    """One line of the record. The key is (table, number): two writers cannot both add move 57."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    number = models.IntegerField()
    text = models.CharField(max_length=120)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """Moves have an order and no gaps."""

        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.text}"


class ChatLine(models.Model):
    """Something said at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True)
    name = models.CharField(max_length=NAME_LENGTH)
    text = models.CharField(max_length=400)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """As it was said."""

        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name}: {self.text}"


class Upload(models.Model):
    """A record file that somebody brought, to be looked at."""

    slug = models.CharField(max_length=24, unique=True, default=new_slug)
    content = models.TextField()
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.slug


class StandingOrder(models.Model):
    """How a seat bids by itself while its person is away; known to that person alone."""

    class Kind(models.TextChoices):
        """What is bid."""

        WORTH = "worth", _("What it is worth, and so much more")
        NEVER = "never", _("Always ¥0")

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="order")
    kind = models.CharField(max_length=8, choices=Kind)
    extra = models.IntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.seat}: {self.kind}"
