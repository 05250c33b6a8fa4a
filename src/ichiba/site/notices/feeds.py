"""Feeds of the games that wait for a person: Atom for feed readers, iCalendar for calendars.

Their addresses contain a secret, because these programs can't log in. A new one disables the old.
"""

from datetime import UTC, datetime, timedelta
from xml.sax.saxutils import escape, quoteattr

from django.core import signing
from django.utils import timezone
from django.utils.translation import gettext as _

from ichiba.site.models import Notices
from ichiba.site.notices.turns import Turn, waiting_for

_SALT = "ichiba.feed"
_FOLD = 73  # bytes of a line of a calendar
_BEFORE = timedelta(minutes=30)


def token_of(notices: Notices) -> str:
    """Return the secret part of a feed's address."""
    return signing.dumps([notices.person_id, notices.feed], salt=_SALT)


def notices_of_feed(token: str) -> Notices | None:
    """Return whose feed this is."""
    try:
        person, key = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return Notices.objects.filter(person=person, feed=key).select_related("person__user").first()


def atom(notices: Notices, address: str, site: str) -> str:
    """Return the Atom feed."""
    turns = waiting_for(notices, site)
    newest = max((turn.since for turn in turns), default=timezone.now())
    entries = "".join(_entry(turn) for turn in turns)
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
        f"<id>{escape(address)}</id><title>{escape(_('Your turns on Ichiba'))}</title>"
        f'<link rel="self" href={quoteattr(address)}/><author><name>Ichiba</name></author>'
        f"<updated>{newest.isoformat()}</updated>{entries}</feed>\n"
    )


def _entry(turn: Turn) -> str:
    return (
        f"<entry><id>{escape(turn.link)}#{int(turn.since.timestamp())}</id>"
        f"<title>{escape(turn.notice.headline)}</title><link href={quoteattr(turn.link)}/>"
        f"<updated>{turn.since.isoformat()}</updated>"
        f"<summary>{escape(turn.notice.text)}</summary></entry>"
    )


def calendar(notices: Notices, site: str) -> str:
    """Return the calendar: an event before each deadline, or for today if there is none."""
    host = site.partition("://")[2]
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Ichiba//Turns//EN"]
    for turn in waiting_for(notices, site):
        lines += [
            "BEGIN:VEVENT",
            f"UID:{turn.slug}-{int(turn.since.timestamp())}@{host}",
            f"DTSTAMP:{_utc(turn.since)}",
            *_when(turn, notices),
            f"SUMMARY:{_text(turn.notice.headline)}",
            f"DESCRIPTION:{_text(turn.notice.text)}",
            f"URL:{turn.link}",
            "END:VEVENT",
        ]
    return "".join(f"{_folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _when(turn: Turn, notices: Notices) -> list[str]:
    end = turn.notice.deadline
    if end is None:
        return [f"DTSTART;VALUE=DATE:{timezone.localtime(timezone=notices.zone):%Y%m%d}"]
    return [f"DTSTART:{_utc(end - _BEFORE)}", f"DTEND:{_utc(end)}"]


def _utc(when: datetime) -> str:
    return f"{when.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _text(text: str) -> str:
    for letter in "\\;,":
        text = text.replace(letter, f"\\{letter}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Fold a line at characters, so that no part has more than 75 bytes (RFC 5545)."""
    parts, size = [""], 0
    for letter in line:
        size += len(letter.encode())
        if size > _FOLD:
            parts.append(" ")
            size = 1 + len(letter.encode())
        parts[-1] += letter
    return "\r\n".join(parts)
