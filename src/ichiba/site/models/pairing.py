"""Quick pairing: the people who are looking for opponents."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from ichiba.site.models.people import Person
from ichiba.site.models.tables import Table


class Search(models.Model):
    """Somebody who is looking for opponents. Once they are found, it names the table."""

    class Pace(models.TextChoices):
        """How fast to play."""

        LIVE = "live", _("Live")
        DAYS = "days", _("Over days")

    # One search at a time; another one takes its place.
    person = models.OneToOneField(Person, on_delete=models.CASCADE, related_name="search")
    title = models.CharField(max_length=40)
    pace = models.CharField(max_length=8, choices=Pace)
    rating = models.FloatField()  # of the person at this title and pace
    near = models.BooleanField(default=False)  # only people with about the same rating
    bots_from = models.DateTimeField(null=True)  # from when on bots may fill the table
    created = models.DateTimeField()
    seen = models.DateTimeField()  # when the person last had the page open
    table = models.ForeignKey(Table, on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        """Those who wait are found by title and pace."""

        indexes = [models.Index(fields=["title", "pace", "created"], name="searches_that_wait")]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.title} {self.pace}"
