"""What the database keeps. Moves are rows: a table can be rebuilt from them by any process."""

import secrets
from hashlib import sha256

from django.conf import settings
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

NAME_LENGTH = 40
CHAT_LINES = 100  # that a page shows


def new_slug() -> str:
    """A name for a table's address that nobody can guess."""
    return secrets.token_urlsafe(9)


def new_key() -> str:
    """What a personal link is made from; a new one makes old links worthless."""
    return secrets.token_hex(16)


class Person(models.Model):
    """Somebody who plays here, known by a signed cookie; with an account or, as a guest, without.

    Who has gone keeps the row, without name and account, so that the games stay whole.
    """

    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    key = models.CharField(max_length=32, default=new_key)
    created = models.DateTimeField(_("came"), auto_now_add=True)
    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="person"
    )
    muted = models.BooleanField(_("muted"), default=False, help_text=_("Cannot write in the chat."))
    banned = models.BooleanField(
        _("banned"), default=False, help_text=_("Cannot sit down, open tables or write.")
    )

    class Meta:
        """What moderators call them."""

        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.name or somebody()

    def renew_key(self) -> None:
        """Make all cookies, personal links and tokens of before worthless."""
        self.key = new_key()
        self.save(update_fields=["key"])
        self.tokens.all().delete()


def somebody() -> str:
    """What somebody is called whose name is gone."""
    return gettext("Somebody")


class Table(models.Model):
    """A table at which one match is played."""

    class Status(models.TextChoices):
        """From the first seat to the final score."""

        OPEN = "open", _("Waiting for players")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")
        ENDED = "ended", _("Ended")

    class Pace(models.TextChoices):
        """How long somebody may take before the others can go on without."""

        NONE = "none", _("No time limit")
        LIVE = "live", _("5 minutes a move")
        DAY = "day", _("A day a move")
        WEEK = "week", _("A week a move")

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
    pace = models.CharField(_("pace"), max_length=8, choices=Pace, default=Pace.NONE)
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

    @cached_property
    def last_chat(self) -> "list[ChatLine]":
        """What was said last, up to a hundred lines."""
        return [*reversed(self.chat.order_by("-pk")[:CHAT_LINES])]

    @cached_property
    def told(self) -> "list[Happening]":
        """What happened around the game, as far as everybody at the table is told."""
        return [*self.happenings.filter(kind__in=Happening.TOLD)]


class Seat(models.Model):
    """A place at a table: taken by a person or a bot, or free."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.IntegerField()
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    seen = models.DateTimeField(null=True)  # when its person last had the page open
    stand_in = models.CharField(
        max_length=20, blank=True
    )  # the bot that plays for an absent person
    due_since = models.DateTimeField(null=True)  # where there is a pace: when its clock began

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

    @property
    def played_by(self) -> str:
        """The bot that makes the moves here, if one does."""
        return self.bot or self.stand_in

    @property
    def shown(self) -> str:
        """What whoever sits here is called."""
        return self.name or self.bot or somebody()


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
        return f"{self.shown}: {self.text}"

    @property
    def shown(self) -> str:
        """What whoever said it is called."""
        return self.name or somebody()


class Vote(models.Model):
    """Somebody wants a bot to play for somebody who does not come."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="votes")
    by = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="given_votes")

    class Meta:
        """Everybody has one."""

        constraints = [models.UniqueConstraint(fields=["seat", "by"], name="one_vote_each")]

    def __str__(self) -> str:
        return f"{self.by_id} about {self.seat_id}"


class Happening(models.Model):
    """What happened around the game: who sat down, who is played for. No part of the record."""

    class Kind(models.TextChoices):
        """What can happen."""

        SAT = "sat", _("sat down")
        LEFT = "left", _("stood up")
        ABSENT = "absent", _("was replaced by a bot, on the others' wish")
        UNBLOCKED = "unblocked", _("was replaced by a bot, by a moderator")
        GONE = "gone", _("is gone; a bot plays on")
        BACK = "back", _("came back")
        ENDED = "ended", _("the game was ended by a moderator")

    # What the log of a table tells to everybody there.
    TOLD = (Kind.ABSENT, Kind.UNBLOCKED, Kind.GONE, Kind.BACK, Kind.ENDED)

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="happenings")
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.IntegerField(null=True)
    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    move = models.IntegerField(default=0)  # after how many moves
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """As it happened."""

        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} {self.kind}"


class Tally(models.Model):
    """How often somebody has tried something lately; who it was is kept as a digest."""

    key = models.CharField(max_length=64, unique=True)
    since = models.DateTimeField()
    count = models.IntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.key[:8]}: {self.count}"


class Upload(models.Model):
    """A record file that somebody brought, to be looked at."""

    slug = models.CharField(max_length=24, unique=True, default=new_slug)
    content = models.TextField()
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.slug


def token_digest(secret: str) -> str:
    """What is kept of a token: enough to know it again, too little to use it."""
    return sha256(secret.encode()).hexdigest()


class ApiToken(models.Model):
    """Lets a program act for a person, everywhere or at one place alone. The token is not kept."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="tokens")
    digest = models.CharField(max_length=64, unique=True)
    # The person's key when it was made: whoever makes the key anew ends all tokens as well.
    key = models.CharField(max_length=32)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, null=True, related_name="tokens")
    label = models.CharField(max_length=NAME_LENGTH, blank=True)
    created = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.pk}: {self.label}"


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
