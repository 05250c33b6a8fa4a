"""The page of notices: what a person hears about their games, and where; and the feeds."""

from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from ichiba.site.models import Channel, Event, Notices, new_key
from ichiba.site.notices import choosing, feeds, hooks, mails, push
from ichiba.site.notices.forms import MINUTES, Wishes
from ichiba.site.people import limits
from ichiba.site.people.identity import ensure_person
from ichiba.site.request import Request
from ichiba.site.store.transactions import writing
from ichiba.site.tables import rests, timekeeping

# The addresses of feeds work like passwords, so the page must not be stored.
_not_kept = cache_control(private=True, no_store=True)
_both = require_http_methods(["GET", "HEAD", "POST"])


def _site(request: Request) -> str:
    return settings.CONFIGURATION.url or request.build_absolute_uri("/")[:-1]


@_not_kept
@_both
def notices(request: Request) -> HttpResponse:
    """Show and save what a person wants to hear."""
    form, wishes = None, choosing.notices_of(request.person)
    if request.method == "POST":
        person = ensure_person(request)
        wishes = choosing.notices_of(person)
        form = Wishes(request.POST, wishes)
        if form.is_valid():
            _save(request, form)
            return redirect("notices")
    stored = wishes.pk is not None
    context = {
        "form": form,
        "wishes": wishes,
        "chosen": _chosen(form, wishes),
        "channels": _channels(),
        "events": Event.choices,
        "minutes": MINUTES,
        "mail_ways": Notices.Mail.choices,
        "hook_kinds": Notices.Hook.choices,
        "mail_possible": mails.possible(),
        "hooks_possible": hooks.possible(),
        "push_key": push.public_key(),
        "browsers": [*request.person.browsers.all()] if request.person else [],
        "zones": sorted(form_zones()),
        "most_quiet": rests.MOST_QUIET,
        "days_off": _days_off(request),
        **(_feed_addresses(request, wishes) if stored else {}),
    }
    return render(request, "site/notices.html", context, status=422 if form else 200)


def _days_off(request: Request) -> int:
    """Return how many days off the visitor has left this year."""
    if request.person is None:
        return timekeeping.DAYS_OFF
    return timekeeping.days_left(request.person, timezone.now().year)


def form_zones() -> set[str]:
    """Return the time zones that people can choose."""
    return {zone for zone in available_timezones() if "/" in zone and zone[:4] != "Etc/"} | {"UTC"}


def _channels() -> list[tuple[str, str]]:
    possible = {Channel.MAIL: mails.possible(), Channel.HOOK: hooks.possible()}
    return [(one.value, str(one.label)) for one in Channel if possible.get(one, True)]


def _chosen(form: Wishes | None, wishes: Notices) -> dict[str, object]:
    """Return what the form shows: what was posted, or what is stored."""
    if form is None:
        fields = ("mail", "minutes", "hour", "time_zone", "hook", "hook_kind", "events")
        quiet = {name: getattr(wishes, name) for name in ("quiet_from", "quiet_until")}
        return {name: getattr(wishes, name) for name in fields} | quiet
    posted = form.data
    events = {one.value: posted.getlist(f"events_{one}") for one in Channel}  # type: ignore[attr-defined]
    return {**{name: posted.get(name, "") for name in form.fields}, "events": events}


def _save(request: Request, form: Wishes) -> None:
    wishes = form.apply()
    wishes.language = get_language() or "en"
    choosing.save(wishes)
    if wishes.mail and not wishes.address:
        _send_confirmation(request, wishes)


def _send_confirmation(request: Request, wishes: Notices) -> None:
    user = wishes.person.user
    if user is None or not user.email or not mails.possible():
        return
    limits.spend("reset", *limits.visitor(request, wishes.person), f"mail {user.email.casefold()}")
    with writing():
        mails.order_confirmation(wishes)


def _feed_addresses(request: Request, wishes: Notices) -> dict[str, str]:
    base = f"{_site(request)}/feed/{feeds.token_of(wishes)}"
    return {"atom": f"{base}/turns.atom", "calendar": f"{base}/turns.ics"}


@require_POST
def confirm_again(request: Request) -> HttpResponse:
    """Send the mail with the confirmation once more."""
    wishes = choosing.notices_of(request.person)
    if wishes.pk is not None:
        _send_confirmation(request, wishes)
    return redirect("notices")


@_not_kept
@_both
def confirm(request: Request, token: str) -> HttpResponse:
    """Confirm an address, after following the link in the mail. A GET changes nothing."""
    wishes = mails.notices_of_confirmation(token)
    if wishes is None or wishes.person.user is None:
        return render(request, "site/arrive.html", {"owner": None}, status=404)
    if request.method == "POST":
        wishes.confirmed = wishes.person.user.email
        choosing.save(wishes)
    context = {"address": wishes.person.user.email, "done": request.method == "POST"}
    return render(request, "site/confirm_mail.html", context)


@csrf_exempt  # mail programs post it without a page (RFC 8058), and it can only stop mails
@_not_kept
@_both
def unsubscribe(request: Request, token: str) -> HttpResponse:
    """Stop all mails about games. A GET changes nothing: some mail programs follow all links."""
    person = mails.person_of_unsubscribe(token)
    if person is None:
        return render(request, "site/arrive.html", {"owner": None}, status=404)
    if request.method == "POST":
        wishes = choosing.notices_of(person)
        if wishes.pk is not None:
            wishes.mail = Notices.Mail.OFF
            choosing.save(wishes)
    return render(request, "site/unsubscribe.html", {"done": request.method == "POST"})


@require_POST
def subscribe(request: Request) -> HttpResponse:
    """Store a browser that wants notices. The page posts this with JavaScript."""
    endpoint, key, secret = (request.POST.get(name, "") for name in ("endpoint", "key", "secret"))
    if not push.is_subscription(endpoint, key, secret):
        raise BadRequest(_("This browser can't get notifications."))
    person = ensure_person(request)
    limits.spend("token", *limits.visitor(request, person))
    label = request.POST.get("label", "")[:60]
    push.subscribe(person, _site(request), endpoint, key, secret, label)
    return HttpResponse(status=204)


@require_POST
def unsubscribe_browser(request: Request) -> HttpResponse:
    """Forget a browser of the visitor, by its number or by what its push service calls it."""
    person, number = request.person, request.POST.get("browser", "")
    if person is not None:
        own = person.browsers.filter(endpoint=request.POST.get("endpoint", ""))
        if number.isascii() and number.isdigit() and len(number) < 18:
            own = person.browsers.filter(pk=int(number))
        for browser in own:
            push.forget(browser)
    if request.headers.get("Sec-Fetch-Mode") == "cors":
        return HttpResponse(status=204)
    return redirect("notices")


@require_POST
def new_feed(request: Request) -> HttpResponse:
    """Give the feeds an address, or a new one: the old one stops working."""
    wishes = choosing.notices_of(ensure_person(request))
    wishes.feed = new_key()
    wishes.language = get_language() or "en"
    choosing.save(wishes)
    return redirect("notices")


@_not_kept
@require_safe
def feed(request: Request, token: str, kind: str) -> HttpResponse:
    """Return a feed of the games that wait for a person."""
    wishes = feeds.notices_of_feed(token)
    if wishes is None:
        raise Http404
    site = _site(request)
    if kind == "ics":
        content, kind = feeds.calendar(wishes, site), "text/calendar; charset=utf-8"
    else:
        content = feeds.atom(wishes, site + request.path, site)
        kind = "application/atom+xml; charset=utf-8"
    return HttpResponse(content, content_type=kind)
