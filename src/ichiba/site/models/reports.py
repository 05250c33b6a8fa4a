"""Reports of problems, for those who run the site."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Report(models.Model):
    """What somebody reported about a game: a sentence, the position and the page.

    A record contains the seed, so it is stored only if the game is over. That of a game in progress
    is taken from its table once it is over.
    """

    class Status(models.TextChoices):
        """What has been done about it."""

        NEW = "new", _("New")
        SEEN = "seen", _("Seen")
        SOLVED = "solved", _("Solved")

    LONGEST = 1000  # characters of the text

    table = models.ForeignKey(
        "site.Table", on_delete=models.SET_NULL, null=True, related_name="reports"
    )
    person = models.ForeignKey("site.Person", on_delete=models.SET_NULL, null=True)
    title = models.CharField(_("title"), max_length=40)
    at = models.IntegerField(_("position"))  # the number of moves made before it
    page = models.CharField(_("page"), max_length=200)
    window = models.CharField(_("window"), max_length=20, blank=True)
    agent = models.CharField(_("browser"), max_length=300, blank=True)
    text = models.CharField(_("report"), max_length=LONGEST)
    status = models.CharField(_("status"), max_length=8, choices=Status, default=Status.NEW)
    record = models.TextField(blank=True)  # canonical; empty while the game is in progress
    created = models.DateTimeField(_("reported"), auto_now_add=True)

    class Meta:
        """Names for the admin pages."""

        verbose_name = _("report")
        verbose_name_plural = _("reports")

    def __str__(self) -> str:
        return self.text[:60]
