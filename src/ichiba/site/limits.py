"""Limits: how often somebody may try something, counted in the database for all processes.

Who it was, an address or a name, is kept as a keyed digest: a copy of the table names nobody.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from ipaddress import ip_address, ip_network
from math import ceil

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ichiba.site.models import Tally

# Now and then what nobody asks for any more is swept out.
_SWEEP_EVERY = 200


class TooMany(Exception):  # noqa: N818 - reads as what it is
    """Too many tries of something; in so many seconds there is another."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        minutes = ceil(seconds / 60)
        wait = ngettext("%d minute", "%d minutes", minutes) % minutes
        super().__init__(_("That was often. Wait %s, then try again.") % wait)


def spend(what: str, *who: str) -> None:
    """Count a try for each of these addresses and names; TooMany if one of them has none left."""
    if what not in settings.LIMITS:
        return
    most, seconds = settings.LIMITS[what]
    for one in who:
        if one:
            _count(_key(what, one), most, timedelta(seconds=seconds))


def forget(what: str, who: str) -> None:
    """It went well: begin to count again."""
    Tally.objects.filter(key=_key(what, who)).delete()


def limited(
    what: str, field: str = ""
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """A page that may be posted to only so often, by address and by the name in a field; what is
    too often is answered by the site's middleware.
    """

    def limiting(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited_view(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if request.method == "POST":
                spend(what, address(request), name_of(request.POST.get(field, "")))
            return view(request, *args, **kwargs)

        return limited_view

    return limiting


def address(request: HttpRequest) -> str:
    """Where a request comes from; a home has a whole network of the newer addresses."""
    text = request.META.get("REMOTE_ADDR", "")
    try:
        found = ip_address(text)
    except ValueError:
        return f"address {text}"
    if found.version == 6:
        return f"address {ip_network((found, 64), strict=False)}"
    return f"address {found}"


def name_of(text: str) -> str:
    """A name as it is counted, whatever its case; empty if there is none."""
    plain = " ".join(text[:200].split()).casefold()
    return f"name {plain}" if plain else ""


def _key(what: str, who: str) -> str:
    return salted_hmac("ichiba.limits", f"{what} {who}", algorithm="sha256").hexdigest()


def _count(key: str, most: int, window: timedelta) -> None:
    now = timezone.now()
    with transaction.atomic():
        tally, new = Tally.objects.select_for_update().get_or_create(
            key=key, defaults={"since": now}
        )
        if now - tally.since >= window:
            tally.since, tally.count = now, 0
        if tally.count >= most:
            raise TooMany(max(1, ceil((tally.since + window - now).total_seconds())))
        tally.count += 1
        tally.save(update_fields=["since", "count"])
        if new and tally.pk % _SWEEP_EVERY == 0:
            _sweep(now)


def _sweep(now: datetime) -> None:
    longest = max(seconds for _most, seconds in settings.LIMITS.values())
    Tally.objects.filter(since__lt=now - timedelta(seconds=longest)).delete()
