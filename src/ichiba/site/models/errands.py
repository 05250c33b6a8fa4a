"""Errands: what is to be done later, by whichever process comes first."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Errand(models.Model):
    """Something to do at a time, stored in the transaction that causes it.

    A worker takes it for a while (the lease), does it, and deletes it. Errands that failed too
    often stay, so that an operator can see why.
    """

    kind = models.CharField(_("kind"), max_length=20)
    key = models.CharField(max_length=120)  # the same errand isn't stored twice
    due = models.DateTimeField(_("due"))
    payload = models.JSONField(default=dict)
    holder = models.CharField(max_length=16, blank=True)  # a random name of the current try
    leased = models.DateTimeField(null=True)  # until when nobody else may try
    tries = models.IntegerField(_("tries"), default=0)
    error = models.CharField(_("last error"), max_length=200, blank=True)
    failed = models.DateTimeField(_("given up"), null=True)
    created = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        """Keys are unique for each kind. Workers look for what is due."""

        verbose_name = _("errand")
        verbose_name_plural = _("errands")
        constraints = [models.UniqueConstraint(fields=["kind", "key"], name="one_errand_a_key")]
        indexes = [models.Index(fields=["due"], condition=Q(failed=None), name="errands_to_do")]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"
