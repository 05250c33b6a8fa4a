"""Accounts: sign up (a guest keeps their games), log in and out, reset passwords, delete.

When a guest logs in, their seats and their tries at the market of the day move to the account. If
the guest is muted or banned, nothing moves and the account is not affected.
"""

from datetime import timedelta
from secrets import token_hex
from unicodedata import normalize

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.db import IntegrityError
from django.db.models import Q
from django.http import HttpResponse
from django.middleware.csrf import rotate_token
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from ichiba.site.errands import orders
from ichiba.site.errands.kinds import Lane, Task, does
from ichiba.site.models import (
    ChatLine,
    Happening,
    Notices,
    Person,
    Report,
    Search,
    Seat,
    Table,
)
from ichiba.site.people import limits, mailing
from ichiba.site.people.identity import PERSON_KEY, clean_name, set_lasting_cookie
from ichiba.site.people.mailing import Letter
from ichiba.site.request import Request
from ichiba.site.store.transactions import writing
from ichiba.site.tables import daily, leaving, lobby
from ichiba.site.tables.changes import Refused, changed, changes, end, lock

_DEVICE_SALT = "ichiba.device"
RESET = "reset"
# By then, the request has been answered. If looking for the account slowed the answer down, that
# would tell that the account exists.
RESET_PAUSE = timedelta(seconds=0.5)


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
        _revoke(person)
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
    _revoke(person)
    return person


def _revoke(person: Person) -> None:
    """End everything that a device has of a person: sessions, links, tokens and push notices."""
    with writing():
        person.browsers.all().delete()
        person.renew_key()


def _take_along(guest: Person, person: Person) -> None:
    """Move a guest's seats to the person who has just logged in."""
    own = {*Seat.objects.filter(person=person).values_list("table_id", flat=True)}
    moved, playing = _tables_of(guest), _playing(person)
    with writing():
        for table in sorted({*moved, *playing}, key=lambda one: one.pk):
            lock(table)
        _take_notices(guest, person)
        # One person can't play two hands, so the guest leaves any table where both are seated.
        both = [table for table in moved if table.pk in own]
        for table in both:
            _leave_for_good(table, guest)
        wants = lobby.wants_notices(person)
        Seat.objects.filter(person=guest).exclude(table__in=both).update(person=person, calls=wants)
        Seat.objects.filter(person=person, table__in=playing).update(calls=wants)
        for model in (ChatLine, Happening):
            model.objects.filter(person=guest).update(person=person)
        Table.objects.filter(owner=guest).update(owner=person)
        daily.take_along(guest, person)
        Search.objects.filter(person=guest).delete()
        if guest.seats.exists():
            guest.renew_key()
        else:
            guest.delete()
        for table in {*moved, *playing}:
            changed(table.pk)


def _playing(person: Person) -> list[Table]:
    """Return the tables about which a person can get notices."""
    going_on = (Table.Status.OPEN, Table.Status.RUNNING)
    found = Table.objects.filter(seats__person=person, status__in=going_on, hotseat=False)
    return [*found.distinct()]


def _take_notices(guest: Person, person: Person) -> None:
    """Let the browsers of a guest get the notices of the account.

    What else the guest has chosen holds if the account has chosen nothing yet.
    """
    if not Notices.objects.filter(person=person).exists():
        Notices.objects.filter(person=guest).update(person=person, mail=Notices.Mail.OFF)
    guest.browsers.update(person=person)


def forget(request: Request, person: Person) -> None:
    """Delete the visitor's account: the name is removed everywhere, the games stay.

    So do rows with ratings, without a name: other people's ratings follow from them.
    """
    sat = {table.pk for table in _tables_of(person)}
    named = Q(pk__in=sat) | Q(chat__person=person) | Q(happenings__person=person)
    tables = list(Table.objects.filter(named).distinct().order_by("pk"))
    with writing():
        for table in tables:
            lock(table)
        for table in tables:
            if table.pk in sat:
                _leave_for_good(table, person)
        person.seats.update(name="", calls=False)
        Notices.objects.filter(person=person).delete()
        person.browsers.all().delete()
        person.days_off.all().delete()
        Search.objects.filter(person=person).delete()
        Report.objects.filter(person=person).update(person=None, window="", agent="")
        for model in (ChatLine, Happening):
            model.objects.filter(person=person).update(name="", person=None)
        if person.user is not None:
            person.user.delete()
        person.name, person.user, person.portrait = "", None, ""
        person.profile = Person.Profile.PRIVATE
        person.save(update_fields=["name", "user", "portrait", "profile"])
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
        if not lobby.choose_host(table):
            end(table)
    elif table.status == Table.Status.RUNNING:
        own = [*table.seats.filter(person=person, left=False)]
        leaving.give_up(table, own, Happening.Kind.GONE)


def users_of(text: str) -> list[User]:
    """Return the active users with this name or email address who can receive mail."""
    wanted = Q(username=account_name(text)) | Q(email__iexact=text.strip())
    return [*User.objects.filter(wanted, is_active=True).exclude(email="")]


def order_reset(request: Request, text: str) -> bool:
    """Order a mail with a reset link for the owner of this name or address, if there is one.

    Return whether mail can be sent now. Nothing depends on whether the account exists.
    """
    site = settings.CONFIGURATION.url or request.build_absolute_uri("/")[:-1]
    asked = {"text": text, "site": site, "language": get_language() or "en"}
    key = mailing.key_of(*asked.values())
    with writing():
        if not mailing.has_room() or orders.waiting(RESET) >= mailing.MOST:
            return False
        orders.order(RESET, key, asked, timezone.now() + RESET_PAUSE)
    return True


@does(RESET, Lane.OWN)
def _find_whom_to_mail(task: Task) -> None:
    """Order one mail for each address, with a link for each account that has it."""
    asked = task.payload
    found: dict[str, list[str]] = {}
    for user in users_of(asked["text"]):  # spellings that look alike may belong to different people
        found.setdefault(user.email, []).append(str(user.pk))
    for address, users in found.items():
        try:  # whichever name was given
            limits.spend("reset", f"mail {address.casefold()}")
        except limits.TooMany:
            continue
        with override(asked["language"]):
            mailing.order(RESET, asked["site"], address, *users)


@mailing.writes(RESET)
def _write_reset(site: str, address: str, *pks: str) -> Letter | None:
    """Write a mail with a link for each of these accounts that still has the address.

    Django's views for this keep the token in a session, which only moderators have, and find
    accounts by address only. Its token generator is used.
    """
    users = User.objects.filter(pk__in=pks, email=address, is_active=True).order_by("pk")
    accounts = [{"name": user.username, "link": site + _reset_path(user)} for user in users]
    if not accounts:
        return None
    body = render_to_string("site/mail_reset.txt", {"accounts": accounts})
    return Letter(address, _("Reset your Ichiba password"), body)


def _reset_path(user: User) -> str:
    place = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("new-password", args=[place, default_token_generator.make_token(user)])


def user_of_reset(place: str, token: str) -> User | None:
    """Return the user of a password reset link, or None if the link is no longer valid."""
    try:
        user = User.objects.get(pk=int(urlsafe_base64_decode(place)))
    except (ValueError, OverflowError, User.DoesNotExist):
        return None
    return user if user.is_active and default_token_generator.check_token(user, token) else None
