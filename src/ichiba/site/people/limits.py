"""Rate limits, counted in the database for all processes.

Addresses and names are stored as keyed digests, so a copy of the table identifies nobody.
Libraries such as django-ratelimit count in Django's cache. Only an external cache such as Redis
would be shared by all processes, and the site needs nothing but its database.
"""

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache, wraps
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from threading import Lock
from time import monotonic

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ichiba.site.bounded import Bounded
from ichiba.site.models import Person, Tally
from ichiba.site.request import Request
from ichiba.site.store.transactions import writing

# Old counters are deleted after this many new ones.
_SWEEP_EVERY = 200
# Set in the scope of a request when too many others wait for the same work.
CROWDED = "ichiba.crowded"

_lock = Lock()
_here: Bounded[tuple[float, int]] = Bounded(10_000)  # attempts counted in memory


class TooMany(Exception):  # noqa: N818
    """Too many attempts. The next one is allowed after `seconds`."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        minutes = ceil(seconds / 60)
        wait = ngettext("%d minute", "%d minutes", minutes) % minutes
        super().__init__(_("Too many attempts. Try again in %s.") % wait)


class Crowded(Exception):  # noqa: N818
    """Too many requests wait for the same expensive work. The message says which."""


def spend(what: str, *who: str) -> None:
    """Count an attempt for each of these addresses and names; TooMany if one is over the limit."""
    if what not in settings.CONFIGURATION.limits:
        return
    most, seconds = settings.CONFIGURATION.limits[what]
    for one in who:
        if one:
            _count(_key(what, one), most, timedelta(seconds=seconds))


def spend_here(what: str, *who: str) -> None:
    """Count an attempt in this process only, for requests that are too frequent to write."""
    if what not in settings.CONFIGURATION.limits:
        return
    most, seconds = settings.CONFIGURATION.limits[what]
    for one in who:
        _count_here(what, one, most, seconds)


def _count_here(what: str, who: str, most: int, seconds: int) -> None:
    now = monotonic()
    with _lock:
        since, count = _here.get((what, who)) or (now, 0)
        if now - since >= seconds:
            since, count = now, 0
        if count >= most:
            raise TooMany(max(1, ceil(since + seconds - now)))
        _here.keep((what, who), (since, count + 1))


def forget(what: str, who: str) -> None:
    """Reset the counter after a success."""
    Tally.objects.filter(key=_key(what, who)).delete()


def limited(
    what: str, field: str = ""
) -> Callable[[Callable[..., HttpResponse]], Callable[..., HttpResponse]]:
    """Limit POST requests to a view, by address, by person and by the name in a form field.

    Middleware turns TooMany into a response.
    """

    def limiting(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def limited_view(request: Request, *args: object, **kwargs: object) -> HttpResponse:
            if request.method == "POST":
                who = visitor(request, request.person)
                spend(what, *who, name_of(request.POST.get(field, "")))
            return view(request, *args, **kwargs)

        return limited_view

    return limiting


def visitor(request: HttpRequest, person: Person | None) -> tuple[str, ...]:
    """Return whom a request is counted for: always its address, and the person if there is one.

    Anyone can become any number of guests, so counting only the person would limit nobody.
    """
    own = () if person is None else (f"person {person.pk}",)
    return (address(request), *own)


def address(request: HttpRequest) -> str:
    """Return the key for the client's address."""
    return address_of(request.META.get("REMOTE_ADDR", ""))


@lru_cache(1000)
def address_of(text: str) -> str:
    """Return the key for an address; for IPv6 its /64 network, since a home has a whole network.

    A server that listens on `::`, or a proxy that does, sees IPv4 addresses inside IPv6 ones.
    """
    try:
        found = ip_address(text)
    except ValueError:
        return f"address {text}"
    if isinstance(found, IPv6Address):
        inner = found.ipv4_mapped
        return f"address {inner or ip_network((found, 64), strict=False)}"
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
        # The clock was set back. The count stays, because the clocks of two machines may differ.
        tally.since = min(tally.since, now)
        full = tally.count >= most
        tally.count += not full
        tally.save(update_fields=["since", "count"])
        if new and tally.pk % _SWEEP_EVERY == 0:
            sweep(now)
    if full:  # after the transaction, which would otherwise be undone
        raise TooMany(max(1, ceil((tally.since + window - now).total_seconds())))


def sweep(now: datetime) -> None:
    """Delete expired counters. Those from the future expire, too, counted from now."""
    if not settings.CONFIGURATION.limits:
        return
    longest = max(seconds for _most, seconds in settings.CONFIGURATION.limits.values())
    Tally.objects.filter(since__gt=now).update(since=now)
    Tally.objects.filter(since__lt=now - timedelta(seconds=longest)).delete()
