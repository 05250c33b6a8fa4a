"""Does errands in the test's own process, without waiting for their times."""

from datetime import timedelta

from django.utils import timezone

from ichiba.site.errands.workers import do_all_due
from ichiba.site.models import Errand
from ichiba.site.notices import deciding  # noqa: F401 - does errands
from ichiba.site.people import accounts  # noqa: F401 - the same
from ichiba.site.tables import ratings  # noqa: F401 - the same

SOON = timedelta(seconds=1)


def do_soon(within: timedelta = SOON) -> int:
    """Do what is due within a time, as if it had passed, and what follows from it at once."""
    count, more = 0, 1
    while more:
        now = timezone.now()
        Errand.objects.filter(failed=None, due__lte=now + within).update(due=now)
        more = do_all_due()
        count, within = count + more, SOON
    return count
