"""Ratings of people who play rated games, and the results from which they are computed."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ichiba.site.models.people import Person
from ichiba.site.models.tables import Table


class Tempo(models.TextChoices):
    """Live games and games over days have ratings of their own."""

    LIVE = "live", _("Live")
    DAYS = "days", _("Over days")


def tempo_of(table: Table) -> Tempo:
    """Return which ratings a table is about."""
    return Tempo.DAYS if table.over_days else Tempo.LIVE


class Rating(models.Model):
    """How well a person plays a title. It follows from the rated games alone."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="ratings")
    title = models.CharField(max_length=40)
    tempo = models.CharField(max_length=8, choices=Tempo)
    rating = models.FloatField()
    deviation = models.FloatField()
    games = models.IntegerField()
    last = models.DateTimeField()  # when the last rated game was over

    class Meta:
        """A person has one rating for each title and tempo."""

        constraints = [
            models.UniqueConstraint(fields=["person", "title", "tempo"], name="one_rating_each")
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.tempo}: {self.rating:.0f}"


class RatedGame(models.Model):
    """What counts of a rated game that is over. The order of these rows is that of the ratings.

    It says everything that ratings are computed from, so it stays when its table is deleted.
    """

    table = models.OneToOneField(
        Table, on_delete=models.SET_NULL, null=True, related_name="rated_game"
    )
    title = models.CharField(max_length=40)
    tempo = models.CharField(max_length=8, choices=Tempo)
    over = models.DateTimeField()
    # For each seat its person or bot, its place, and whether its person left: [7, "", 2, false].
    seats = models.JSONField()

    class Meta:
        """In the order in which they were rated."""

        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.pk}: {self.title}"
