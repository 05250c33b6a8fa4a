"""The market of the day: one deal a day for each title, and everybody's one try at it."""

from django.db import models

from ichiba.site.models.people import Person
from ichiba.site.models.tables import Table


class DailyMarket(models.Model):
    """What everybody plays on one day: the deal and the opponents of one title.

    It is made when the first person of the day begins, so nobody can know the seed before. It names
    the bots and the number of players, so that an update of the site doesn't change a day.
    """

    day = models.DateField()  # in UTC
    title = models.CharField(max_length=40)
    seed = models.CharField(max_length=40)  # secret until the day is over
    players = models.IntegerField()
    bot = models.CharField(max_length=20)

    class Meta:
        """Two processes can't make two markets of a day."""

        constraints = [
            models.UniqueConstraint(fields=["day", "title"], name="one_market_a_day_and_title")
        ]

    def __str__(self) -> str:
        return f"{self.title} {self.day}"


class DailyTry(models.Model):
    """A person's only try at a market of the day.

    It counts if it was finished in time. It outlives its person and its table, so that the results
    of a day don't change.
    """

    market = models.ForeignKey(DailyMarket, on_delete=models.CASCADE, related_name="tries")
    person = models.ForeignKey(
        Person, on_delete=models.SET_NULL, null=True, related_name="daily_tries"
    )
    table = models.OneToOneField(
        Table, on_delete=models.SET_NULL, null=True, related_name="daily_try"
    )
    begun = models.DateTimeField()
    finished = models.DateTimeField(null=True)
    points = models.IntegerField(null=True)  # None unless it counts

    class Meta:
        """One try for each person."""

        constraints = [
            models.UniqueConstraint(fields=["market", "person"], name="one_try_a_person")
        ]
        indexes = [models.Index(fields=["market", "-points"], name="daily_results")]

    def __str__(self) -> str:
        return f"{self.market_id}: {self.points}"
