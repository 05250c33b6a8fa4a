"""Rate limits, counted in the database for all processes.

Addresses and names are stored as keyed digests, so a copy of the table identifies nobody.
Libraries such as django-ratelimit count in Django's cache. Only an external cache such as Redis
would be shared by all processes, and the site needs nothing but its database.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import wraps
from ipaddress import ip_address, ip_network
from math import ceil
from threading import Lock
from time import monotonic

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ichiba.site.models import Tally
from ichiba.site.store.transactions import writing

# Old counters are deleted after this many new ones.
_SWEEP_EVERY = 200
_MOST_HERE = 10_000
# Set in the scope of a request when too many others wait for the same work.
CROWDED = "ichiba.crowded"

_lock = Lock()
_here: dict[tuple[str, str], tuple[float, int]] = {}  # attempts counted in memory


class TooMany(Exception):  # noqa: N818
    """Too many attempts. The next one is allowed after `seconds`."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        minutes = ceil(seconds / 60)
        wait = ngettext("%d minute", "%d minutes", minutes) % minutes
        super().__init__(_("Too many attempts. Try again in %s.") % wait)


class Crowded(Exception):  # noqa: N818
    """Too many requests wait for the same expensive work."""


def spend(what: str, *who: str) -> None:
    """Count an attempt for each of these addresses and names; TooMany if one is over the limit."""
    if what not in settings.LIMITS:
        return
    most, seconds = settings.LIMITS[what]
    for one in who:
        if one:
            _count(_key(what, one), most, timedelta(seconds=seconds))


def spend_here(what: str, who: str) -> None:
    """Count an attempt in this process only, for requests that are too frequent to write."""
    if what not in settings.LIMITS:
        return
    (most, seconds), now = settings.LIMITS[what], monotonic()
    with _lock:
        since, count = _here.get((what, who), (now, 0))
        if now - since >= seconds:
            since, count = now, 0
        if count >= most:
            raise TooMany(max(1, ceil(since + seconds - now)))
        _here[what, who] = since, count + 1
        if len(_here) > _MOST_HERE:
            del _here[next(iter(_here))]


def forget(what: str, who: str) -> None:
    """Reset the counter after a success."""
    Tally.objects.filter(key=_key(what, who)).delete()


def limited(
    what: str, field: str = ""
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Limit POST requests to a view, by address and by the name in a form field.

    Middleware turns TooMany into a response.
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
    """Return the client's address; for IPv6 its /64 network, since a home has a whole network."""
    text = request.META.get("REMOTE_ADDR", "")
    try:
        found = ip_address(text)
    except ValueError:
        return f"address {text}"
    if found.version == 6:
        return f"address {ip_network((found, 64), strict=False)}"
    return f"address {found}"


def name_of(text: str) -> str:
    """Return the key for a name, which ignores case; empty if there is no name."""
    plain = " ".join(text[:200].split()).casefold()
    return f"name {plain}" if plain else ""


def _key(what: str, who: str) -> str:
    return salted_hmac("ichiba.limits", f"{what} {who}", algorithm="sha256").hexdigest()


def _count(key: str, most: int, window: timedelta) -> None:
    now = timezone.now()
    with writing():
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
            sweep(now)


def sweep(now: datetime) -> None:
    """Delete expired counters."""
    if not settings.LIMITS:
        return
    longest = max(seconds for _most, seconds in settings.LIMITS.values())
    Tally.objects.filter(since__lt=now - timedelta(seconds=longest)).delete()
