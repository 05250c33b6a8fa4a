"""Mail: it is ordered in a transaction, as an errand, and written and sent later.

An order says which mail, and about what; the letter itself isn't stored, because it may contain a
secret link. Whether there is still anybody to write to is found out when it is written.
"""

from collections.abc import Callable, Mapping
from datetime import datetime
from email.utils import parseaddr
from hashlib import sha256
from smtplib import SMTPRecipientsRefused

import msgspec
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import get_language, override

from ichiba.core.structs import reader
from ichiba.site.errands import orders
from ichiba.site.errands.kinds import GiveUp, Lane, Task, does
from ichiba.site.store.transactions import without_connection

MAIL = "mail"
# The most mails that may wait. If the mail server doesn't answer, they are tried again for hours.
MOST = 1000
_PERMANENT = 500  # the least reply code of SMTP that means that trying again would not help


class Letter(msgspec.Struct, frozen=True):
    """A mail to one address."""

    to: str
    subject: str
    text: str
    headers: Mapping[str, str] = {}


class Order(msgspec.Struct, frozen=True):
    """What to write, and about what."""

    kind: str
    about: tuple[str, ...]
    language: str


_read = reader(Order)
Writer = Callable[..., Letter | None]
_writers: dict[str, Writer] = {}


def writes(kind: str) -> Callable[[Writer], Writer]:
    """Decorate a function that writes the letter of a kind of order, unless nobody needs it."""

    def noted(writer: Writer) -> Writer:
        _writers[kind] = writer
        return writer

    return noted


def order(kind: str, *about: str, due: datetime | None = None) -> None:
    """Order a mail in the current language. While it waits, the same is ordered only once."""
    made = Order(kind, about, get_language() or "en")
    orders.order(MAIL, key_of(*made.about, kind, made.language), msgspec.to_builtins(made), due)


def key_of(*parts: str) -> str:
    """Return a key for an errand about something that must not be readable in its key."""
    return sha256("\0".join(parts).encode()).hexdigest()[:40]


def has_room() -> bool:
    """Return whether more mail can be ordered."""
    return orders.waiting(MAIL) < MOST


@does(MAIL, Lane.MAIL)
def send(task: Task) -> None:
    """Write and send a mail.

    Its id is the same each time. If the server is killed after the mail server has accepted a mail,
    and before that is stored, the mail is sent again, and most mailboxes then show it once.
    """
    made = _read(task.payload)
    with override(made.language):
        letter = _writers[made.kind](*made.about)
    if letter is None:
        return
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"
    identity = f"<{task.created:%Y%m%d%H%M%S}.{task.pk}.{task.key[:12]}@{domain}>"
    headers = {"Message-ID": identity, "Auto-Submitted": "auto-generated", **letter.headers}
    without_connection()
    try:
        EmailMessage(letter.subject, letter.text, to=[letter.to], headers=headers).send()
    except SMTPRecipientsRefused as refused:
        code = next((code for code, _ in refused.recipients.values()), 0)
        if code >= _PERMANENT:
            raise GiveUp(
                f"The mail server refused the address of the recipient ({code})."
            ) from None
        raise
