"""Accounts: sign up (a guest keeps their games), log in and out, reset passwords, delete."""

import logging
from secrets import token_hex
from smtplib import SMTPException
from unicodedata import normalize

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import IntegrityError
from django.db.models import Q
from django.http import HttpResponse
from django.middleware.csrf import rotate_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import gettext as _

from ichiba.site.models import ChatLine, Happening, Person, Seat, Table
from ichiba.site.people.identity import PERSON_KEY, clean_name, set_lasting_cookie
from ichiba.site.request import Request
from ichiba.site.store.transactions import writing
from ichiba.site.tables import leaving
from ichiba.site.tables.changes import Refused, changed, changes, lock

log = logging.getLogger("ichiba.accounts")

_DEVICE_SALT = "ichiba.device"


def account_name(name: str) -> str:
    """Return a name in the form used for logging in, which ignores case."""
    return normalize("NFKC", " ".join(name.split())).casefold()


def sign_up(request: Request, name: str, password: str, email: str = "") -> User:
    """Create an account for the visitor; a guest keeps all games. Refused if the name is taken."""
    name = clean_name(name)
    try:
        with writing():
            user = User.objects.create_user(account_name(name), email, password)
            person = request.person or Person(name=name)
            person.name, person.user = name, user
            person.save()
            # Personal links of the guest must not give access to the account.
            person.renew_key()
    except IntegrityError:
        raise Refused(_("This name is already taken. Choose another.")) from None
    request.person = person
    rotate_token(request)
    return user


def log_in(request: Request, user: User) -> Person:
    """Continue as the person of this account, and move a guest's seats to it."""
    guest = request.person
    person = person_of(user)
    # A muted or banned guest keeps everything, including the ban: anyone could have become that
    # guest through a personal link.
    if guest is not None and guest.user_id is None and not (guest.muted or guest.banned):
        _take_along(guest, person)
    request.person = person
    rotate_token(request)
    if user.is_staff:
        begin_moderating(request, user, person)
    return person


def begin_moderating(request: Request, user: User, person: Person) -> None:
    """Open a session for the admin. It ends with the person's key (see PersonMiddleware)."""
    auth.login(request, user)
    request.session[PERSON_KEY] = person.key


def log_out(request: Request) -> None:
    """Log the visitor out, here and on all other devices."""
    person = request.person
    if person is not None:
        person.renew_key()
    request.person = None
    auth.logout(request)


def remember_device(response: HttpResponse, user: User) -> None:
    """Set a cookie in a browser in which someone has logged in to this account."""
    value = f"{user.pk}.{token_hex(8)}"
    set_lasting_cookie(response, settings.DEVICE_COOKIE, value, salt=_DEVICE_SALT)


def known_device(request: Request, name: str) -> str:
    """Return the key for counting attempts if this browser has used the account before, else ""."""
    mark = request.get_signed_cookie(
        settings.DEVICE_COOKIE,
        default="",
        salt=_DEVICE_SALT,
        max_age=settings.PERSON_COOKIE_AGE,
    )
    user = (mark or "").partition(".")[0]
    own = user.isdigit() and User.objects.filter(pk=int(user), username=account_name(name))
    return f"device {mark}" if own and own.exists() else ""


def person_of(user: User) -> Person:
    """Return the person who owns this account."""
    return Person.objects.get_or_create(user=user, defaults={"name": user.username[:40]})[0]


def person_called(name: str) -> Person | None:
    """Return the person whose account has this name."""
    user = User.objects.filter(username=account_name(name)).first()
    return None if user is None else person_of(user)


def rename(person: Person, user: User, name: str) -> None:
    """Give an account a new name, also at all its tables and in the chat. It must be free."""
    tables = _tables_of(person)
    with writing():
        for table in tables:
            lock(table)
        user.username = account_name(name)
        user.save(update_fields=["username"])
        person.name = name
        person.save(update_fields=["name"])
        person.seats.update(name=name)
        for model in (ChatLine, Happening):
            model.objects.filter(person=person).update(name=name)
        for table in tables:
            changed(table.pk)


def change_password(user: User, password: str) -> Person:
    """Set a new password. This logs out other devices and disables old links."""
    user.set_password(password)
    user.save(update_fields=["password"])
    person = person_of(user)
    person.renew_key()
    return person


def _take_along(guest: Person, person: Person) -> None:
    """Move a guest's seats to the person who has just logged in."""
    own = {*Seat.objects.filter(person=person).values_list("table_id", flat=True)}
    moved = _tables_of(guest)
    with writing():
        for table in moved:
            lock(table)
        # One person can't play two hands, so the guest leaves any table where both are seated.
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
            changed(table.pk)


def forget(request: Request, person: Person) -> None:
    """Delete the visitor's account: the name is removed everywhere, the games stay."""
    sat = {table.pk for table in _tables_of(person)}
    named = Q(pk__in=sat) | Q(chat__person=person) | Q(happenings__person=person)
    tables = list(Table.objects.filter(named).distinct().order_by("pk"))
    with writing():
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
            changed(table.pk)
    log_out(request)


def _tables_of(person: Person) -> list[Table]:
    """Return the tables where a person sits or is the host, in the order in which to lock them."""
    where = Q(seats__person=person) | Q(owner=person)
    return list(Table.objects.filter(where).distinct().order_by("pk"))


@changes
def _leave_for_good(table: Table, person: Person) -> None:
    """Give up the seat at an open table, or leave a game in progress."""
    lock(table)
    if table.status == Table.Status.OPEN:
        table.seats.filter(person=person).update(person=None, name="")
        others = table.seats.select_related("person")
        heir = next((seat.person for seat in others if seat.person is not None), None)
        if table.owner_id == person.pk and heir is not None:
            table.owner = heir
            table.save(update_fields=["owner"])
        elif heir is None:
            table.status, table.finished = Table.Status.ENDED, timezone.now()
            table.save(update_fields=["status", "finished"])
    elif table.status == Table.Status.RUNNING:
        own = [*table.seats.filter(person=person, left=False)]
        leaving.give_up(table, own, Happening.Kind.GONE)


def users_of(text: str) -> list[User]:
    """Return the active users with this name or email address who can receive mail."""
    wanted = Q(username=account_name(text)) | Q(email__iexact=text.strip())
    return [*User.objects.filter(wanted, is_active=True).exclude(email="")]


def send_reset(request: Request, text: str) -> None:
    """Mail a reset link to the owner of this name or address. Don't reveal whether one exists.

    Django's views for this keep the token in a session, which only moderators have, and find
    accounts by address only. Its token generator is used.
    """
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
                _("Reset your Ichiba password"),
                render_to_string("site/mail_reset.txt", context),
                None,
                [user.email],
            )
        except (OSError, SMTPException):
            log.exception("Could not send a mail.")


def user_of_reset(place: str, token: str) -> User | None:
    """Return the user of a password reset link, or None if the link is no longer valid."""
    try:
        user = User.objects.get(pk=int(urlsafe_base64_decode(place)))
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    return user if user.is_active and default_token_generator.check_token(user, token) else None
