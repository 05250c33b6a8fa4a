"""Notices by mail: at once, after a while, or once a day, and the confirmation of an address.

All of them have headers with which a mail program unsubscribes with one click (RFC 8058).
"""

from datetime import datetime, timedelta

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, override

from ichiba.site.errands import orders
from ichiba.site.errands.kinds import Lane, Task, does
from ichiba.site.models import Notices, Person
from ichiba.site.notices import turns
from ichiba.site.notices.about import About, find, read_about
from ichiba.site.notices.wording import compose
from ichiba.site.people import mailing
from ichiba.site.people.mailing import Letter, writes

NOTICE, DIGEST, CONFIRM = "notice", "digest", "confirm"
_UNSUBSCRIBE, _CONFIRM = "ichiba.unsubscribe", "ichiba.confirm"
CONFIRM_DAYS = 7


def possible() -> bool:
    """Return whether notices can be mailed: by a mail server, and with links to the site."""
    return bool(settings.CONFIGURATION.mail.host and settings.CONFIGURATION.url)


def order_notice(about: About, notices: Notices, now: datetime) -> bool:
    """Order a mail for now or for later, and return whether one is ordered."""
    if notices.mail not in (Notices.Mail.NOW, Notices.Mail.LATER) or not possible():
        return False
    late = notices.mail == Notices.Mail.LATER
    due = now + timedelta(minutes=notices.minutes) if late else None
    with override(notices.language):
        mailing.order(
            NOTICE, str(about.table), str(about.seat), about.event, about.since.isoformat(), due=due
        )
    return True


@writes(NOTICE)
def _write_notice(table: str, seat: str, event: str, since: str) -> Letter | None:
    about = read_about({"table": int(table), "seat": int(seat), "event": event, "since": since})
    found = find(about)
    if found is None:
        return None
    row, place, notices = found
    if not notices.address or not notices.mail:
        return None
    notice = compose(event, row, place, notices.zone)
    facts = {"notice": notice, "link": settings.CONFIGURATION.url + notice.path, **_ends(notices)}
    text = render_to_string("site/mail_notice.txt", facts)
    return Letter(notices.address, notice.headline, text, _headers(notices.person))


@does(DIGEST, Lane.OWN)
def digest(task: Task) -> datetime | None:
    """Order the daily mail, and come back tomorrow."""
    person = int(task.key)
    notices = Notices.objects.filter(person=person).select_related("person__user").first()
    if notices is None or notices.mail != Notices.Mail.DAILY:
        return None
    now = timezone.now()
    if notices.address and possible():
        with override(notices.language):
            since = notices.digested or now - timedelta(days=1)
            mailing.order(DIGEST, str(person), since.isoformat())
        Notices.objects.filter(pk=notices.pk).update(digested=now)
    return notices.next_digest(now)


def plan_digest(notices: Notices) -> None:
    """Order or cancel the daily mail, after the person has changed their wishes."""
    key = str(notices.person_id)
    if notices.mail == Notices.Mail.DAILY:
        orders.order(DIGEST, key, {}, notices.next_digest(timezone.now()), move=True)
    else:
        orders.cancel(DIGEST, key)


@writes(DIGEST)
def _write_digest(person: str, since: str) -> Letter | None:
    """Write the daily mail, unless there is nothing to say."""
    notices = Notices.objects.filter(person=int(person)).select_related("person__user").first()
    if notices is None or not notices.address or notices.mail != Notices.Mail.DAILY:
        return None
    waiting = turns.waiting_for(notices)
    news = turns.news_for(notices, datetime.fromisoformat(since))
    if not waiting and not news:
        return None
    count = len(waiting)
    subject = _("News about your games")
    if count:
        subject = (
            ngettext("%d game is waiting for you", "%d games are waiting for you", count) % count
        )
    facts = {"waiting": waiting, "news": news, "site": settings.CONFIGURATION.url, **_ends(notices)}
    text = render_to_string("site/mail_digest.txt", facts)
    return Letter(notices.address, subject, text, _headers(notices.person))


def _ends(notices: Notices) -> dict[str, str]:
    """Return the links at the end of each mail."""
    return {
        "settings": settings.CONFIGURATION.url + reverse("notices"),
        "stop": settings.CONFIGURATION.url + unsubscribe_path(notices.person),
    }


def _headers(person: Person) -> dict[str, str]:
    return {
        "List-Unsubscribe": f"<{settings.CONFIGURATION.url}{unsubscribe_path(person)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def unsubscribe_path(person: Person) -> str:
    """Return the path of the page that stops mails. It needs no log-in and allows nothing else."""
    return reverse("unsubscribe", args=[signing.dumps(person.pk, salt=_UNSUBSCRIBE)])


def person_of_unsubscribe(token: str) -> Person | None:
    """Return whose mails a link stops."""
    try:
        return Person.objects.filter(pk=signing.loads(token, salt=_UNSUBSCRIBE)).first()
    except signing.BadSignature:
        return None


def order_confirmation(notices: Notices) -> None:
    """Order a mail with which the owner of an address confirms that they want mails."""
    user = notices.person.user
    if user is not None and user.email:
        mailing.order(CONFIRM, str(notices.person_id), user.email)


@writes(CONFIRM)
def _write_confirmation(person: str, address: str) -> Letter | None:
    notices = Notices.objects.filter(person=int(person)).select_related("person__user").first()
    user = None if notices is None else notices.person.user
    if notices is None or user is None or user.email != address or notices.address == address:
        return None
    token = signing.dumps([notices.person_id, address], salt=_CONFIRM)
    link = settings.CONFIGURATION.url + reverse("confirm-mail", args=[token])
    text = render_to_string("site/mail_confirm.txt", {"name": notices.person.name, "link": link})
    return Letter(address, _("Confirm your email address for Ichiba"), text)


def notices_of_confirmation(token: str) -> Notices | None:
    """Return whose address a link confirms, if it is still theirs."""
    try:
        pk, address = signing.loads(token, salt=_CONFIRM, max_age=CONFIRM_DAYS * 24 * 3600)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    found = Notices.objects.filter(person=pk).select_related("person__user").first()
    user = None if found is None else found.person.user
    return found if user is not None and user.email == address else None
