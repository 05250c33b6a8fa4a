"""Accounts: a name and a password for a person who keeps the guest's games, and may go again."""

import logging
from smtplib import SMTPException
from unicodedata import normalize

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.middleware.csrf import rotate_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from ichiba.site import absent
from ichiba.site.identity import clean_name
from ichiba.site.models import ChatLine, Happening, Person, Seat, Table
from ichiba.site.tables import Refused, changed, changes, lock

log = logging.getLogger("ichiba.accounts")


def account_name(name: str) -> str:
    """A name as one logs in with it: spelled in upper or lower case, it is the same."""
    return normalize("NFKC", " ".join(name.split())).casefold()


def sign_up(request: HttpRequest, name: str, password: str, email: str = "") -> Person:
    """Make an account for the visitor; a guest keeps all games. Refused if the name is taken."""
    name = clean_name(name)
    try:
        with transaction.atomic():
            user = User.objects.create_user(account_name(name), email, password)
            person: Person = request.person or Person(name=name)  # type: ignore[attr-defined]
            person.name, person.user = name, user
            person.save()
            # Whoever has an old link of the guest, or made it, has nothing of the account.
            person.renew_key()
    except IntegrityError:
        raise Refused(_("Somebody has an account with this name. Choose another.")) from None
    request.person = person  # type: ignore[attr-defined]
    rotate_token(request)
    return person


def log_in(request: HttpRequest, user: User) -> Person:
    """Go on as the person of this account; the places of a guest come along."""
    guest: Person | None = request.person  # type: ignore[attr-defined]
    person = person_of(user)
    if guest is not None and guest.user_id is None:
        _take_along(guest, person)
    request.person = person  # type: ignore[attr-defined]
    rotate_token(request)
    if user.is_staff:
        auth.login(request, user)  # the pages of moderators ask for more than the cookie
    return person


def log_out(request: HttpRequest) -> None:
    """Forget who it was, here and on all devices."""
    person: Person | None = request.person  # type: ignore[attr-defined]
    if person is not None:
        person.renew_key()
    request.person = None  # type: ignore[attr-defined]
    auth.logout(request)


def person_of(user: User) -> Person:
    """Who has this account."""
    return Person.objects.get_or_create(user=user, defaults={"name": user.username[:40]})[0]


def change_password(user: User, password: str) -> Person:
    """A new password; other devices and old links are worth nothing any more."""
    user.set_password(password)
    user.save(update_fields=["password"])
    person = person_of(user)
    person.renew_key()
    return person


def _take_along(guest: Person, person: Person) -> None:
    """Give a guest's places to the person who turned out to be the same."""
    own = {*Seat.objects.filter(person=person).values_list("table_id", flat=True)}
    moved = _tables_of(guest)
    with transaction.atomic():
        for table in moved:
            lock(table)
        person.muted |= guest.muted
        person.banned |= guest.banned
        person.save(update_fields=["muted", "banned"])
        # At a table where both sit, one person cannot play two hands: there the guest goes.
        both = [table for table in moved if table.pk in own]
        for table in both:
            _leave_for_good(table, guest)
        Seat.objects.filter(person=guest).exclude(table__in=both).update(person=person)
        for model in (ChatLine, Happening):
            model.objects.filter(person=guest).update(person=person)
        Table.objects.filter(owner=guest).update(owner=person)
        if guest.seats.exists():
            guest.renew_key()
        else:
            guest.delete()
        for table in moved:
            changed(table)


def forget(request: HttpRequest) -> None:
    """Delete the visitor's account: the name goes everywhere, the games stay."""
    person: Person = request.person  # type: ignore[attr-defined]
    sat = {table.pk for table in _tables_of(person)}
    named = Q(pk__in=sat) | Q(chat__person=person) | Q(happenings__person=person)
    tables = list(Table.objects.filter(named).distinct().order_by("pk"))
    with transaction.atomic():
        for table in tables:
            lock(table)
        for table in tables:
            if table.pk in sat:
                _leave_for_good(table, person)
        person.seats.update(name="")
        for model in (ChatLine, Happening):
            model.objects.filter(person=person).update(name="", person=None)
        if person.user is not None:
            person.user.delete()
        person.name, person.user = "", None
        person.save(update_fields=["name", "user"])
        for table in tables:
            changed(table)
    log_out(request)


def _tables_of(person: Person) -> list[Table]:
    """Where a person sits or is the host, in the order in which all lock them."""
    where = Q(seats__person=person) | Q(owner=person)
    return list(Table.objects.filter(where).distinct().order_by("pk"))


@changes
def _leave_for_good(table: Table, person: Person) -> None:
    """Stand up from a table that is open; at one that runs, a bot plays on."""
    lock(table)
    if table.status == Table.Status.OPEN:
        table.seats.filter(person=person).update(person=None, name="")
        heir = table.seats.exclude(person=None).first()
        if table.owner_id == person.pk and heir is not None:
            table.owner = heir.person
            table.save(update_fields=["owner"])
        elif heir is None:
            table.status, table.finished = Table.Status.ENDED, timezone.now()
            table.save(update_fields=["status", "finished"])
    elif table.status == Table.Status.RUNNING:
        for seat in table.seats.filter(person=person, stand_in=""):
            absent.let_bot_play(table, seat, Happening.Kind.GONE)


def users_of(text: str) -> list[User]:
    """Whose name or e-mail address this is, of those who can get mail."""
    wanted = Q(username=account_name(text)) | Q(email__iexact=text.strip())
    return [*User.objects.filter(wanted, is_active=True).exclude(email="")]


def send_reset(request: HttpRequest, text: str) -> None:
    """Mail a link to whoever has this name or address. That there is nobody is told to nobody."""
    for user in users_of(text):
        place = urlsafe_base64_encode(force_bytes(user.pk))
        path = reverse("new-password", args=[place, default_token_generator.make_token(user)])
        base = settings.SITE_URL
        context = {
            "name": user.username,
            "link": base + path if base else request.build_absolute_uri(path),
        }
        try:
            send_mail(
                _("A new password for Ichiba"),
                render_to_string("site/mail_reset.txt", context),
                None,
                [user.email],
            )
        except (OSError, SMTPException):
            log.exception("a mail could not be sent")


def user_of_reset(place: str, token: str) -> User | None:
    """Whose link for a new password this is, while it is good."""
    try:
        user = User.objects.get(pk=int(urlsafe_base64_decode(place)))
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    return user if user.is_active and default_token_generator.check_token(user, token) else None
