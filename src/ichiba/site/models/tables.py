"""Tables, seats and moves. Moves are rows, so that any process can rebuild a match from them."""

import secrets
from collections.abc import Iterable

from django.db import models
from django.db.models import Q
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from ichiba.site.models.people import NAME_LENGTH, Person, somebody
from ichiba.site.titles import characters

DAY = 86_400  # seconds
OVER_DAYS = DAY  # whoever starts with this much time plays over days
CHAT_LINES = 100  # shown on a page


def new_slug() -> str:
    """Return an unguessable slug for a table's address."""
    return secrets.token_urlsafe(9)


def due_bits(seats: Iterable[int]) -> int:
    """Return seats as they are stored in the column `due`."""
    return sum(1 << seat for seat in seats)


def in_units(seconds: int) -> str:
    """Return a time in words, such as “15 minutes”."""
    if seconds and seconds % DAY == 0:
        return ngettext("%d day", "%d days", seconds // DAY) % (seconds // DAY)
    if seconds and seconds % 3600 == 0:
        return ngettext("%d hour", "%d hours", seconds // 3600) % (seconds // 3600)
    if seconds and seconds % 60 == 0:
        return ngettext("%d minute", "%d minutes", seconds // 60) % (seconds // 60)
    return ngettext("%d second", "%d seconds", seconds) % seconds


class Table(models.Model):
    """A table where one match is played."""

    class Status(models.TextChoices):
        """The stages of a table."""

        OPEN = "open", _("Waiting for players")
        RUNNING = "running", _("In progress")
        FINISHED = "finished", _("Finished")
        ENDED = "ended", _("Ended")

    class Pace(models.TextChoices):
        """The time limits to choose from; `tables/time_limits.py` has their numbers."""

        NONE = "none", _("No time limit")
        TURN_2 = "turn2", _("2 minutes per turn")
        LIVE = "live", _("5 minutes per turn")
        TURN_15 = "turn15", _("15 minutes per turn")
        BANK_15 = "bank15", _("15 minutes, plus 20 seconds per turn")
        BANK_30 = "bank30", _("30 minutes, plus 30 seconds per turn")
        DAY = "day", _("1 day per turn")
        WEEK = "week", _("1 week per turn")
        DAYS_3 = "days3", _("3 days, plus 12 hours per turn, at most 5 days")
        DAYS_7 = "days7", _("7 days, plus 1 day per turn, at most 10 days")
        OWN = "own", _("Another time limit")

    slug = models.CharField(max_length=24, unique=True, default=new_slug)
    title = models.CharField(max_length=40, db_column="game")
    revision = models.IntegerField()
    players = models.IntegerField()
    options = models.JSONField(default=dict)
    seed = models.CharField(max_length=40)  # secret until the game is over
    seed_hash = models.CharField(max_length=64)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    listed = models.BooleanField(default=False)
    watchable = models.BooleanField(default=True)  # by anyone with the link
    hotseat = models.BooleanField(default=False)  # all people play on one screen
    guided = models.BooleanField(default=False)  # a first game with explanations
    rated = models.BooleanField(default=False)  # the result changes ratings
    # The day (in UTC) whose market is played here. Until it is over, others play the same deal.
    day = models.DateField(null=True)
    at_screen = models.IntegerField(null=True)  # the seat whose player is at the screen
    pace = models.CharField(_("time limit"), max_length=8, choices=Pace, default=Pace.NONE)
    # With a time limit, in seconds: what a player starts with, gets for each turn, and can save up.
    bank = models.IntegerField(default=0)
    gain = models.IntegerField(default=0)
    most = models.IntegerField(default=0)
    weekends_off = models.BooleanField(default=False)  # clocks rest on Saturdays and Sundays
    # The bot that takes over from whoever runs out of time; "" if the other players decide.
    at_zero = models.CharField(max_length=20, blank=True)
    alarm = models.DateTimeField(null=True)  # when the errand for the clocks is due
    owner = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="owned")
    rematch = models.ForeignKey("self", on_delete=models.SET_NULL, null=True)
    scores = models.JSONField(null=True)
    winners = models.JSONField(null=True)
    # The seats that have to decide: bit n is set for seat n. So nobody has to replay a game to know
    # whose turn it is. It is written in the same statement as the version.
    due = models.IntegerField(default=0)
    # Raised whenever anything changes that the pages show.
    version = models.IntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)
    started = models.DateTimeField(null=True)
    finished = models.DateTimeField(null=True)

    class Meta:
        """The home page lists tables by status, newest first. Few tables are rated."""

        indexes = [
            models.Index(fields=["status", "listed", "-created"]),
            models.Index(fields=["title"], condition=Q(rated=True), name="rated_tables"),
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.slug}"

    @property
    def due_seats(self) -> list[int]:
        """The numbers of the seats that have to decide."""
        return [number for number in range(self.players) if self.due >> number & 1]

    @property
    def over_days(self) -> bool:
        """Whether clocks rest in the players' quiet hours, on weekends and on days off."""
        return self.bank >= OVER_DAYS

    @property
    def time_limit(self) -> str:
        """The time limit in words."""
        if self.pace != self.Pace.OWN:
            return self.get_pace_display()
        start, added = in_units(self.bank), in_units(self.gain)
        if self.gain == self.most:
            return _("%s per turn") % start
        return _("%(start)s, plus %(added)s per turn") % {"start": start, "added": added}

    def last_chat(self) -> "list[ChatLine]":
        """Return the last chat messages."""
        return [*reversed(self.chat.order_by("-pk")[:CHAT_LINES])]


class Seat(models.Model):
    """A seat at a table: taken by a person or a bot, or free."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    number = models.IntegerField()
    person = models.ForeignKey(Person, on_delete=models.CASCADE, null=True, related_name="seats")
    bot = models.CharField(max_length=20, blank=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    seen = models.DateTimeField(null=True)  # when its person last had the page open
    stand_in = models.CharField(
        max_length=20, blank=True
    )  # the bot that plays for an absent person
    left = models.BooleanField(default=False)  # its person has left the game for good
    put_away = models.BooleanField(default=False)  # its person has removed the game from their list
    program = models.BooleanField(default=False)  # its person's last move came with an API token
    # The clock: when it started, or None while it stands; the seconds that were left then, or None
    # for all that a player starts with; the turn for which time was added last; when it rests, as
    # JSON.
    due_since = models.DateTimeField(null=True)
    time_left = models.FloatField(null=True)
    credited = models.IntegerField(default=-1)
    rests = models.TextField(blank=True)
    calls = models.BooleanField(default=False)  # its person wants notices, somewhere
    silent = models.BooleanField(default=False)  # but not about this table
    told = models.DateTimeField(null=True)  # when its person last got a notice

    class Meta:
        """Seat numbers are unique at a table."""

        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_seat_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"

    @property
    def free(self) -> bool:
        """Whether someone can take this seat."""
        return self.person_id is None and not self.bot

    @property
    def played_by(self) -> str:
        """The bot that makes the moves here, if any."""
        return self.bot or self.stand_in

    @property
    def person_plays(self) -> bool:
        """Whether a person makes the moves here."""
        return self.person_id is not None and not self.left and not self.played_by

    @property
    def shown(self) -> str:
        """The player's name as it is shown."""
        return self.name or self.bot or somebody()

    @property
    def character(self) -> characters.Character | None:
        """The character of the bot in this seat."""
        return characters.character_named(self.name) if self.bot else None

    @property
    def level(self) -> str:
        """The level of the bot in this seat as a word; "" if a person sits here."""
        return characters.level_of(self.bot).word if self.bot else ""

    @property
    def level_played(self) -> str:
        """The level of the bot that makes the moves here as a word, if any."""
        return characters.level_of(self.played_by).word if self.played_by else ""


class Result(models.Model):
    """How a seat finished a game. Tied players share a place."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="result")
    place = models.IntegerField()  # from 1
    points = models.IntegerField()
    won = models.BooleanField()
    # How often its player did what, as the title counts it, such as {"ward": {"shibuya": 3}}. None
    # in games that finished before anyone counted.
    habits = models.JSONField(null=True)

    def __str__(self) -> str:
        return f"{self.place}. with {self.points}"


class Move(models.Model):
    """One line of the record. (table, number) is unique, so two writers can't both add move 57."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="moves")
    number = models.IntegerField()
    text = models.CharField(max_length=120)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """Moves are numbered without gaps."""

        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_move_a_number")
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.text}"


class ChatLine(models.Model):
    """A chat message at a table."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="chat")
    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True)
    name = models.CharField(max_length=NAME_LENGTH)
    text = models.CharField(max_length=400)
    watching = models.BooleanField(default=False)  # written by a spectator
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """Oldest first."""

        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.shown}: {self.text}"

    @property
    def shown(self) -> str:
        """The author's name as it is shown."""
        return self.name or somebody()

    @property
    def by(self) -> str:
        """A pseudonym of the author, so that their own page can recognise the message."""
        return speaker(self.table_id, self.person_id)


def speaker(table: int, person: int | None) -> str:
    """Return a pseudonym for one person at one table, which reveals nothing to others."""
    if person is None:
        return ""
    return salted_hmac("ichiba.chat", f"{table} {person}").hexdigest()[:12]


class Vote(models.Model):
    """A vote to let a bot play for an absent player."""

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="votes")
    by = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="given_votes")

    class Meta:
        """Each voter has one vote for each absent player."""

        constraints = [models.UniqueConstraint(fields=["seat", "by"], name="one_vote_each")]

    def __str__(self) -> str:
        return f"{self.by_id} about {self.seat_id}"


class Happening(models.Model):
    """An event outside the game itself, such as a player joining. Not part of the record."""

    class Kind(models.TextChoices):
        """The kinds of happenings."""

        SAT = "sat", _("joined")
        LEFT = "left", _("left before the start")
        ABSENT = "absent", _("was replaced with a bot after a vote")
        UNBLOCKED = "unblocked", _("was replaced with a bot by a moderator")
        TIME_UP = "time_up", _("ran out of time and was replaced with a bot")
        GONE = "gone", _("is gone and was replaced with a bot")
        QUIT = "quit", _("left the game")
        BACK = "back", _("came back")
        ENDED = "ended", _("the game was ended by a moderator")
        TOO_LONG = "too_long", _("the game has too many moves and was ended")
        OUTDATED = "outdated", _("the rules have changed and the game was ended")

    # The kinds that the log of a table shows.
    TOLD = (
        Kind.ABSENT,
        Kind.UNBLOCKED,
        Kind.TIME_UP,
        Kind.GONE,
        Kind.QUIT,
        Kind.BACK,
        Kind.ENDED,
        Kind.TOO_LONG,
        Kind.OUTDATED,
    )

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="happenings")
    kind = models.CharField(max_length=10, choices=Kind)
    seat = models.IntegerField(null=True)
    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    move = models.IntegerField(default=0)  # the number of moves made before it
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        """In the order in which they happened."""

        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.name} {self.kind}"


class AutomaticBid(models.Model):
    """A setting for automatic bids of a seat. Only its person can see it."""

    class Kind(models.TextChoices):
        """How much to bid."""

        WORTH = "worth", _("Its worth plus an extra amount")
        NEVER = "never", _("Always ¥0")

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="automatic_bid")
    kind = models.CharField(max_length=8, choices=Kind)
    extra = models.IntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.seat}: {self.kind}"
